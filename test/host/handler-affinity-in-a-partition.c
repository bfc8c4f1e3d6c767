// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler without affinity runs on any unit of the function's partition, one of a group on any
// unit of the group, and one of strict affinity on its unit, numbered as in the partition: as many
// run at once as there are units, and messages show on which. A partition has at least one unit.
// PROVES: R-EU-01 R-EU-07
// RUN: rm -rf %t && split-file %s %t && cp %S/Inputs/two-functions.toml %t/devices.toml
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: not dpa-run --config=%t/devices.toml --device=mlx5_1 -- %t/host none 1 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: flexio: error: flexio_process_create: {{.*}}has no partition of execution units
// RUN: dpaeumgmt partition create --config=%t/devices.toml -d mlx5_0 -v 1 -r 20-24
// RUN: dpaeumgmt eu_group create --config=%t/devices.toml -d mlx5_1 -g some -r 1,3
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu -- %t/host none 5 > %t/none
// RUN: FileCheck --check-prefix=NONE %s < %t/none
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu --seed=3 -- %t/host none 5 > %t/none
// RUN: FileCheck --check-prefix=NONE %s < %t/none
// NONE-DAG: / 0/runs
// NONE-DAG: / 1/runs
// NONE-DAG: / 2/runs
// NONE-DAG: / 3/runs
// NONE-DAG: / 4/runs
// NONE-NOT: runs
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu -- %t/host group 2 > %t/group
// RUN: FileCheck --check-prefix=GROUP %s < %t/group
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu --seed=3 -- %t/host group 2 > %t/group
// RUN: FileCheck --check-prefix=GROUP %s < %t/group
// GROUP-DAG: / 1/runs
// GROUP-DAG: / 3/runs
// GROUP-NOT: runs
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu -- %t/host strict 5 > %t/strict
// RUN: FileCheck --check-prefix=NONE %s < %t/strict
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_0 --message-prefix=eu -- %t/host strict 5 > %t/strict
// RUN: FileCheck --check-prefix=NONE %s < %t/strict
// A partition of one unit.
// RUN: cp %S/Inputs/two-functions.toml %t/devices.toml
// RUN: dpaeumgmt partition create --config=%t/devices.toml -d mlx5_0 -v 1 -r 33
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu -- %t/host none 1 \
// RUN:   | FileCheck --check-prefix=ONE %s
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --message-prefix=eu -- %t/host strict 1 \
// RUN:   | FileCheck --check-prefix=ONE %s
// ONE: / 0/runs
// ONE-NOT: runs

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static uint64_t arrived, done;

/* Ends when `count` of them run at once. */
__dpa_global__ void meet(uint64_t count) {
  __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < count)
    ;
  flexio_dev_print("runs\n");
  __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}
__dpa_rpc__ uint64_t get_done(void) {
  return __atomic_load_n(&done, __ATOMIC_SEQ_CST);
}

//--- host.c
#include "handler.h"

flexio_func_t meet, activate, get_done;

/* Arguments: affinity, number of handlers. */
int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler_attr attributes = {.host_stub_func = meet};
  uint64_t count = strtoul(argc > 2 ? argv[2] : "1", NULL, 10);
  bool is_strict = argc > 1 && !strcmp(argv[1], "strict");
  uint32_t activation_ids[64];

  create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  attributes.affinity.type = is_strict ? FLEXIO_AFFINITY_STRICT
                             : !strcmp(argv[1], "group") ? FLEXIO_AFFINITY_GROUP
                                                         : FLEXIO_AFFINITY_NONE;
  for (uint64_t i = 0; i < count; i++) {
    // Group 1; the id is ignored without affinity.
    attributes.affinity.id = is_strict ? (uint32_t)i
                             : attributes.affinity.type == FLEXIO_AFFINITY_NONE
                                 ? 1000
                                 : 1;
    struct flexio_event_handler *handler =
        create_handler_with(process, attributes);
    EXPECT_SUCCESS(flexio_event_handler_run(handler, count));
    activation_ids[i] = flexio_event_handler_get_activation_id(handler);
  }
  for (uint64_t i = 0; i < count; i++)
    call1(process, activate, activation_ids[i]);
  wait_for(process, get_done, count);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
