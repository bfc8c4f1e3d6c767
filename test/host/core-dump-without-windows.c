// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A core dump has no memory of the host that device code accessed through windows, and names the
// windows with their keys.
// PROVES: R-DUMP-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host %t/dump
// RUN: strings -n 8 %t/dump.1.core | FileCheck %s --implicit-check-not="of the host"
// CHECK-DAG: text of the device
// CHECK-DAG: window EU {{[0-9]+}} entity {{[0-9]+}} window {{[0-9]+}} key 0x{{[0-9a-f]+}} host 0x

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

char own[] = "text of the device";

__dpa_rpc__ uint64_t read_and_crash(uint64_t window, uint64_t key,
                                    uint64_t address) {
  flexio_uintptr_t pointer = 0;
  uint64_t sum = (uint64_t)own[0];

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 1;
  for (unsigned i = 0; i < 16; i++)
    sum += ((volatile uint8_t *)pointer)[i];
  *(volatile uint64_t *)8 = sum;
  return sum;
}

//--- host.c
#include "registered-memory.h"

flexio_func_t read_and_crash;

static _Alignas(64) char memory[4096] = "text in memory of the host";

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_mr *region =
      ibv_reg_mr(pd, memory, sizeof memory, IBV_ACCESS_LOCAL_WRITE);
  struct flexio_process *process = create_process(context);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window), result = 0;

  EXPECT(region);
  EXPECT(flexio_process_call(process, read_and_crash, &result, id,
                             (uint64_t)region->lkey,
                             (uint64_t)memory) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_coredump_create(process, argv[argc - 1]));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_dereg_mr(region) == 0 && ibv_dealloc_pd(pd) == 0);
  return 0;
}
