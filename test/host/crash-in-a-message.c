// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A message whose string or format cannot be read ends the process, and the host's log names the
// function that sent it, not only the device library's.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: 'bad_string' {{.*}} load access fault at address 0x10, pc 0x4{{[0-9a-f]+}} (message_copy_string+0x{{[0-9a-f]+}}), {{.*}}called from 0x4{{[0-9a-f]+}} (flexio_dev_msg+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (bad_string+0x{{[0-9a-f]+}}), EU
// CHECK: 'bad_second_string' {{.*}} address 0x20, {{.*}} called from 0x4{{[0-9a-f]+}} (bad_second_string+0x
// CHECK: 'bad_precise_string' {{.*}} address 0x30, {{.*}} called from 0x4{{[0-9a-f]+}} (bad_precise_string+0x
// CHECK: 'bad_format' {{.*}} address 0x40, {{.*}} called from 0x4{{[0-9a-f]+}} (bad_format+0x
// CHECK: 'bad_puts' {{.*}} address 0x50, {{.*}} called from 0x4{{[0-9a-f]+}} (bad_puts+0x
// CHECK: 'deep' {{.*}} address 0x60, {{.*}} called from 0x4{{[0-9a-f]+}} (report+0x
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t bad_string(uint64_t address) {
  flexio_dev_print("%s\n", (const char *)address);
  return 0;
}

__dpa_rpc__ uint64_t bad_second_string(uint64_t address) {
  flexio_dev_msg_err(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID, "%s %d %.3s\n", "first",
                     5, (const char *)address);
  return 0;
}

__dpa_rpc__ uint64_t bad_precise_string(uint64_t address) {
  flexio_dev_msg_broadcast(FLEXIO_MSG_DEV_INFO, "%.*s\n", 3,
                           (const char *)address);
  return 0;
}

__dpa_rpc__ uint64_t bad_format(uint64_t address) {
  flexio_dev_msg_dflt(FLEXIO_MSG_DEV_INFO, (const char *)address, 1);
  return 0;
}

__dpa_rpc__ uint64_t bad_puts(uint64_t address) {
  flexio_dev_puts(0, (char *)address);
  return 0;
}

__attribute__((noinline)) static void report(int level, const char *text) {
  flexio_dev_print("level %d: %s\n", level, text);
  __asm__ volatile("");
}

__dpa_rpc__ uint64_t deep(uint64_t address) {
  report(2, "good");
  report(3, (const char *)address);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t bad_string, bad_second_string, bad_precise_string, bad_format,
    bad_puts, deep;

int main(void) {
  struct ibv_context *context = open_device();
  flexio_func_t *functions[] = {bad_string,         bad_second_string,
                                bad_precise_string, bad_format,
                                bad_puts,           deep};

  for (uint64_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    struct flexio_process *process = create_process(context);
    create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
    EXPECT(flexio_process_call(process, functions[i], NULL, 16 * (i + 1)) ==
           FLEXIO_STATUS_FATAL_ERR);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  fprintf(stderr, "done\n");
  return 0;
}
