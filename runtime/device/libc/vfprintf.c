/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * vfprintf of the device's C library, as the Flex IO manual describes it (its
 * section 2.4): conversions d i o u x X p c s S %, flags # 0 - blank +, width
 * and precision of at most 255, the modifiers l and h. It differs from C's
 * where the manual says so: every h is ignored, ll and * end the output. No
 * static data. Replaces picolibc's; the rest of the printf family calls it.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { FIELD_MAX = 255 };

struct output {
  FILE *stream;
  int count;
  bool failed; /* the device did not take a character */
};

struct directive {
  bool alternate, zero, left, blank, plus;
  bool is_long, is_end; /* is_end: ll or *, which end the output */
  unsigned width;
  int precision; /* -1: none */
  char conversion;
};

/* va_list may be an array type; a pointer to this can be passed on. */
struct arguments {
  va_list list;
};

static void put(struct output *out, char c) {
  if (out->failed)
    return;
  if (out->stream->put(c, out->stream) < 0) {
    out->stream->flags |= __SERR;
    out->failed = true;
  }
  out->count++;
}

static void put_repeated(struct output *out, char c, unsigned count) {
  for (; count > 0; count--)
    put(out, c);
}

static const char *parse_flags(const char *at, struct directive *d) {
  for (;; at++) {
    switch (*at) {
    case '#':
      d->alternate = true;
      break;
    case '0':
      d->zero = true;
      break;
    case '-':
      d->left = true;
      break;
    case ' ':
      d->blank = true;
      break;
    case '+':
      d->plus = true;
      break;
    default:
      return at;
    }
  }
}

static const char *parse_number(const char *at, unsigned *number) {
  for (*number = 0; *at >= '0' && *at <= '9'; at++) {
    *number = *number * 10 + (unsigned)(*at - '0');
    if (*number > FIELD_MAX)
      *number = FIELD_MAX;
  }
  return at;
}

/* `at` is behind the '%'. */
static const char *parse_directive(const char *at, struct directive *d) {
  unsigned precision;
  *d = (struct directive){.precision = -1};
  at = parse_number(parse_flags(at, d), &d->width);
  if (*at == '.') {
    at = parse_number(at + 1, &precision);
    d->precision = (int)precision;
  }
  for (; *at == 'h' || *at == 'l' || *at == 'z' || *at == 'j' || *at == 't';
       at++) {
    if (*at == 'h')
      continue;
    d->is_end |= *at == 'l' && d->is_long;
    d->is_long = true;
  }
  d->is_end |= *at == '*';
  d->conversion = *at;
  return *at ? at + 1 : at;
}

/* Text between its padding; `text` need not be terminated. */
static void put_field(struct output *out, const struct directive *d,
                      const char *text, unsigned length) {
  unsigned padding = d->width > length ? d->width - length : 0;
  if (!d->left)
    put_repeated(out, d->zero ? '0' : ' ', padding);
  for (unsigned i = 0; i < length; i++)
    put(out, text[i]);
  if (d->left)
    put_repeated(out, ' ', padding);
}

static void put_string(struct output *out, const struct directive *d,
                       const char *text) {
  unsigned length = 0;
  if (!text)
    text = "(null)";
  while ((d->precision < 0 || length < (unsigned)d->precision) && text[length])
    length++;
  put_field(out, d, text, length);
}

/* Writes the digits so that they end at `end`; none for 0. */
static char *digits_before(char *end, unsigned long value, unsigned base,
                           bool upper) {
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (; value; value /= base)
    *--end = digits[value % base];
  return end;
}

static void put_number(struct output *out, const struct directive *d,
                       unsigned long value, unsigned base, const char *prefix) {
  char digits[24];
  char *end = digits + sizeof digits;
  char *begin = digits_before(end, value, base, d->conversion == 'X');
  unsigned count = (unsigned)(end - begin);
  unsigned minimum = d->precision < 0 ? 1 : (unsigned)d->precision;
  if (base == 8 && d->alternate && minimum <= count && value)
    minimum = count + 1;
  unsigned zeros = minimum > count ? minimum - count : 0;
  unsigned signs = 0;
  while (prefix[signs])
    signs++;
  unsigned length = signs + zeros + count;
  unsigned padding = d->width > length ? d->width - length : 0;
  if (d->zero && !d->left && d->precision < 0) {
    zeros += padding;
    padding = 0;
  }
  if (!d->left)
    put_repeated(out, ' ', padding);
  for (unsigned i = 0; i < signs; i++)
    put(out, prefix[i]);
  put_repeated(out, '0', zeros);
  while (begin < end)
    put(out, *begin++);
  if (d->left)
    put_repeated(out, ' ', padding);
}

static void put_signed(struct output *out, const struct directive *d,
                       long value) {
  const char *sign = value < 0 ? "-" : d->plus ? "+" : d->blank ? " " : "";
  unsigned long magnitude =
      value < 0 ? -(unsigned long)value : (unsigned long)value;
  put_number(out, d, magnitude, 10, sign);
}

static void put_unsigned(struct output *out, struct directive *d,
                         struct arguments *args) {
  unsigned long value = d->is_long ? va_arg(args->list, unsigned long)
                                   : va_arg(args->list, unsigned);
  unsigned base = d->conversion == 'u' ? 10 : d->conversion == 'o' ? 8 : 16;
  const char *prefix = d->conversion == 'X' ? "0X" : "0x";
  put_number(out, d, value, base,
             base == 16 && d->alternate && value ? prefix : "");
}

static void put_pointer(struct output *out, struct directive *d,
                        struct arguments *args) {
  unsigned long value = (unsigned long)va_arg(args->list, void *);
  put_number(out, d, value, 16, value ? "0x" : "");
}

/* Floating point is not supported: the argument is skipped, "?" is written. */
static bool put_directive(struct output *out, struct directive *d,
                          struct arguments *args) {
  char c;
  switch (d->conversion) {
  case '%':
    put(out, '%');
    return true;
  case 'c':
    c = (char)va_arg(args->list, int);
    put_field(out, d, &c, 1);
    return true;
  case 's':
  case 'S':
    put_string(out, d, va_arg(args->list, const char *));
    return true;
  case 'd':
  case 'i':
    put_signed(out, d,
               d->is_long ? va_arg(args->list, long) : va_arg(args->list, int));
    return true;
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    put_unsigned(out, d, args);
    return true;
  case 'p':
    put_pointer(out, d, args);
    return true;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    (void)va_arg(args->list, double);
    put_field(out, d, "?", 1);
    return true;
  default:
    return false;
  }
}

int vfprintf(FILE *stream, const char *format, va_list list) {
  struct output out = {stream, 0, false};
  struct arguments args;
  struct directive d;
  if (!(stream->flags & __SWR))
    return EOF;
  va_copy(args.list, list);
  while (*format) {
    if (*format != '%') {
      put(&out, *format++);
      continue;
    }
    const char *end = parse_directive(format + 1, &d);
    if (d.is_end)
      break;
    if (!put_directive(&out, &d, &args))
      while (format < end)
        put(&out, *format++);
    format = end;
  }
  va_end(args.list);
  return out.failed ? EOF : out.count;
}
