// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The printf family of the device's C library: conversions, flags, width, precision and modifiers
// as in the Flex IO manual, on streams that the program connects to its own functions; and the rest
// of stdio.
// PROVES: R-LIBC-01 R-LIBC-02 R-LIBC-06 R-LIBC-07 R-LIBC-08 R-LIBC-10 R-LIBC-11 R-LIBC-12 R-LIBC-13 R-LIBC-14
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-libc/inttypes.h>
#include <libflexio-libc/stdio.h>
#include <libflexio-libc/string.h>
#include <stdarg.h>
#include <stdint.h>

#ifndef PICOLIBC_STDIO_GLOBALS
#error "PICOLIBC_STDIO_GLOBALS is not defined"
#endif
_Static_assert(EOF == -1 && _FDEV_ERR == -1 && _FDEV_EOF == -2, "values");
_Static_assert(_FDEV_SETUP_RW == (_FDEV_SETUP_READ | _FDEV_SETUP_WRITE), "");

static char text[600];
static unsigned length;
static int refuses, flushes;

static int keep(char c, FILE *stream) {
  (void)stream;
  if (refuses)
    return _FDEV_ERR;
  text[length++] = c;
  text[length] = 0;
  return 0;
}

static int flush(FILE *stream) {
  (void)stream;
  return ++flushes;
}

static const char *input = "";
static int take(FILE *stream) {
  (void)stream;
  if (!*input)
    return _FDEV_EOF;
  return *input == '!' ? _FDEV_ERR : *input++;
}

static FILE console = FDEV_SETUP_STREAM(keep, NULL, _FDEV_SETUP_WRITE);
static FILE full = FDEV_SETUP_STREAM(keep, take, flush, _FDEV_SETUP_RW);
static FILE read_only = FDEV_SETUP_STREAM(NULL, take, _FDEV_SETUP_READ);

/* The program defines those of these that it uses. */
FILE *stdout = &console;
FILE *const stdin = &full;

static void begin(void) { text[length = 0] = 0; }

/* Prints the same text to a stream and to a string: both return the same count. */
static int gives(const char *expected, const char *format, ...) {
  char line[600];
  va_list list, copy;
  int count, by_string;

  va_start(list, format);
  va_copy(copy, list);
  begin();
  count = vfprintf(&console, format, list);
  by_string = vsnprintf(line, sizeof line, format, copy);
  va_end(copy);
  va_end(list);
  return strcmp(text, expected) == 0 && strcmp(line, expected) == 0 &&
         count == (int)strlen(expected) && by_string == count;
}

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__;                                                         \
  } while (0)

__dpa_rpc__ uint64_t conversions(void) {
  EXPECT(gives("plain 100%", "plain 100%%"));
  EXPECT(gives("-5 6 -7", "%d %i %ld", -5, 6, -7L));
  EXPECT(gives("7 4294967295 18446744073709551615", "%u %u %lu", 7, -1, -1L));
  EXPECT(gives("17 ff FF 1f 0", "%o %x %X %lx %x", 15, 255, 255, 31L, 0));
  EXPECT(gives("A string", "%c %s", 'A', "string"));
  EXPECT(gives("in ROM", "%S", "in ROM"));
  EXPECT(gives("0x80001000 0", "%p %p", (void *)0x80001000, (void *)0));
  EXPECT(gives("9223372036854775807 -9223372036854775808", "%ld %" PRIi64,
               INT64_MAX, INT64_MIN));
  return 0;
}

__dpa_rpc__ uint64_t flags(void) {
  EXPECT(gives("017 0 0x1f 0X1F 0", "%#o %#o %#x %#X %#x", 15, 0, 31, 31, 0));
  EXPECT(gives("||", "|%#.0o%.0d|", 0, 0));
  EXPECT(gives("5 5 s c", "%#d %#u %#s %#c", 5, 5, "s", 'c'));
  EXPECT(gives("00042 -0042 0x002a", "%05d %05d %#06x", 42, -42, 42));
  EXPECT(gives("  042 042  ", "%05.3d %-05.3d", 42, 42));
  EXPECT(gives("42   |", "%-05d|", 42));
  EXPECT(gives("+5 -5  5 +5", "%+d %+d % d %+ d", 5, -5, 5, 5));
  EXPECT(gives("   42|42   |  abc|abc  |", "%5d|%-5d|%5s|%-5s|", 42, 42, "abc",
               "abc"));
  EXPECT(gives("123456 abcdef", "%3d %3s", 123456, "abcdef"));
  EXPECT(gives("00007 abc  ||", "%.5d %.3s  |%.s|", 7, "abcdef", "gone"));
  char open[3] = {'x', 'y', 'z'};
  EXPECT(gives("xyz xy", "%.3s %.2s", open, open));
  return 0;
}

__dpa_rpc__ uint64_t limits(void) {
  char wide[256];

  memset(wide, ' ', sizeof wide);
  strcpy(wide + 254, "5");
  EXPECT(gives(wide, "%255d", 5));
  EXPECT(gives(wide, "%300d", 5));
  memset(wide, '0', 254);
  EXPECT(gives(wide, "%.255d", 5) && gives(wide, "%.99999d", 5));
  EXPECT(gives("70000 70000 300 5", "%hd %hhd %hhhu %d", 70000, 70000, 300, 5));
  /* ll and * end the conversions: the rest of the format is printed unchanged. */
  EXPECT(gives("before %lld %d 100%%", "before %lld %d 100%%", 1LL, 2));
  EXPECT(gives("%llu", "%llu", 1ULL) &&
         gives("7 %08llx\n", "%d %08llx\n", 7, 1LL));
  EXPECT(gives("before %*d %s", "before %*d %s", 5, 1, (char *)1));
  EXPECT(gives("before %-.*d after", "before %-.*d after", 5, 1));
  EXPECT(gives("? ? ? 5", "%f %e %g %d", 1.5, 2.5, 3.5, 5));
  EXPECT(gives("%y 5 %", "%y %d %", 5));
  return 0;
}

/* To stdout and to a string; true if both are `expected`. */
static int by_list(const char *expected, const char *format, ...)
    __FORMAT_ATTRIBUTE__(printf, 2, 3);
static int by_list(const char *expected, const char *format, ...) {
  char line[32];
  va_list list, copy;
  int count, by_string;

  va_start(list, format);
  va_copy(copy, list);
  begin();
  count = vprintf(format, list);
  by_string = vsprintf(line, format, copy);
  va_end(copy);
  va_end(list);
  return count == by_string && strcmp(text, expected) == 0 &&
         strcmp(line, expected) == 0;
}

__dpa_rpc__ uint64_t strings(void) {
  char line[8] = "xxxxxxx";

  EXPECT(snprintf(line, 4, "%d", 123456) == 6 && strcmp(line, "123") == 0);
  EXPECT(line[4] == 'x');
  EXPECT(snprintf(line, 0, "%d", 7) == 1 && line[0] == '1');
  EXPECT(snprintf(NULL, 0, "%s", "four") == 4);
  EXPECT(by_list("12 text", "%d %s", 12, "text"));
  EXPECT(sprintf(line, "%d%c", 12, '!') == 3 && strcmp(line, "12!") == 0);
  return 0;
}

__dpa_rpc__ uint64_t streams(void) {
  begin();
  EXPECT(printf("%d\n", 5) == 2 && puts("line") >= 0 && putchar('c') == 'c');
  EXPECT(putc('d', stdout) == 'd' && fputs("fputs", stderr) == 0);
  EXPECT(fprintf(&full, "|%s", "full") == 5);
  EXPECT(strcmp(text, "5\nline\ncdfputs|full") == 0);
  EXPECT(fflush(stdout) == 0 && fflush(&full) == 1 && flushes == 1);
  EXPECT(fprintf(&read_only, "text") == EOF);
  input = "ab";
  EXPECT(getc(stdin) == 'a' && fgetc(stdin) == 'b' && !feof(stdin));
  EXPECT(getc(stdin) == EOF && feof(stdin) && !ferror(stdin));
  clearerr(stdin);
  EXPECT(!feof(stdin));
  input = "!";
  EXPECT(getc(&read_only) == EOF && ferror(&read_only) && !feof(&read_only));
  clearerr(&read_only);
  EXPECT(!ferror(&read_only));
  refuses = 1;
  EXPECT(fputs("lost", &console) == EOF);
  EXPECT(fprintf(&console, "lost") == EOF && ferror(&console));
  clearerr(&console);
  refuses = 0;
  FILE made;
  fdev_setup_stream(&made, keep, NULL, flush, _FDEV_SETUP_WRITE);
  begin();
  EXPECT(fprintf(&made, "%s\r\n", "made") == 6);
  EXPECT(strcmp(text, "made\r\n") == 0);
  EXPECT(fdev_close(&made) == 2);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t conversions, flags, limits, strings, streams;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_func_t *parts[] = {conversions, flags, limits, strings, streams};

  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    uint64_t line = 0;
    EXPECT_SUCCESS(flexio_process_call(process, parts[i], &line));
    if (line)
      printf("failed: line %lu of the device code\n", (unsigned long)line);
    EXPECT(line == 0);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
