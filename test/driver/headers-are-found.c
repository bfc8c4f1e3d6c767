// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SDK's headers and the device's C library are found without an option, and compile without
// warnings.
// PROVES: R-CC-23
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-std=c11 -Wall -Wextra -Werror -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API"
#include <dpaintrin.h>
#include <errno.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-libc/string.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

__dpa_rpc__ uint64_t f(void) {
  char text[8];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  errno = 0;
  return strlen(text);
}
