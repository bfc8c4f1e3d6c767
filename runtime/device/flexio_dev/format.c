/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * See format.h: the rules, the sink and the arguments of device messages. Runs
 * of literal text are copied at once, and the most frequent specifications have
 * code of their own as long as the text fits; runtime/format does the rest. The
 * job is used only for the latter: its fields would be loaded again after every
 * store of a character.
 */
#include "runtime/device/flexio_dev/format.h"
#include "runtime/device/flexio_dev/message-string.h"

#define FORMAT_READS_STRINGS
#include "runtime/format/format.h"

struct format_job {
  char *buffer;
  size_t size;   /* room in buffer */
  size_t length; /* of the whole text so far */
  const void *caller;
  struct format_list arguments;
};

static const struct format_rules message_rules = {.field_max = 4096,
                                                  .null_prefix = true};

static inline void format_put(struct format_job *job, char c) {
  if (job->length < job->size)
    job->buffer[job->length] = c;
  job->length++;
}

static inline uint64_t format_argument(struct format_job *job,
                                       enum format_kind kind) {
  return format_list_next(&job->arguments, kind);
}

static inline int format_read_string(struct format_job *job, const char *text,
                                     int limit) {
  return message_read_string(text, limit, job->caller);
}

static const uint64_t powers_of_ten[20] = {1,
                                           10,
                                           100,
                                           1000,
                                           10000,
                                           100000,
                                           1000000,
                                           10000000,
                                           100000000,
                                           1000000000,
                                           10000000000,
                                           100000000000,
                                           1000000000000,
                                           10000000000000,
                                           100000000000000,
                                           1000000000000000,
                                           10000000000000000,
                                           100000000000000000,
                                           1000000000000000000,
                                           10000000000000000000u};

/* The number of decimal digits. Setting the lowest bit does not change it, but
 * for 0, which has one. The estimate from the number of bits (times log10(2))
 * is exact or one too small. */
static inline unsigned count_digits(uint64_t value) {
  value |= 1;
  unsigned bits = 64 - (unsigned)__builtin_clzll(value);
  unsigned estimate = bits * 1233 >> 12;
  return estimate + (value >= powers_of_ten[estimate]);
}

/* 00 to 99. */
static const char digit_pairs[] = "0001020304050607080910111213141516171819"
                                  "2021222324252627282930313233343536373839"
                                  "4041424344454647484950515253545556575859"
                                  "6061626364656667686970717273747576777879"
                                  "8081828384858687888990919293949596979899";

/* Needs room for 20 digits. */
static inline char *put_decimal(char *begin, uint64_t value) {
  char *const end = begin + count_digits(value);
  char *at = end;
  for (; value >= 10; value /= 100) {
    const char *pair = digit_pairs + 2 * (value % 100);
    *--at = pair[1];
    *--at = pair[0];
  }
  if (at != begin)
    *begin = (char)('0' + value);
  return end;
}

/* Needs room for 16 digits. */
static inline char *put_hexadecimal(char *at, uint64_t value) {
  char *end = at + 1;
  for (uint64_t rest = value >> 4; rest; rest >>= 4)
    end++;
  at = end;
  do {
    unsigned digit = value & 15;
    *--at = (char)(digit < 10 ? '0' + digit : 'a' + (digit - 10));
    value >>= 4;
  } while (value);
  return end;
}

enum { PLAIN_MAX = 24 }; /* characters: a sign and 20 digits are fewer */

/* The ends of a text and of the part of the format that it is made from. */
struct put_end {
  char *to; /* null: another specification */
  const char *format;
};

static inline char *put_value(char *to, char conversion, uint64_t value) {
  switch (conversion) {
  case 'c':
    *to = (char)value;
    return to + 1;
  case 'p':
    *to++ = '0';
    *to++ = 'x';
    return put_hexadecimal(to, value);
  case 'x':
    return put_hexadecimal(to, value);
  case 'u':
    return put_decimal(to, value);
  default:
    if ((int64_t)value >= 0)
      return put_decimal(to, value);
    *to++ = '-';
    return put_decimal(to, -value);
  }
}

/* A number or character without flags, width and precision: `format` is after
 * the '%', and `to` has room for PLAIN_MAX characters. Out of line, as are the
 * next functions, so that the loop of put_text() needs few registers. */
__attribute__((noinline)) static struct put_end
put_plain(char *to, const char *format, struct format_list *arguments) {
  const bool is_long = *format == 'l';
  format += is_long;
  const char conversion = *format;
  const bool is_signed = conversion == 'd' || conversion == 'i';
  const bool is_other = conversion == 'c' || conversion == 'p';
  uint64_t value;
  if (!is_signed && conversion != 'u' && conversion != 'x' &&
      (is_long || !is_other))
    return (struct put_end){NULL, format};
  if (conversion == 'p')
    value = format_list_next(arguments, FORMAT_POINTER);
  else if (is_long)
    value = format_list_next(arguments, FORMAT_LONG);
  else
    value = format_list_next(arguments, FORMAT_INT);
  if (is_signed && !is_long)
    value = (uint64_t)(int)value;
  return (struct put_end){put_value(to, conversion, value), format + 1};
}

/* `format` is at a '%'; the result is after the specification. */
__attribute__((noinline)) static const char *
put_specification(struct format_job *job, const char *format) {
  return format_specification(job, &message_rules, format);
}

/* The rest of a text that has filled the buffer: only its length matters. */
__attribute__((noinline)) static void count_rest(struct format_job *job,
                                                 const char *format) {
  while (*format) {
    if (*format == '%') {
      format = put_specification(job, format);
    } else {
      job->length++;
      format++;
    }
  }
}

/* Appends the next argument as %s does. Returns the end of the text, which is
 * the end of the buffer if that is full; then the job has the length. */
static inline char *put_string(struct format_job *job, char *at) {
  const char *text = format_string_argument(job);
  char *end = job->buffer + job->size;
  char *after = message_copy_string(at, text, end, job->caller, 0);
  if (after == end)
    job->length = job->size + (size_t)message_read_string(text + (after - at),
                                                          -1, job->caller);
  return after;
}

/* Appends text as long as the buffer is not full, and sets the job's length.
 * Returns the rest of the format. */
static inline const char *put_text(struct format_job *job, const char *format) {
  char *const begin = job->buffer;
  char *const end = begin + job->size;
  char *at = begin;
  while (true) {
    char *after = message_copy_string(at, format, end, job->caller, '%');
    format += after - at;
    at = after;
    if (at == end || !*format)
      break;
    if (format[1] == 's') {
      format += 2;
      at = put_string(job, at);
      if (at == end)
        return format;
      continue;
    }
    if (end - at >= PLAIN_MAX) {
      const struct put_end plain = put_plain(at, format + 1, &job->arguments);
      if (plain.to) {
        format = plain.format;
        at = plain.to;
        continue;
      }
    }
    job->length = (size_t)(at - begin);
    format = put_specification(job, format);
    if (job->length >= job->size)
      return format;
    at = begin + job->length;
  }
  job->length = (size_t)(at - begin);
  return format;
}

size_t format_message(char *buffer, size_t size, const void *caller,
                      const char *format, va_list arguments) {
  struct format_job job = {.buffer = buffer, .size = size, .caller = caller};
  va_copy(job.arguments.list, arguments);
  format = put_text(&job, format);
  if (job.length >= size)
    count_rest(&job, format);
  va_end(job.arguments.list);
  return job.length;
}
