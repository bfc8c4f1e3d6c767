// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function of string.h and inttypes.h that the Flex IO manual's headers declare links into
// device code and works.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-libc/inttypes.h>
#include <libflexio-libc/stdio.h>
#include <libflexio-libc/string.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__;                                                         \
  } while (0)

__dpa_rpc__ uint64_t memory(void) {
  char a[16] = "abcdefgh", b[16];

  EXPECT(memchr(a, 'c', 8) == a + 2 && memchr(a, 'z', 8) == NULL);
  EXPECT(memcpy(b, a, 9) == b && memcmp(a, b, 9) == 0);
  EXPECT(memmove(a + 2, a, 6) == a + 2 && memcmp(a, "ababcdef", 8) == 0);
  EXPECT(memset(a, 'x', 3) == a && memcmp(a, "xxxbcdef", 8) == 0);
  EXPECT(memcmp("a", "b", 1) < 0 && memcmp("b", "a", 1) > 0);
  return 0;
}

__dpa_rpc__ uint64_t strings(void) {
  char a[32] = "one";
  const char *text = "a few words, few";

  EXPECT(strcmp(strcat(a, " two"), "one two") == 0);
  EXPECT(strcmp(strncat(a, " three", 3), "one two th") == 0);
  EXPECT(strchr(text, 'f') == text + 2 && strrchr(text, 'f') == text + 13);
  EXPECT(strcmp("a", "b") < 0 && strcoll("b", "a") > 0 && !strcoll("a", "a"));
  EXPECT(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0);
  EXPECT(strcmp(strcpy(a, "copy"), "copy") == 0);
  EXPECT(strncpy(a, "xy", 4) == a && memcmp(a, "xy\0\0", 5) == 0);
  EXPECT(strspn(text, "aefw ") == 7 && strcspn(text, ",") == 11);
  EXPECT(strpbrk(text, ",w") == text + 4 && strstr(text, "words") == text + 6);
  EXPECT(strlen(text) == 16 && strlen(strerror(2)) > 0);
  EXPECT(strxfrm(a, "same", sizeof a) == 4 && strcmp(a, "same") == 0);
  return 0;
}

__dpa_rpc__ uint64_t numbers(void) {
  char line[96], *end;
  imaxdiv_t parts = imaxdiv(-7, 2);

  EXPECT(imaxabs(INT64_C(-5)) == 5 && parts.quot == -3 && parts.rem == -1);
  EXPECT(strtoimax("-0x1fz", &end, 16) == -31 && *end == 'z');
  EXPECT(strtoumax("18446744073709551615", NULL, 10) == UINT64_MAX);
  snprintf(line, sizeof line,
           "%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRId64 " %" PRIuLEAST32
           " %" PRIdFAST8 " %" PRIuMAX " %" PRIxPTR " %" PRIX64 " %" PRIo32,
           (int8_t)-1, (uint16_t)2, 0xabu, INT64_C(-4), (uint_least32_t)5,
           (int_fast8_t)6, UINTMAX_C(7), (uintptr_t)0x80, UINT64_C(0xcd), 8u);
  EXPECT(strcmp(line, "-1 2 ab -4 5 6 7 80 CD 10") == 0);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t memory, strings, numbers;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_func_t *parts[] = {memory, strings, numbers};

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
