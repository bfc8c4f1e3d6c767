// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters of the device's port: configured once, sampled into global or heap memory; nothing has
// passed the port yet, so that bytes are 0. Errors end the process: too many counters, an unknown
// id, an array on the stack, no configuration.
// PROVES: R-DCNT-01 R-DCNT-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=1 --engine=interp -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint32_t values[2];
static uint32_t ids[9] = {FLEXIO_DEV_NIC_COUNTER_PORT0_RX_BYTES,
                          FLEXIO_DEV_NIC_COUNTER_PORT0_TX_BYTES};

__dpa_rpc__ uint64_t configure(uint64_t heap, uint64_t count) {
  flexio_dev_nic_counters_config(heap ? (uint32_t *)heap : values, ids,
                                 (uint32_t)count);
  return 0;
}

__dpa_rpc__ uint64_t sample(uint64_t heap) {
  uint32_t *into = heap ? (uint32_t *)heap : values;

  into[0] = into[1] = 0xffffffff;
  flexio_dev_nic_counters_sample();
  return (uint64_t)into[0] << 32 | into[1];
}

__dpa_rpc__ uint64_t configure_port_1(void) {
  ids[1] = FLEXIO_DEV_NIC_COUNTER_PORT1_TX_BYTES;
  flexio_dev_nic_counters_config(values, ids, 2);
  return 0;
}

__dpa_rpc__ uint64_t configure_on_stack(void) {
  uint32_t own[2];

  flexio_dev_nic_counters_config(own, ids, 2);
  return own[0];
}

//--- host.c
#include "host.h"

flexio_func_t configure, sample, configure_port_1, configure_on_stack;

/* Runs in a process of its own, which the error ends. */
static void fails(struct ibv_context *context, flexio_func_t *function,
                  uint64_t first, uint64_t second) {
  struct flexio_process *process = create_process(context);
  uint64_t value;

  EXPECT(flexio_process_call(process, function, &value, first, second) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(flexio_err_status_get(process) == 0x46);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  flexio_uintptr_t heap;
  uint64_t value = 1;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &heap));
  EXPECT_SUCCESS(flexio_process_call(process, configure, &value, (uint64_t)0,
                                     (uint64_t)2));
  EXPECT_SUCCESS(flexio_process_call(process, sample, &value, (uint64_t)0));
  EXPECT(value == 0);
  EXPECT_SUCCESS(
      flexio_process_call(process, configure, &value, heap, (uint64_t)1));
  EXPECT_SUCCESS(flexio_process_call(process, sample, &value, heap));
  EXPECT(value == 0xffffffff);
  EXPECT_SUCCESS(flexio_process_destroy(process));

  // CHECK: NIC counters: too many counters
  fails(context, configure, 0, 9);
  // CHECK: NIC counters: unknown counter id (the device has port 0 only)
  fails(context, configure_port_1, 0, 0);
  // CHECK: NIC counters: the arrays of values and ids are not global or heap memory
  fails(context, configure_on_stack, 0, 0);
  // CHECK: NIC counters: the arrays of values and ids are not global or heap memory
  fails(context, configure, 0x10, 1);
  // CHECK: NIC counters: no counters are configured
  fails(context, sample, 0, 0);
  // CHECK: done
  puts("done");
  return 0;
}
