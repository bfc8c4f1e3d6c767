// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A format whose end cannot be read, in the middle of a specification or after more text than the
// local buffer of a message holds, ends the process, and the host's log names the function that
// sent the message. The format ends where the registered memory behind a window does.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__attribute__((noinline)) static void report(const char *format) {
  flexio_dev_msg_dflt(FLEXIO_MSG_DEV_INFO, format, 1);
  __asm__ volatile("");
}

__dpa_rpc__ uint64_t send_format(uint64_t window, uint64_t key,
                                 uint64_t address) {
  flexio_uintptr_t format = 0;

  flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                           (uint32_t)key);
  flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address, &format);
  report((const char *)format);
  return 0;
}

//--- host.c
#include "registered-memory.h"

flexio_func_t send_format;

enum { SIZE = 4096 };

/* Sends a message whose format is the end of the registered memory. */
static void send_end(struct ibv_context *context, const char *name,
                     const char *end) {
  struct flexio_process *process = create_process(context);
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_mr *memory = register_memory(pd, SIZE, IBV_ACCESS_LOCAL_WRITE);
  char *format = (char *)memory->addr + SIZE - strlen(end);
  struct flexio_window *window;
  uint64_t result, id = create_window(process, pd, &window);

  fprintf(stderr, "%s\n", name);
  memcpy(format, end, strlen(end));
  create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  EXPECT(flexio_process_call(process, send_format, &result, id,
                             (uint64_t)memory->lkey,
                             (uint64_t)format) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_window_destroy(window));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  free_memory(memory);
  EXPECT(ibv_dealloc_pd(pd) == 0);
}

int main(void) {
  struct ibv_context *context = open_device();
  char text[601];

  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  send_end(context, "literal text", "text");
  // CHECK: literal text
  // CHECK-NEXT: {{.*}}'send_format' {{.*}}(message_copy_string+0x{{.*}} called from 0x{{[0-9a-f]+}} (report+0x
  send_end(context, "after the percent sign", "text %");
  // CHECK: after the percent sign
  // CHECK-NEXT: {{.*}}'send_format' {{.*}} called from 0x{{[0-9a-f]+}} (report+0x
  send_end(context, "after a length", "text %l");
  // CHECK: after a length
  // CHECK-NEXT: {{.*}}'send_format' {{.*}} called from 0x{{[0-9a-f]+}} (report+0x
  send_end(context, "in a width", "text %1");
  // CHECK: in a width
  // CHECK-NEXT: {{.*}}'send_format' {{.*}} called from 0x{{[0-9a-f]+}} (report+0x
  send_end(context, "after the local buffer", text);
  // CHECK: after the local buffer
  // CHECK-NEXT: {{.*}}'send_format' {{.*}} called from 0x{{[0-9a-f]+}} (report+0x
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
