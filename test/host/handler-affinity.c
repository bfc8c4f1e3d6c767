// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler with strict affinity runs on that unit each time; a unit, group or kind of affinity
// that does not exist is rejected.
// PROVES: R-EU-02 R-EU-04
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_MESSAGE_PREFIX=eu dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_MESSAGE_PREFIX=eu DPA_SEED=4 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static uint64_t runs;

__dpa_global__ void report(uint64_t argument) {
  flexio_dev_print("handler %lu\n", argument);
  __atomic_add_fetch(&runs, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}
__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}
__dpa_rpc__ uint64_t get_runs(void) {
  return __atomic_load_n(&runs, __ATOMIC_SEQ_CST);
}

//--- host.c
#include "handler.h"

flexio_func_t report, activate, get_runs;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_affinity strict = {FLEXIO_AFFINITY_STRICT, 0};
  struct flexio_event_handler_attr attributes = {.host_stub_func = report,
                                                 .affinity = strict};
  struct flexio_event_handler *handler;
  uint64_t runs = 0;
  const uint32_t units[] = {0, 7, 15, 7};

  setbuf(stdout, NULL);
  create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  for (unsigned i = 0; i < 4; i++) {
    attributes.affinity.id = units[i];
    handler = create_handler_with(process, attributes);
    EXPECT_SUCCESS(flexio_event_handler_run(handler, units[i]));
    for (int n = 0; n < 2; n++) {
      call1(process, activate, flexio_event_handler_get_activation_id(handler));
      wait_for(process, get_runs, ++runs);
    }
  }
  // CHECK: / 0/handler 0
  // CHECK: / 0/handler 0
  // CHECK: / 7/handler 7
  // CHECK: / 7/handler 7
  // CHECK: /15/handler 15
  // CHECK: /15/handler 15
  // CHECK: / 7/handler 7
  // CHECK: / 7/handler 7
  // CHECK: flexio: error: flexio_event_handler_create: 'report' in process 'test_app' on 'mlx5_0': execution unit 256 does not exist (expected 0 to 255)
  attributes.affinity.id = 256;
  EXPECT_FAILED(flexio_event_handler_create(process, &attributes, &handler));
  // CHECK: flexio: error: flexio_event_handler_create: 'report' in process 'test_app' on 'mlx5_0': {{.*}}group
  attributes.affinity.type = FLEXIO_AFFINITY_GROUP;
  EXPECT_FAILED(flexio_event_handler_create(process, &attributes, &handler));
  // CHECK: 9 is not an affinity type
  attributes.affinity.type = (enum flexio_affinity_type)9;
  EXPECT_FAILED(flexio_event_handler_create(process, &attributes, &handler));
  EXPECT(!handler);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
