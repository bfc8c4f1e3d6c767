// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128 handlers poll for ever, without arming a queue, while remote calls go on; half of them also
// count. The process is destroyed while they poll. The watchdog ends a handler that polls if it was
// set.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 128 2>&1 | FileCheck %s
// RUN: dpa-run --seed=3 --eus=40 -- %t/host 32 2>&1 | FileCheck %s
// RUN: dpa-run --seed=3 --watchdog=0.01 -- %t/host 0 2>&1 | FileCheck --check-prefix=ENDED %s
// RUN: env DPA_WATCHDOG=0.01 dpa-run -- %t/host 0 2>&1 | FileCheck --check-prefix=ENDED %s
// CHECK-NOT: error
// CHECK: done
// ENDED: flexio: error: {{.*}} 'test_app' on 'mlx5_0' {{ended|did not return: the process ended meanwhile}}: watchdog: ran too long, {{.*}}(watch+0x{{.*}}: its limit of 0.01 seconds of processor time is reached{{$}}
// ENDED: done

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

static uint64_t requests, polling, served;
static volatile uint64_t rounds;

static void serve(uint64_t *seen) {
  uint64_t now = __atomic_load_n(&requests, __ATOMIC_ACQUIRE);

  if (now != *seen)
    __atomic_add_fetch(&served, 1, __ATOMIC_RELEASE);
  *seen = now;
}

__dpa_global__ void watch(uint64_t counts) {
  uint64_t seen = 0;

  __atomic_add_fetch(&polling, 1, __ATOMIC_RELEASE);
  for (;;) {
    serve(&seen);
    if (counts)
      rounds++;
  }
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}
__dpa_rpc__ uint64_t get_polling(void) {
  return __atomic_load_n(&polling, __ATOMIC_ACQUIRE);
}
__dpa_rpc__ uint64_t get_served(void) {
  return __atomic_load_n(&served, __ATOMIC_ACQUIRE);
}
__dpa_rpc__ uint64_t request(void) {
  return __atomic_add_fetch(&requests, 1, __ATOMIC_RELEASE);
}

//--- host.c
#include "handler.h"

flexio_func_t watch, activate, get_polling, get_served, request;

/* The call may end with its process if the watchdog is set. */
static flexio_status start(struct flexio_process *process, uint64_t counts) {
  struct flexio_event_handler *handler = create_handler(process, watch);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, counts));
  return flexio_process_call(process, activate, NULL,
                             flexio_event_handler_get_activation_id(handler));
}

/* Argument: the number of handlers; 0: one, whose end is awaited. */
int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  uint64_t handlers = strtoul(argv[argc - 1], NULL, 0);

  if (handlers == 0) {
    struct pollfd failed = {.fd = flexio_err_handler_fd(process),
                            .events = POLLIN};
    start(process, 0);
    EXPECT(poll(&failed, 1, -1) == 1);
    EXPECT(flexio_err_status_get(process) == 33);
  }
  for (uint64_t i = 0; i < handlers; i++)
    EXPECT_SUCCESS(start(process, i % 2));
  if (handlers != 0)
    wait_for(process, get_polling, handlers);
  for (uint64_t i = 1; i <= 3 && handlers != 0; i++) {
    EXPECT(call0(process, request) == i);
    wait_for(process, get_served, i * handlers);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
