// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process reads and writes its own memory at addresses where another process has other data, ends
// when it accesses the operating system's memory, and cannot use the other's windows.
// PROVES: R-RTOS-05
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint64_t secret;

__dpa_rpc__ uint64_t set_secret(uint64_t value) {
  secret = value;
  return (uint64_t)&secret;
}

__dpa_rpc__ uint64_t read_at(uint64_t address) {
  return *(volatile uint64_t *)address;
}

__dpa_rpc__ uint64_t write_at(uint64_t address, uint64_t value) {
  *(volatile uint64_t *)address = value;
  return 0;
}

/* How often memory contains the complement of `value`, which this call itself does not store
 * anywhere. */
__dpa_rpc__ uint64_t search(uint64_t first, uint64_t last, uint64_t value) {
  uint64_t found = 0;

  for (uint64_t address = first; address < last; address += 8)
    found += *(volatile uint64_t *)address == ~value;
  return found;
}

__dpa_rpc__ uint64_t use_window(uint64_t window, uint64_t key) {
  return (uint64_t)flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                                            (uint16_t)window, (uint32_t)key);
}

//--- host.c
#include "registered-memory.h"

flexio_func_t set_secret, read_at, write_at, search, use_window;

static uint64_t ask(struct flexio_process *process, flexio_func_t *function,
                    uint64_t a, uint64_t b, uint64_t c) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &result, a, b, c));
  return result;
}

static void expect_end(struct ibv_context *context, flexio_func_t *function,
                       uint64_t address) {
  struct flexio_process *process = create_process(context);

  EXPECT(flexio_process_call(process, function, NULL, address, UINT64_C(1)) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  const uint64_t value = 0x1234567890abcdef;
  struct ibv_context *context = open_device();
  struct flexio_process *owner = create_process(context);
  struct flexio_process *thief = create_process(context);
  flexio_uintptr_t buffer, same;

  uint64_t secret = ask(owner, set_secret, value, 0, 0);
  EXPECT(ask(thief, read_at, secret, 0, 0) == 0);
  ask(thief, write_at, secret, 1, 0);
  EXPECT(ask(owner, read_at, secret, 0, 0) == value);
  EXPECT_SUCCESS(flexio_buf_dev_alloc(owner, 64, &buffer));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(thief, 64, &same));
  EXPECT(buffer == same);
  ask(owner, write_at, buffer, value, 0);
  ask(thief, write_at, same, 2, 0);
  EXPECT(ask(owner, read_at, buffer, 0, 0) == value);
  EXPECT(ask(thief, search, 0x80000000, 0x80400000, ~value) == 0);
  EXPECT(ask(owner, search, 0x80000000, 0x80400000, ~value) >= 2);

  /* The number of the owner's window does not exist in the other process. */
  struct ibv_pd *pd = flexio_process_get_pd(owner);
  struct ibv_mr *memory = register_memory(pd, 64, IBV_ACCESS_LOCAL_WRITE);
  struct flexio_window *window, *own;
  uint64_t id = create_window(owner, pd, &window);
  EXPECT(ask(owner, use_window, id, memory->lkey, 0) == 0);
  EXPECT(ask(thief, use_window, id, memory->lkey, 0) == 1);
  // CHECK: window: window 1 does not exist
  id = create_window(thief, flexio_process_get_pd(thief), &own);
  EXPECT(ask(thief, use_window, id, memory->lkey, 0) == 1);
  // CHECK: belongs to another protection domain than the window

  expect_end(context, read_at, 0x10000000); /* firmware */
  expect_end(context, write_at, 0x10000000);
  expect_end(context, read_at, 0x10100000);  /* mailbox */
  expect_end(context, write_at, 0xc0100008); /* control registers */
  // CHECK: load access fault at address 0x10000000
  // CHECK: store access fault at address 0x10000000
  // CHECK: load access fault at address 0x10100000
  // CHECK: store access fault at address 0xc0100008
  EXPECT(flexio_err_status_get(owner) == 0 &&
         flexio_err_status_get(thief) == 0);
  EXPECT_SUCCESS(flexio_window_destroy(window));
  free_memory(memory);
  EXPECT_SUCCESS(flexio_process_destroy(thief));
  EXPECT(ask(owner, read_at, secret, 0, 0) == value);
  EXPECT_SUCCESS(flexio_process_destroy(owner));
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
