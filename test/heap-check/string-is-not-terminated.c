// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the C library that read whole doublewords are checked, too: a string that does not end in its buffer is reported with
// the line of the caller, whether the buffer ends with a doubleword or within one; so is a comparison that an uninitialized byte decides.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O1 -fno-builtin"
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
//
// CHECK: invalid read of 8 bytes at 0x{{[0-9a-f]+}} (strlen+0x{{[0-9a-f]+}}),
// CHECK-SAME: called from 0x{{[0-9a-f]+}} (length+0x{{[0-9a-f]+}}, device.c:6)
// CHECK-SAME: is 0 bytes after buffer {{[0-9]+}}, 16 bytes
// CHECK: conditional branch depends on an uninitialized value at 0x{{[0-9a-f]+}} (strlen+0x{{[0-9a-f]+}}),
// CHECK-SAME: called from 0x{{[0-9a-f]+}} (length+0x{{[0-9a-f]+}}, device.c:6)
// CHECK: conditional branch depends on an uninitialized value at 0x{{[0-9a-f]+}} (strcmp+0x{{[0-9a-f]+}}),
// CHECK-SAME: called from 0x{{[0-9a-f]+}} (order+0x{{[0-9a-f]+}}, device.c:13)

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>
#include <string.h>

__dpa_rpc__ uint64_t length(uint64_t string) {
  return strlen((char *)string) + 1;
}

__dpa_rpc__ uint64_t order(uint64_t string) {
  char other[16];

  other[0] = 'a';
  return (uint64_t)strcmp(other, (char *)string);
}

//--- host.c
#include "host.h"

flexio_func_t length, order;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t whole, part;
  uint64_t result;

  EXPECT_SUCCESS(
      flexio_copy_from_host(process, "aaaaaaaaaaaaaaaa", 16, &whole));
  EXPECT_SUCCESS(flexio_copy_from_host(process, "aaaaaaaaaaaaa", 13, &part));
  EXPECT_SUCCESS(
      flexio_process_call(process, length, &result, (uint64_t)whole));
  EXPECT_SUCCESS(flexio_process_call(process, length, &result, (uint64_t)part));
  EXPECT_SUCCESS(flexio_process_call(process, order, &result, (uint64_t)part));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, whole));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, part));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
