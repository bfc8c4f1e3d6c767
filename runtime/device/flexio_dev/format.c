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

/* Needs room for 20 digits. */
static inline char *put_decimal(char *at, uint64_t value) {
  uint64_t limit = 10;
  int count = 1;
  for (; value >= limit && count < 20; limit *= 10)
    count++;
  char *end = at + count;
  for (at = end; count > 1; count--, value /= 10)
    *--at = (char)('0' + value % 10);
  at[-1] = (char)('0' + value);
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

enum { NUMBER_MAX = 24 }; /* characters: a sign and 20 digits are fewer */

/* A number without flags, width and precision: `at` is after the '%', and the
 * buffer has room for NUMBER_MAX characters. Returns the end of the text and
 * moves `at` after the specification; null: it is another one. */
static inline char *put_number(char *to, const char **at,
                               struct format_list *arguments) {
  const char *next = *at;
  bool is_long = *next == 'l';
  const enum format_kind kind = is_long ? FORMAT_LONG : FORMAT_INT;
  uint64_t value;
  next += is_long;
  char conversion = *next;
  if (conversion == 'd' || conversion == 'i') {
    value = format_list_next(arguments, kind);
    if (!is_long)
      value = (uint64_t)(int)value;
    if ((int64_t)value < 0) {
      *to++ = '-';
      value = -value;
    }
    to = put_decimal(to, value);
  } else if (conversion == 'u') {
    to = put_decimal(to, format_list_next(arguments, kind));
  } else if (conversion == 'x') {
    to = put_hexadecimal(to, format_list_next(arguments, kind));
  } else if (conversion == 'p' && !is_long) {
    *to++ = '0';
    *to++ = 'x';
    to = put_hexadecimal(to, format_list_next(arguments, FORMAT_POINTER));
  } else {
    return NULL;
  }
  *at = next + 1;
  return to;
}

/* Out of line, so that the registers of the loop below are those of its own
 * variables. `format` is at a '%'; the result is after the specification. */
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

/* Appends %s; false if that fills the buffer. */
static inline bool put_string(struct format_job *job, char **at) {
  const char *text = format_string_argument(job);
  char *end = job->buffer + job->size;
  char *after = message_copy_string(*at, text, end, job->caller, 0);
  if (after == end)
    job->length = job->size + (size_t)message_read_string(text + (after - *at),
                                                          -1, job->caller);
  *at = after;
  return after != end;
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
    const char *next = format + 1;
    if (*next == 's') {
      format = next + 1;
      if (!put_string(job, &at))
        return format;
    } else if (end - at >= NUMBER_MAX &&
               (after = put_number(at, &next, &job->arguments))) {
      format = next;
      at = after;
    } else {
      job->length = (size_t)(at - begin);
      format = put_specification(job, format);
      if (job->length >= job->size)
        return format;
      at = begin + job->length;
    }
  }
  job->length = (size_t)(at - begin);
  return format;
}

size_t format_message(char *buffer, size_t size, const void *caller,
                      const char *format, va_list arguments) {
  struct format_job job = {.buffer = buffer, .size = size, .caller = caller};
  va_copy(job.arguments.list, arguments);
  count_rest(&job, put_text(&job, format));
  va_end(job.arguments.list);
  return job.length;
}
