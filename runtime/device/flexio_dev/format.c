/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See format.h. A directive is parsed into a struct, then printed by the kind
 * of its argument. */
#include "runtime/device/flexio_dev/format.h"

#include <stdbool.h>
#include <stdint.h>

struct output {
  char *buffer;
  size_t size;   /* room in buffer */
  size_t length; /* of the whole text so far */
};

struct directive {
  bool left, zero, plus, space, alternate;
  int width;     /* 0 or more */
  int precision; /* -1: none */
  char length;   /* 0, 'h', 'H' (hh), 'l' (also ll, j, z, t), 'L' */
  char conversion;
};

/* va_list may be an array type; a pointer to this can be passed on. */
struct arguments {
  va_list list;
};

enum { FIELD_MAX = 4096 }; /* widths and precisions beyond it count as it */

static void put(struct output *out, char c) {
  if (out->length < out->size)
    out->buffer[out->length] = c;
  out->length++;
}

static void put_repeated(struct output *out, char c, int count) {
  for (; count > 0; count--)
    put(out, c);
}

static void put_span(struct output *out, const char *text, int length) {
  for (int i = 0; i < length; i++)
    put(out, text[i]);
}

static const char *parse_number(const char *at, int *number) {
  *number = 0;
  for (; *at >= '0' && *at <= '9'; at++)
    if (*number < FIELD_MAX)
      *number = *number * 10 + (*at - '0');
  if (*number > FIELD_MAX)
    *number = FIELD_MAX;
  return at;
}

static const char *parse_flags(const char *at, struct directive *d) {
  for (;; at++) {
    switch (*at) {
    case '-':
      d->left = true;
      break;
    case '0':
      d->zero = true;
      break;
    case '+':
      d->plus = true;
      break;
    case ' ':
      d->space = true;
      break;
    case '#':
      d->alternate = true;
      break;
    default:
      return at;
    }
  }
}

static int field_argument(struct arguments *args) {
  int value = va_arg(args->list, int);
  if (value > FIELD_MAX)
    return FIELD_MAX;
  return value < -FIELD_MAX ? -FIELD_MAX : value;
}

static const char *parse_field(const char *at, struct directive *d,
                               struct arguments *args) {
  if (*at == '*') {
    at++;
    d->width = field_argument(args);
    if (d->width < 0) {
      d->left = true;
      d->width = -d->width;
    }
  } else {
    at = parse_number(at, &d->width);
  }
  d->precision = -1;
  if (*at != '.')
    return at;
  at++;
  if (*at != '*')
    return parse_number(at, &d->precision);
  d->precision = field_argument(args);
  if (d->precision < 0)
    d->precision = -1;
  return at + 1;
}

static const char *parse_length(const char *at, struct directive *d) {
  d->length = 0;
  for (;; at++) {
    switch (*at) {
    case 'h':
      d->length = d->length == 'h' ? 'H' : 'h';
      break;
    case 'l':
    case 'j':
    case 'z':
    case 't':
      d->length = 'l';
      break;
    case 'L':
      d->length = 'L';
      break;
    default:
      return at;
    }
  }
}

/* `at` is behind the '%'. */
static const char *parse_directive(const char *at, struct directive *d,
                                   struct arguments *args) {
  *d = (struct directive){0};
  at = parse_flags(at, d);
  at = parse_field(at, d, args);
  at = parse_length(at, d);
  d->conversion = *at;
  return *at ? at + 1 : at;
}

static void put_string(struct output *out, const struct directive *d,
                       const char *text) {
  if (!text)
    text = "(null)";
  int length = 0;
  while ((d->precision < 0 || length < d->precision) && text[length])
    length++;
  int padding = d->width - length;
  if (!d->left)
    put_repeated(out, ' ', padding);
  put_span(out, text, length);
  if (d->left)
    put_repeated(out, ' ', padding);
}

static void put_character(struct output *out, const struct directive *d,
                          char c) {
  if (!d->left)
    put_repeated(out, ' ', d->width - 1);
  put(out, c);
  if (d->left)
    put_repeated(out, ' ', d->width - 1);
}

/* Writes the digits of `value` so that they end at `end`; returns where they
 * begin. Nothing for 0. */
static char *digits_before(char *end, uint64_t value, unsigned base,
                           bool upper) {
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (; value; value /= base)
    *--end = digits[value % base];
  return end;
}

static void put_number(struct output *out, const struct directive *d,
                       uint64_t value, unsigned base, const char *prefix) {
  char digits[24];
  char *end = digits + sizeof digits;
  char *begin = digits_before(end, value, base, d->conversion == 'X');
  int count = (int)(end - begin);
  int minimum = d->precision < 0 ? 1 : d->precision;
  if (base == 8 && d->alternate && minimum <= count)
    minimum = count + 1;
  int zeros = minimum > count ? minimum - count : 0;
  int prefix_length = 0;
  while (prefix[prefix_length])
    prefix_length++;
  int padding = d->width - prefix_length - zeros - count;
  if (d->zero && !d->left && d->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!d->left)
    put_repeated(out, ' ', padding);
  put_span(out, prefix, prefix_length);
  put_repeated(out, '0', zeros);
  put_span(out, begin, count);
  if (d->left)
    put_repeated(out, ' ', padding);
}

static int64_t sign_extended_byte(int value) {
  return (int64_t)((uint64_t)value << 56) >> 56;
}

static void put_signed(struct output *out, const struct directive *d,
                       struct arguments *args) {
  int64_t value;
  switch (d->length) {
  case 'l':
    value = va_arg(args->list, long);
    break;
  case 'h':
    value = (short)va_arg(args->list, int);
    break;
  case 'H':
    value = sign_extended_byte(va_arg(args->list, int));
    break;
  default:
    value = va_arg(args->list, int);
  }
  const char *sign = d->plus ? "+" : d->space ? " " : "";
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  put_number(out, d, magnitude, 10, value < 0 ? "-" : sign);
}

static uint64_t unsigned_argument(const struct directive *d,
                                  struct arguments *args) {
  switch (d->length) {
  case 'l':
    return va_arg(args->list, unsigned long);
  case 'h':
    return (unsigned short)va_arg(args->list, unsigned);
  case 'H':
    return (unsigned char)va_arg(args->list, unsigned);
  default:
    return va_arg(args->list, unsigned);
  }
}

static void put_hexadecimal(struct output *out, const struct directive *d,
                            uint64_t value) {
  const char *prefix = d->conversion == 'X' ? "0X" : "0x";
  put_number(out, d, value, 16, d->alternate && value ? prefix : "");
}

static void skip_floating_argument(const struct directive *d,
                                   struct arguments *args) {
  if (d->length != 'L') {
    (void)va_arg(args->list, double);
    return;
  }
  (void)va_arg(args->list, long double);
}

/* Prints one directive; false if it is not supported, then its argument is
 * skipped. */
static bool put_directive(struct output *out, struct directive *d,
                          struct arguments *args) {
  switch (d->conversion) {
  case '%':
    put(out, '%');
    return true;
  case 'c':
    put_character(out, d, (char)va_arg(args->list, int));
    return true;
  case 's':
    put_string(out, d, va_arg(args->list, const char *));
    return true;
  case 'd':
  case 'i':
    put_signed(out, d, args);
    return true;
  case 'u':
    put_number(out, d, unsigned_argument(d, args), 10, "");
    return true;
  case 'o':
    put_number(out, d, unsigned_argument(d, args), 8, "");
    return true;
  case 'x':
  case 'X':
    put_hexadecimal(out, d, unsigned_argument(d, args));
    return true;
  case 'p':
    put_number(out, d, (uintptr_t)va_arg(args->list, void *), 16, "0x");
    return true;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    skip_floating_argument(d, args);
    return false;
  case 'n':
    (void)va_arg(args->list, void *);
    return false;
  default:
    return false;
  }
}

size_t format_text(char *buffer, size_t size, const char *format,
                   va_list arguments) {
  struct output out = {buffer, size, 0};
  struct arguments args;
  va_copy(args.list, arguments);
  while (*format) {
    if (*format != '%') {
      put(&out, *format++);
      continue;
    }
    struct directive d;
    const char *end = parse_directive(format + 1, &d, &args);
    if (!put_directive(&out, &d, &args))
      put_span(&out, format, (int)(end - format));
    format = end;
  }
  va_end(args.list);
  return out.length;
}
