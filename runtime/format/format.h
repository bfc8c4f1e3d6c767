/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The formatter behind device messages, the device's vfprintf (in both sizes)
 * and the host's text of trace records: printf without floating point. A user
 * defines struct format_job, format_put() and format_argument(), and passes
 * constant rules, so that the compiler drops what the rules exclude. C11 and
 * C++20, freestanding; no static data, no allocation, about 200 bytes of stack.
 */
#ifndef DPA_RUNTIME_FORMAT_FORMAT_H
#define DPA_RUNTIME_FORMAT_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The differences between the users. */
struct format_rules {
  int field_max; /* larger widths and precisions count as this */
  /* Flex IO manual, section 2.4: h is ignored, ll and * end the conversions (the
   * rest of the format is printed as it is written), %S is %s, floating point
   * prints "?", 0 also pads %c and %s, %#.0o of 0 is empty. Otherwise floating
   * point is printed as it is written. */
  bool libc;
  bool plain;          /* ignores flags but #, width, precision of numbers */
  bool null_prefix;    /* %p of a null pointer is 0x0, otherwise 0 */
  bool string_address; /* %s shows its argument as %p does, without width */
};

enum format_kind {
  FORMAT_INT,
  FORMAT_LONG,
  FORMAT_POINTER,
  FORMAT_DOUBLE, /* skipped, as is the next one */
  FORMAT_LONG_DOUBLE
};

/* Text and arguments of one call, and its operations: to append a character
 * and to take the next argument. Defined by the user. */
struct format_job;
static inline void format_put(struct format_job *job, char c);
static inline uint64_t format_argument(struct format_job *job,
                                       enum format_kind kind);

/* The length of a string. Reads at most `limit` bytes, or up to the terminating
 * null if `limit` is negative. A user that reads strings in another way defines
 * FORMAT_READS_STRINGS and this function. */
static inline int format_read_string(struct format_job *job, const char *text,
                                     int limit);
#ifndef FORMAT_READS_STRINGS
static inline int format_read_string(struct format_job *job, const char *text,
                                     int limit) {
  int length = 0;
  (void)job;
  while (length != limit && text[length])
    length++;
  return length;
}
#endif

/* va_list may be an array type; a pointer to this can be passed on. */
struct format_list {
  va_list list;
};

/* format_argument() for a user that has a va_list. */
static inline uint64_t format_list_next(struct format_list *from,
                                        enum format_kind kind) {
  if (kind == FORMAT_INT)
    return va_arg(from->list, unsigned);
  if (kind == FORMAT_LONG)
    return va_arg(from->list, unsigned long);
  if (kind == FORMAT_POINTER)
    return (uintptr_t)va_arg(from->list, void *);
  if (kind == FORMAT_DOUBLE)
    (void)va_arg(from->list, double);
  if (kind == FORMAT_LONG_DOUBLE)
    (void)va_arg(from->list, long double);
  return 0;
}

/* Flags as bits: ' ' is bit 0, '?' would be bit 31. */
enum format_flag {
  FORMAT_BLANK = 1 << 0,
  FORMAT_ALTERNATE = 1 << ('#' - ' '),
  FORMAT_PLUS = 1 << ('+' - ' '),
  FORMAT_LEFT = 1 << ('-' - ' '),
  FORMAT_ZERO = 1 << ('0' - ' '),
  FORMAT_FLAGS =
      FORMAT_BLANK | FORMAT_ALTERNATE | FORMAT_PLUS | FORMAT_LEFT | FORMAT_ZERO
};

/* One conversion specification. */
struct format_spec {
  unsigned flags;
  int width;        /* 0 or more */
  int precision;    /* negative: none */
  int shorts;       /* number of h */
  int longs;        /* number of l; j, z, t and L count as one */
  bool long_double; /* the last length is L */
  char conversion;  /* 0 at the end of the format */
};

/* Digits, or a star for an argument, which may be negative. */
static inline const char *format_parse_field(struct format_job *job,
                                             const struct format_rules *rules,
                                             const char *at, int *field) {
  int most = rules->field_max;
  int value = 0;
  if (*at == '*' && !rules->libc) {
    value = (int)format_argument(job, FORMAT_INT);
    at++;
  } else {
    for (; *at >= '0' && *at <= '9'; at++)
      if (value < most)
        value = value * 10 + (*at - '0');
  }
  *field = value > most ? most : value < -most ? -most : value;
  return at;
}

/* `at` is after the '%'; the result is after the specification. */
static inline const char *format_parse(struct format_job *job,
                                       const struct format_rules *rules,
                                       const char *at,
                                       struct format_spec *spec) {
  unsigned flags = 0;
  for (unsigned bit;
       (bit = (unsigned)*at - ' ') < 32 && (FORMAT_FLAGS >> bit & 1); at++)
    flags |= 1u << bit;
  at = format_parse_field(job, rules, at, &spec->width);
  if (spec->width < 0) {
    flags |= FORMAT_LEFT;
    spec->width = -spec->width;
  }
  spec->flags = flags;
  spec->precision = -1;
  if (*at == '.')
    at = format_parse_field(job, rules, at + 1, &spec->precision);
  spec->shorts = spec->longs = 0;
  for (;; at++) {
    if (*at == 'h')
      spec->shorts++;
    else if (*at == 'l')
      spec->longs++;
    else if (*at == 'j' || *at == 'z' || *at == 't' || *at == 'L')
      spec->longs |= 1;
    else
      break;
  }
  spec->long_double = at[-1] == 'L';
  spec->conversion = *at;
  return *at ? at + 1 : at;
}

static inline void format_repeat(struct format_job *job, char c, int count) {
  for (; count > 0; count--)
    format_put(job, c);
}

/* Appends the characters from `text` to `end`. A user that appends several at once
 * defines FORMAT_PUTS_SPANS and this function. */
static inline void format_span(struct format_job *job, const char *text,
                               const char *end);
#ifndef FORMAT_PUTS_SPANS
static inline void format_span(struct format_job *job, const char *text,
                               const char *end) {
  while (text < end)
    format_put(job, *text++);
}
#endif

/* The text of one specification without its padding. */
struct format_field {
  const char *prefix;
  int zeros;
  const char *text; /* need not be terminated */
  int length;       /* of text */
};

static inline void format_put_field(struct format_job *job,
                                    const struct format_rules *rules,
                                    const struct format_spec *spec,
                                    struct format_field field) {
  int padding = spec->width - field.zeros - field.length;
  for (const char *at = field.prefix; *at; at++)
    padding--;
  if (rules->plain)
    padding = 0;
  if ((spec->flags & (FORMAT_ZERO | FORMAT_LEFT)) == FORMAT_ZERO &&
      padding > 0) {
    field.zeros += padding;
    padding = 0;
  }
  if (!(spec->flags & FORMAT_LEFT))
    format_repeat(job, ' ', padding);
  while (*field.prefix)
    format_put(job, *field.prefix++);
  format_repeat(job, '0', field.zeros);
  format_span(job, field.text, field.text + field.length);
  if (spec->flags & FORMAT_LEFT)
    format_repeat(job, ' ', padding);
}

/* Text of %c and %s. */
static inline void format_text(struct format_job *job,
                               const struct format_rules *rules,
                               struct format_spec *spec, const char *text,
                               int length) {
  if (!rules->libc)
    spec->flags &= ~(unsigned)FORMAT_ZERO;
  struct format_field field = {"", 0, text, length};
  format_put_field(job, rules, spec, field);
}

/* The argument of %s. */
static inline const char *format_string_argument(struct format_job *job) {
  uint64_t argument = format_argument(job, FORMAT_POINTER);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was a pointer.
  const char *text = (const char *)(uintptr_t)argument;
  return text ? text : "(null)";
}

/* The text of %s, at most `precision` characters of it. */
static inline const char *format_string(struct format_job *job, int precision,
                                        int *length) {
  const char *text = format_string_argument(job);
  *length = format_read_string(job, text, precision);
  return text;
}

static inline bool format_is_signed(char conversion) {
  return conversion == 'd' || conversion == 'i';
}

/* The base of a number; 0 if the argument is printed in another way. */
static inline unsigned format_base(const struct format_rules *rules,
                                   char conversion) {
  if (format_is_signed(conversion) || conversion == 'u')
    return 10;
  if (conversion == 'o')
    return 8;
  return conversion == 'x' || conversion == 'X' || conversion == 'p' ||
                 (conversion == 's' && rules->string_address)
             ? 16
             : 0;
}

/* An integer or a pointer as 64 bits; an integer is cut to its type first. */
static inline uint64_t format_value(struct format_job *job,
                                    const struct format_rules *rules,
                                    const struct format_spec *spec) {
  int unused = 32;
  if (spec->conversion == 'p' || spec->conversion == 's')
    return format_argument(job, FORMAT_POINTER);
  if (spec->longs)
    return format_argument(job, FORMAT_LONG);
  if (spec->shorts && !rules->libc)
    unused = spec->shorts == 1 ? 48 : 56;
  uint64_t value = format_argument(job, FORMAT_INT) << unused;
  return format_is_signed(spec->conversion)
             ? (uint64_t)((int64_t)value >> unused)
             : value >> unused;
}

/* The text before the digits: a sign or 0x. */
static inline const char *format_prefix(const struct format_rules *rules,
                                        const struct format_spec *spec,
                                        uint64_t value, unsigned base) {
  unsigned flags = rules->plain ? 0 : spec->flags;
  if (format_is_signed(spec->conversion)) {
    if ((int64_t)value < 0)
      return "-";
    return flags & FORMAT_PLUS ? "+" : flags & FORMAT_BLANK ? " " : "";
  }
  if (base != 16)
    return "";
  if (spec->conversion == 'p' || spec->conversion == 's')
    return value || rules->null_prefix ? "0x" : "";
  if (!(spec->flags & FORMAT_ALTERNATE) || !value)
    return "";
  return spec->conversion == 'X' ? "0X" : "0x";
}

static inline void format_number(struct format_job *job,
                                 const struct format_rules *rules,
                                 struct format_spec *spec, unsigned base) {
  uint64_t value = format_value(job, rules, spec);
  const char *prefix = format_prefix(rules, spec, value, base);
  if (spec->conversion == 's') { /* width and precision are a string's */
    spec->width = 0;
    spec->precision = -1;
  }
  char ten = spec->conversion == 'X' ? 'A' : 'a';
  char digits[24];
  char *end = digits + sizeof digits;
  char *begin = end;
  int minimum = 1;
  for (value = *prefix == '-' ? -value : value; value; value /= base) {
    unsigned digit = (unsigned)(value % base);
    *--begin = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
  }
  int count = (int)(end - begin);
  if (spec->precision >= 0 && !rules->plain) {
    minimum = spec->precision;
    spec->flags &= ~(unsigned)FORMAT_ZERO;
  }
  if (base == 8 && spec->flags & FORMAT_ALTERNATE && minimum <= count &&
      (count > 0 || !rules->libc))
    minimum = count + 1;
  struct format_field field = {prefix, minimum > count ? minimum - count : 0,
                               begin, count};
  format_put_field(job, rules, spec, field);
}

static inline bool format_is_floating(char c) {
  c |= 'a' ^ 'A';
  return c == 'a' || (c >= 'e' && c <= 'g');
}

/* False if the specification is to be printed as it is written. */
static inline bool format_convert(struct format_job *job,
                                  const struct format_rules *rules,
                                  struct format_spec *spec) {
  char c = spec->conversion;
  unsigned base = format_base(rules, c);
  if (base) {
    format_number(job, rules, spec, base);
    return true;
  }
  if (c == '%') {
    format_put(job, c);
    return true;
  }
  const char *text = NULL;
  int length = 1;
  if (c == 's' || (c == 'S' && rules->libc)) {
    text = format_string(job, spec->precision, &length);
  } else if (c == 'c') {
    c = (char)format_argument(job, FORMAT_INT);
    text = &c;
  } else if (c == 'n') {
    (void)format_argument(job, FORMAT_POINTER);
  } else if (format_is_floating(c)) {
    (void)format_argument(job, spec->long_double ? FORMAT_LONG_DOUBLE
                                                 : FORMAT_DOUBLE);
    text = rules->libc ? "?" : NULL;
  }
  if (!text)
    return false;
  format_text(job, rules, spec, text, length);
  return true;
}

/* Prints one specification: `format` is at its '%'. The result is after it; null:
 * it ends the conversions (see struct format_rules). */
static inline const char *format_specification(struct format_job *job,
                                               const struct format_rules *rules,
                                               const char *format) {
  struct format_spec spec;
  const char *end = format_parse(job, rules, format + 1, &spec);
  if (rules->libc && (spec.conversion == '*' || spec.longs > 1))
    return NULL;
  if (!format_convert(job, rules, &spec))
    format_span(job, format, end);
  return end;
}

/* Prints `format` with the job's arguments. */
static inline void format_run(struct format_job *job,
                              const struct format_rules *rules,
                              const char *format) {
  while (*format) {
    if (*format != '%') {
      format_put(job, *format++);
      continue;
    }
    const char *end = format_specification(job, rules, format);
    if (!end)
      break;
    format = end;
  }
  while (*format)
    format_put(job, *format++);
}

#endif
