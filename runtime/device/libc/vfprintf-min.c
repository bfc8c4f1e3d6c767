/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The small vfprintf of libprintf_min.a, chosen by "-Wl,-u,vfprintf
 * -lprintf_min" (Flex IO manual, section 2.4): the conversions of vfprintf.c;
 * of flags, width and precision only # and the precision of a string count, the
 * others are parsed and ignored.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

struct output {
  FILE *stream;
  int count;
};

static void put(struct output *out, char c) {
  out->stream->put(c, out->stream);
  out->count++;
}

static void put_number(struct output *out, unsigned long value, unsigned base,
                       char ten) {
  char digits[24];
  unsigned count = 0;
  do {
    unsigned digit = (unsigned)(value % base);
    digits[count++] = (char)(digit < 10 ? '0' + digit : ten + digit - 10);
  } while (value /= base);
  while (count)
    put(out, digits[--count]);
}

static void put_string(struct output *out, const char *text, int most) {
  for (; most != 0 && *text; most--)
    put(out, *text++);
}

/* Behind flags, width and precision, which is -1 if there is none. */
static const char *skip_fields(const char *at, bool *alternate,
                               int *precision) {
  for (*alternate = false;
       *at == '#' || *at == '0' || *at == '-' || *at == ' ' || *at == '+'; at++)
    *alternate |= *at == '#';
  while (*at >= '0' && *at <= '9')
    at++;
  *precision = -1;
  if (*at == '.')
    for (*precision = 0, at++; *at >= '0' && *at <= '9'; at++)
      *precision = *precision < 255 ? *precision * 10 + (*at - '0') : 255;
  return at;
}

/* va_list may be an array type; a pointer to this can be passed on. */
struct arguments {
  va_list list;
};

static void put_signed(struct output *out, long value) {
  unsigned long magnitude = (unsigned long)value;
  if (value < 0) {
    put(out, '-');
    magnitude = -magnitude;
  }
  put_number(out, magnitude, 10, 'a');
}

static void put_unsigned(struct output *out, char conversion, bool alternate,
                         unsigned long value) {
  if (alternate && value && conversion != 'u')
    put_string(out,
               conversion == 'o'   ? "0"
               : conversion == 'X' ? "0X"
                                   : "0x",
               -1);
  put_number(out, value,
             conversion == 'u'   ? 10
             : conversion == 'o' ? 8
                                 : 16,
             conversion == 'X' ? 'A' : 'a');
}

static void put_directive(struct output *out, struct arguments *args,
                          char conversion, bool alternate, bool is_long,
                          int precision) {
  switch (conversion) {
  case 'c':
    put(out, (char)va_arg(args->list, int));
    break;
  case 's':
  case 'S':
    put_string(out, va_arg(args->list, const char *), precision);
    break;
  case 'd':
  case 'i':
    put_signed(out,
               is_long ? va_arg(args->list, long) : va_arg(args->list, int));
    break;
  case 'p':
    put_unsigned(out, 'x', true, va_arg(args->list, unsigned long));
    break;
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    put_unsigned(out, conversion, alternate,
                 is_long ? va_arg(args->list, unsigned long)
                         : va_arg(args->list, unsigned));
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    (void)va_arg(args->list, double);
    put(out, '?');
    break;
  default:
    put(out, conversion);
  }
}

int vfprintf(FILE *stream, const char *format, va_list list) {
  struct output out = {stream, 0};
  struct arguments args;
  bool alternate;
  int precision;
  if (!(stream->flags & __SWR))
    return EOF;
  va_copy(args.list, list);
  for (; *format; format++) {
    if (*format != '%') {
      put(&out, *format);
      continue;
    }
    unsigned longs = 0;
    format = skip_fields(format + 1, &alternate, &precision);
    for (; *format == 'h' || *format == 'l'; format++)
      longs += *format == 'l';
    if (longs > 1 || *format == '*' || !*format)
      break;
    put_directive(&out, &args, *format, alternate, longs != 0, precision);
  }
  va_end(args.list);
  return out.count;
}
