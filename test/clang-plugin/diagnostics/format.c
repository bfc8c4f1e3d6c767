// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of device messages are checked against the format like those of printf, also with
// -Werror, which does not turn these warnings into errors; a macro switches the check off.
// DIAGNOSTIC: Format
// DEFINE: %{compile} = %clang_dpa -fsyntax-only -Werror -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API %s
// RUN: %{compile} 2>&1 | FileCheck %s --strict-whitespace
// RUN: %{compile} -fplugin-arg-dpacc-Wno-dpa-format 2>&1 | count 0
// RUN: %{compile} -DFLEXIO_DEV_NO_FORMAT_CHECK 2>&1 | count 0
// RUN: not %{compile} -fplugin-arg-dpacc-Werror=dpa-format

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-libc/inttypes.h>

// CHECK-NOT: {{^}}{{.*}}warning
void wrong(int number, uint64_t large, char *text, void *pointer) {
  // CHECK: [[#@LINE+1]]:21: warning: '%s' needs an argument of type 'char *', this one has type 'int' [-Wdpa-format]
  flexio_dev_print("%s\n", number);
  // CHECK: [[#@LINE+1]]:25: warning: '%d' needs an argument of type 'int', this one has type 'uint64_t' (aka 'unsigned long') [-Wdpa-format]
  flexio_dev_print("%d, %d\n", number, large);
  // CHECK: [[#@LINE+1]]:26: warning: '%lx' needs an argument of type 'unsigned long', this one has type 'int'
  flexio_dev_msg_err(0, "%lx\n", number);
  // CHECK: [[#@LINE+1]]:38: warning: '%08x' needs an argument of type 'unsigned int', this one has type 'void *'
  flexio_dev_msg_dflt(2, "%s " "\t" "%08x\n", text, pointer);
  // CHECK: [[#@LINE+1]]:32: warning: '%p' needs an argument of type 'void *', this one has type 'uint64_t'
  flexio_dev_msg_broadcast(2, "%p\n", large);
  // CHECK: [[#@LINE+1]]:27: warning: '%*d' needs an argument of type 'int', this one has type 'uint64_t'
  flexio_dev_msg_warn(0, "%*d\n", large, number);
  // CHECK: [[#@LINE+1]]:26: warning: '%.*s' needs an argument of type 'int', this one has type 'uint64_t'
  flexio_dev_msg_dbg(0, "%.*s\n", large, text);
}

void miscounted(int number, char *text, int often) {
  // CHECK: [[#@LINE+1]]:24: warning: '%s' has no argument [-Wdpa-format]
  flexio_dev_print("%d %s\n", number);
  // CHECK: [[#@LINE+1]]:24: warning: '%.*s' has no argument
  flexio_dev_print("%d %.*s\n", number, 5);
  // CHECK: [[#@LINE+1]]:40: warning: the format does not use this argument [-Wdpa-format]
  flexio_dev_msg(0, 4, "%d\n", number, text);
  // CHECK: [[#@LINE+1]]:20: warning: the format is not a string literal and has no arguments (expected "%s", ...)
  flexio_dev_print(text);
  // CHECK: [[#@LINE+1]]:32: warning: '%s' has no argument
  flexio_dev_print(often ? "%d %s" : "%d\n", number);
  // CHECK: [[#@LINE+1]]:31: warning: '%s' needs an argument of type 'char *', this one has type 'int'
  static const char form[] = "%s\n";
  flexio_dev_print(form, number);
}

// No warning for integers of the same size, other pointers, and formats that are not known.
// CHECK-NOT: warning:
enum kind { KIND_A, KIND_B = 7 };
void fine(const uint8_t *bytes, long long large, enum kind kind, const char *format, _Bool flag) {
  flexio_dev_print("plain 100%%\n");
  flexio_dev_print("%d %u %x %c %i", -1, 2u, kind, 'c', flag);
  flexio_dev_print("%hx %hhx %hd", bytes[0], (int)large, (short)large);
  flexio_dev_print("%lx %ld %llx %lu %zu %jd", large, (uint64_t)large, (uint64_t)large, sizeof large, (long)large, large);
  flexio_dev_print("%s %.3s %p %p %*d %.*s", bytes, bytes, bytes, format, 5, 6, 7, "text");
  flexio_dev_print("%" PRIu64 " %" PRIx32 " %s", (uint64_t)large, (uint32_t)large, (char *)0);
  flexio_dev_print(format, large, kind);
  flexio_dev_print("%s\n", __func__);
}
// CHECK: 13 warnings generated
