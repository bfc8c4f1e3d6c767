// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A remote call starts an event handler by its activation id; the handler receives the argument of
// run, not that of the attributes, keeps global state from one activation to the next, and reads
// the same id as the host.
// PROVES: R-EH-05 R-EH-06 R-DCTX-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=1 DPA_ENGINE=interp dpa-run -- %t/host
// RUN: env DPA_SEED=7 dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static volatile uint64_t sum, activations;
static volatile uint32_t seen_id;

__dpa_global__ void add(uint64_t argument) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  seen_id = flexio_dev_get_thread_id(context);
  sum += argument;
  __atomic_add_fetch(&activations, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}

__dpa_rpc__ uint64_t get_sum(void) { return sum; }
__dpa_rpc__ uint64_t get_activations(void) {
  return __atomic_load_n(&activations, __ATOMIC_SEQ_CST);
}
__dpa_rpc__ uint64_t get_id(void) { return seen_id; }

//--- host.c
#include "host.h"

flexio_func_t add, activate, get_sum, get_activations, get_id;

static uint64_t call(struct flexio_process *process, flexio_func_t *function) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &result));
  return result;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler_attr attributes = {.host_stub_func = add,
                                                 .arg = 1000};
  struct flexio_event_handler *handler = NULL;
  uint64_t n;

  EXPECT_SUCCESS(flexio_event_handler_create(process, &attributes, &handler));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 5));
  EXPECT(call(process, get_activations) == 0);
  for (n = 1; n <= 20; n++) {
    EXPECT_SUCCESS(
        flexio_process_call(process, activate, NULL,
                            flexio_event_handler_get_activation_id(handler)));
    while (call(process, get_activations) != n)
      ;
    EXPECT(call(process, get_sum) == 5 * n);
  }
  EXPECT(call(process, get_id) == flexio_event_handler_get_id(handler));
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_FAILED(flexio_event_handler_destroy(handler));
  EXPECT(flexio_event_handler_get_id(handler) == UINT32_MAX);
  EXPECT(flexio_event_handler_get_activation_id(NULL) == UINT32_MAX);
  EXPECT(flexio_event_handler_get_obj_id(NULL) == UINT32_MAX);
  EXPECT(flexio_event_handler_get_thread(NULL) == NULL);
  EXPECT(flexio_event_handler_get_thread_obj(NULL) == NULL);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
