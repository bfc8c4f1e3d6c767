// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After a window access that is not allowed a handler continues in the error handler of its
// process, with errno set; the error handler reschedules, and the same handler receives its next
// events. Such an access in the error handler ends the process; so does a fault in other memory,
// with or without an error handler.
// PROVES: R-PROC-08
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_ENGINE=interp dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=8 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>

enum { LOAD, STORE, COPY_TO_HOST, COPY_FROM_HOST, NULL_POINTER };

static volatile uint64_t window, key, errors, seen, last_id, runs, after, again;

static uint64_t buffer[8];

static void access_memory(uint64_t how, uint64_t address) {
  flexio_uintptr_t pointer = 0;

  flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                           (uint32_t)key);
  flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address, &pointer);
  switch (how) {
  case LOAD:
    (void)*(volatile uint64_t *)pointer;
    break;
  case STORE:
    *(volatile uint64_t *)pointer = 1;
    break;
  case COPY_TO_HOST:
    flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, address, buffer,
                                   sizeof buffer);
    break;
  case COPY_FROM_HOST:
    flexio_dev_window_copy_from_host(FLEXIO_DEV_WINDOW_ENTITY_0, buffer,
                                     address, sizeof buffer);
    break;
  case NULL_POINTER:
    *(volatile uint64_t *)8 = 1;
    break;
  }
  after++;
}

static volatile uint64_t how_to, address_to;

__dpa_global__ void act(uint64_t argument) {
  (void)argument;
  runs++;
  access_memory(how_to, address_to);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void on_error(uint64_t thread, uint64_t error) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  errors++;
  seen = (uint64_t)context == thread && error == flexio_dev_get_errno(context)
             ? error
             : 99;
  last_id = flexio_dev_get_thread_id(context);
  if (again)
    access_memory(how_to, address_to);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t set(uint64_t new_window, uint64_t new_key) {
  window = new_window;
  return key = new_key;
}
__dpa_rpc__ uint64_t order(uint32_t id, uint64_t how, uint64_t address) {
  how_to = how;
  address_to = address;
  flexio_dev_event_handler_activate(id);
  return 0;
}
/* Counts of runs, of runs that continued after their access, and of errors. */
__dpa_rpc__ uint64_t counts(void) {
  return runs * 10000 + after * 100 + errors;
}
__dpa_rpc__ uint64_t get_seen(void) { return seen * 10000 + last_id; }
__dpa_rpc__ uint64_t set_again(void) { return again = 1; }

//--- host.c
#include "handler.h"
#include "registered-memory.h"

flexio_func_t act, on_error, set, order, counts, get_seen, set_again;

enum { LOAD, STORE, COPY_TO_HOST, COPY_FROM_HOST, NULL_POINTER };

struct setting {
  struct flexio_process *process;
  struct ibv_mr *memory;
  uint32_t handler;
};

static struct setting start(struct ibv_context *context,
                            bool has_error_handler) {
  struct setting made = {.process = create_process(context)};
  struct flexio_window *window = NULL;
  struct flexio_event_handler *handler;
  struct ibv_pd *pd = flexio_process_get_pd(made.process);
  uint64_t result;

  if (has_error_handler)
    EXPECT_SUCCESS(flexio_process_error_handler_set(made.process, on_error));
  handler = create_handler(made.process, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  made.handler = flexio_event_handler_get_activation_id(handler);
  made.memory = register_memory(pd, 64, IBV_ACCESS_LOCAL_WRITE);
  EXPECT_SUCCESS(flexio_process_call(made.process, set, &result,
                                     create_window(made.process, pd, &window),
                                     (uint64_t)made.memory->lkey));
  return made;
}

static flexio_status activate(struct setting in, uint64_t how,
                              uint64_t offset) {
  uint64_t address = (uint64_t)(uintptr_t)in.memory->addr + offset;

  return flexio_process_call(in.process, order, NULL, in.handler, how, address);
}

/* The end of the process, and of its memory. */
static void expect_end(struct setting in, uint64_t how) {
  EXPECT_SUCCESS(activate(in, how, 64));
  while (flexio_err_status_get(in.process) == 0)
    ;
  EXPECT(is_readable(flexio_err_handler_fd(in.process)));
  free_memory(in.memory);
  EXPECT_SUCCESS(flexio_process_destroy(in.process));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct setting in = start(context, true);

  setvbuf(stdout, NULL, _IOLBF, 0);
  for (uint64_t how = LOAD; how <= COPY_FROM_HOST; how++) {
    uint64_t n = how + 1;

    EXPECT_SUCCESS(activate(in, how, 64));
    EXPECT(call0(in.process, counts) == (2 * n - 1) * 10000 + how * 100 + n);
    EXPECT(call0(in.process, get_seen) == 10256);
    EXPECT_SUCCESS(activate(in, how, 0));
    EXPECT(call0(in.process, counts) == 2 * n * 10000 + n * 100 + n);
  }
  EXPECT(flexio_err_status_get(in.process) == 0);
  EXPECT(!is_readable(flexio_err_handler_fd(in.process)));
  puts("in the error handler");
  call0(in.process, set_again);
  expect_end(in, STORE);
  // CHECK: flexio: error: process: 'test_app' on 'mlx5_0': load access fault at address 0x4{{[0-9a-f]+}}, pc 0x{{[0-9a-f]+}} (access_memory+0x{{[0-9a-f]+}}), EU {{[0-9]+}}, thread 256: mkey 0x[[KEY:[0-9a-f]+]]: 8 bytes at host address 0x{{[0-9a-f]+}} are not inside the region of 64 bytes at host address 0x{{[0-9a-f]+}}; passed to the error handler
  // CHECK-NEXT: store access fault {{.*}}: mkey 0x[[KEY]]: {{.*}}; passed to the error handler
  // CHECK-NEXT: store access fault {{.*}}: mkey 0x[[KEY]]: {{.*}}; passed to the error handler
  // CHECK-NEXT: load access fault {{.*}}: mkey 0x[[KEY]]: {{.*}}; passed to the error handler
  // CHECK-NEXT: in the error handler
  // CHECK-NEXT: flexio: error: process: 'test_app' on 'mlx5_0': store access fault at address 0x4{{.*}}: mkey {{.*}} are not inside the region of 64 bytes at host address 0x{{[0-9a-f]+}}; passed to the error handler
  // CHECK-NEXT: flexio: error: process: 'test_app' on 'mlx5_0' ended: store access fault at address 0x4{{.*}}: mkey 0x{{[0-9a-f]+}}: 8 bytes at host address 0x{{[0-9a-f]+}} are not inside the region of 64 bytes
  puts("other memory");
  expect_end(start(context, true), NULL_POINTER);
  // CHECK-NEXT: other memory
  // CHECK-NEXT: ended: store access fault at address 0x8,
  puts("no error handler");
  expect_end(start(context, false), LOAD);
  // CHECK-NEXT: no error handler
  // CHECK-NEXT: ended: load access fault at address 0x4{{.*}} are not inside the region of 64 bytes
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
