// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library links into device programs by the official header names; formatting needs no
// floating point.
// PROVES: R-LIBC-16
// RUN: %device_cc -O2 -c %s -o %t.o
// RUN: %device_ld %t.o -o %t.elf
// RUN: llvm-nm %t.elf | FileCheck %s
// CHECK-NOT: __adddf3
// CHECK-NOT: __d_vfprintf
// CHECK-DAG: T vfprintf
// CHECK-DAG: T snprintf
// CHECK-DAG: T strtoumax
// CHECK-DAG: 0000000000000040 B errno
// CHECK-NOT: __d_vfprintf
// CHECK-NOT: __muldf3
#include <libflexio-libc/inttypes.h>
#include <libflexio-libc/stdio.h>
#include <libflexio-libc/string.h>

#include <errno.h>

__attribute__((used, retain)) uint64_t entry(char *to, const char *from) {
  char line[64];
  uint64_t sum = strtoumax(from, NULL, 10) + (uint64_t)errno;
  sum += (uint64_t)snprintf(line, sizeof line, "%" PRIu64 " %s", sum, from);
  memmove(to, line, strlen(line));
  memset(line, 0, sizeof line);
  strncpy(to + 10, strchr(from, 'x'), 3);
  return sum + (uint64_t)memcmp(to, from, 4) + (uint64_t)strcmp(to, from) +
         (strstr(from, "y") != NULL);
}
