// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats that the device's formatters do not convert are warned about: floating point, and what
// the C library of the device leaves out.
// DIAGNOSTIC: UnsupportedFormat
// DEFINE: %{compile} = %clang_dpa -fsyntax-only -Werror -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API %s
// RUN: %{compile} 2>&1 | FileCheck %s --strict-whitespace
// RUN: %{compile} -fplugin-arg-dpacc-Wno-dpa-unsupported-format 2>&1 | count 0
// RUN: %{compile} -DFLEXIO_DEV_NO_FORMAT_CHECK 2>&1 | FileCheck %s --check-prefix=LIBC
// RUN: not %{compile} -fplugin-arg-dpacc-Werror=dpa-unsupported-format

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-libc/stdio.h>
#include <stdarg.h>

// CHECK-NOT: {{^}}{{.*}}warning
void message(double real, long double longer, int number, int *place) {
  // CHECK: [[#@LINE+1]]:24: warning: device messages do not convert '%f': it is printed as it is written [-Wdpa-unsupported-format]
  flexio_dev_print("%d %f\n", number, real);
  // CHECK: [[#@LINE+2]]:25: warning: device messages do not convert '%5.2e'
  // CHECK: [[#@LINE+1]]:31: warning: device messages do not convert '%Lg'
  flexio_dev_msg(0, 4, "%5.2e %Lg %d\n", real, longer, number);
  // CHECK: [[#@LINE+1]]:21: warning: device messages do not convert '%n'
  flexio_dev_print("%n %d\n", place, number);
  // CHECK: [[#@LINE+1]]:21: warning: device messages do not convert '%y'
  flexio_dev_print("%y %d\n", number);
  // CHECK: [[#@LINE+1]]:24: warning: device messages do not convert '%'
  flexio_dev_print("100%");
  // CHECK: [[#@LINE+1]]:21: warning: device messages do not convert '%1$d'
  flexio_dev_print("%1$d\n", number);
  // CHECK: [[#@LINE+1]]:21: warning: device messages do not convert '%'d'
  flexio_dev_print("%'d\n", number);
}

// LIBC-NOT: device messages
void library(char *line, FILE *stream, double real, long long large, const char *text, va_list list) {
  // CHECK: [[#@LINE+2]]:18: warning: the device's printf does not convert '%lld': it is printed as it is written, and so is the rest of the format [-Wdpa-unsupported-format]
  // LIBC: [[#@LINE+1]]:18: warning: the device's printf does not convert '%lld'
  sprintf(line, "%lld\n", large);
  // CHECK: [[#@LINE+1]]:25: warning: the device's printf does not convert '%*d': {{.*}} rest
  snprintf(line, 9, "%d %*d %*d\n", 4, 5, 6, 7, 8);
  // CHECK: [[#@LINE+1]]:20: warning: the device's printf does not convert '%.*s': {{.*}} rest
  fprintf(stream, "%.*s\n", 3, text);
  // CHECK: [[#@LINE+1]]:14: warning: the device's printf does not convert '%.3f': it is printed as '?' [-Wdpa-unsupported-format]
  printf("%s %.3f\n", text, real);
  // CHECK: [[#@LINE+1]]:12: warning: the device's printf does not convert '%llx'
  vprintf("%llx\n", list);
  // CHECK: [[#@LINE+1]]:26: warning: the device's printf does not convert '%a'
  vsnprintf(line, 8, "%d %a", list);
}

// CHECK-NOT: warning:
void fine(char *line, int number, const char *text, const char *format, va_list list) {
  flexio_dev_print("%lld %*d %c %s %o %X %p %i %u %%\n", (long long)number, 5, number, number, text, number, number, line, number, number);
  snprintf(line, 80, "%ld %5d %-3c %.2s %#o %X %p %i %u %hd %hhu %zu %%\n", (long)number, number, number, text, number, number, line, number, number, (short)number, (unsigned char)number, sizeof line);
  vsnprintf(line, 80, format, list);
}
// CHECK: 14 warnings generated
