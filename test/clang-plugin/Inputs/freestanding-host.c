// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of a C library that host.c of signatures.py needs, for an AArch64 Linux host that has
// none installed: start, exit, memset, memcpy, memmove, and a printf that supports %s, %u, %zu and
// %lx.
#include <stdarg.h>
#include <stddef.h>

int main(void);
int printf(const char *format, ...);

static long systemCall(long number, long first, long second, long third) {
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = first,
                   x1 __asm__("x1") = second, x2 __asm__("x2") = third;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}

static char output[1 << 20];
static size_t used;

static void flush(void) {
  for (size_t done = 0; done < used;) {
    long written =
        systemCall(64, 1, (long)(output + done), (long)(used - done));
    if (written <= 0)
      systemCall(93, 1, 0, 0);
    done += (size_t)written;
  }
  used = 0;
}

static void put(char c) {
  if (used == sizeof output)
    flush();
  output[used++] = c;
}

static void putNumber(unsigned long number, unsigned base) {
  if (number >= base)
    putNumber(number / base, base);
  put("0123456789abcdef"[number % base]);
}

int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format; ++format) {
    if (*format != '%') {
      put(*format);
      continue;
    }
    ++format;
    if (*format == 's')
      for (const char *text = va_arg(arguments, const char *); *text; ++text)
        put(*text);
    else if (*format == 'u')
      putNumber(va_arg(arguments, unsigned), 10);
    else if (*format == 'z' && *++format == 'u')
      putNumber(va_arg(arguments, size_t), 10);
    else if (*format == 'l' && *++format == 'x')
      putNumber(va_arg(arguments, unsigned long), 16);
  }
  va_end(arguments);
  return 0;
}

void *memset(void *to, int value, size_t n) {
  for (size_t i = 0; i < n; ++i)
    ((volatile char *)to)[i] = (char)value;
  return to;
}

void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; ++i)
    ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  if ((char *)to <= (const char *)from)
    return memcpy(to, from, n);
  for (size_t i = n; i > 0; --i)
    ((volatile char *)to)[i - 1] = ((const char *)from)[i - 1];
  return to;
}

void _start(void) {
  int status = main();
  flush();
  systemCall(93, status, 0, 0);
}
