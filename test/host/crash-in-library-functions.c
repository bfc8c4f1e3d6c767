// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A crash inside a function of the device libraries (messages, printf, memcpy) names the call in
// the program and all of its callers, with -O0, -O2 and -flto.
// RUN: rm -rf %t && split-file %s %t
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// RUN: %dpacc_bf3 -devicecc-options="-g -O0" %t/device.c -o %t/O0.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O0.a %flexio_libs -o %t/O0
// RUN: dpa-run -- %t/O0 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -devicecc-options="-g -O2" %t/device.c -o %t/O2.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O2.a %flexio_libs -o %t/O2
// RUN: dpa-run --engine=interp -- %t/O2 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -flto -devicecc-options="-g -O2 -flto" %t/device.c -o %t/lto.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/lto.a %flexio_libs -o %t/lto
// RUN: dpa-run -- %t/lto 2>&1 | FileCheck %s
// CHECK: load access fault at address 0x10, pc 0x{{[0-9a-f]+}} (message_copy_string+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (flexio_dev_msg+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (print+{{.*}}device.c:14), called from {{.*}}(middle+{{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:61), EU
// CHECK: load access fault at address 0x10, pc 0x{{[0-9a-f]+}} (message_copy_string+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (flexio_dev_msg+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (message+{{.*}}device.c:19), called from {{.*}}(middle+{{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:61), EU
// CHECK: load access fault at address 0x10, pc 0x{{[0-9a-f]+}} (message_read_string+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (flexio_dev_puts+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (put_string+{{.*}}device.c:24), called from {{.*}}(middle+{{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:61), EU
// CHECK: load access fault at address 0x10, pc 0x{{[0-9a-f]+}} (vfprintf+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (snprintf+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (print_to_text+{{.*}}device.c:29), called from {{.*}}(middle+{{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:61), EU
// CHECK: load access fault at address 0x10, pc 0x{{[0-9a-f]+}} (vfprintf+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (fprintf+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (print_to_stream+{{.*}}device.c:42), called from {{.*}}(middle+{{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:61), EU
// CHECK: store access fault at address 0x10, pc 0x{{[0-9a-f]+}} (memcpy+{{[^,]+}}, called from 0x{{[0-9a-f]+}} (copy+{{.*}}device.c:47), called from {{.*}}(middle+{{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:61), EU
// CHECK: done

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-libc/stdio.h>
#include <libflexio-libc/string.h>
#include <stdint.h>

/* Not inlined, and with a call that is not its last instruction. */
#define NOINLINE __attribute__((noinline)) static
#define NO_TAIL_CALL __asm__ volatile("")

static char text[64];

NOINLINE void print(uint64_t address) {
  flexio_dev_print("%s\n", (const char *)address);
  NO_TAIL_CALL;
}

NOINLINE void message(uint64_t address) {
  flexio_dev_msg(0, FLEXIO_MSG_DEV_ERROR, "%d %s\n", 5, (const char *)address);
  NO_TAIL_CALL;
}

NOINLINE void put_string(uint64_t address) {
  flexio_dev_puts(0, (char *)address);
  NO_TAIL_CALL;
}

NOINLINE void print_to_text(uint64_t address) {
  snprintf(text, sizeof text, "%s\n", (const char *)address);
  NO_TAIL_CALL;
}

static int put(char c, FILE *stream) {
  (void)stream;
  text[0] = c;
  return 0;
}

NOINLINE void print_to_stream(uint64_t address) {
  FILE stream = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);

  fprintf(&stream, "%s\n", (const char *)address);
  NO_TAIL_CALL;
}

NOINLINE void copy(uint64_t address) {
  memcpy((void *)address, text, (size_t)(*(volatile char *)text + 20));
  NO_TAIL_CALL;
}

typedef void function(uint64_t address);

NOINLINE void middle(function *called, uint64_t address) {
  called(address);
  NO_TAIL_CALL;
}

__dpa_rpc__ uint64_t run(uint64_t how, uint64_t address) {
  static function *const functions[] = {
      print, message, put_string, print_to_text, print_to_stream, copy};
  middle(functions[how], address);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t run;

int main(void) {
  struct ibv_context *context = open_device();

  for (uint64_t how = 0; how < 6; how++) {
    struct flexio_process *process = create_process(context);
    create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
    EXPECT(flexio_process_call(process, run, NULL, how, UINT64_C(16)) ==
           FLEXIO_STATUS_FATAL_ERR);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  fprintf(stderr, "done\n");
  return 0;
}
