// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Misaligned loads and stores of device code work by default, in its own memory and through
// windows, in either engine and under the memory check; the first access of each instruction is
// reported with its line. --misaligned=silent reports nothing, trap ends the process. Atomic
// operations always trap.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-g -O1" -disable-asm-checks %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --engine=interp -- %t/host > %t/interp.txt 2>&1
// RUN: FileCheck --check-prefixes=RESULT,REPORT --input-file=%t/interp.txt %s
// RUN: grep -c 'misaligned load of' %t/interp.txt | FileCheck --check-prefix=COUNT %s
// RUN: dpa-run --engine=jit -- %t/host 2>&1 | FileCheck --check-prefixes=RESULT,REPORT %s
// RUN: dpa-run --check=memory -- %t/host 2>&1 | FileCheck --check-prefixes=RESULT,REPORT %s
// RUN: dpa-run --misaligned=silent -- %t/host > %t/silent.txt 2>&1
// RUN: FileCheck --check-prefix=RESULT --input-file=%t/silent.txt %s
// RUN: not grep warning %t/silent.txt
// RUN: not dpa-run --misaligned=trap -- %t/host 2>&1 | FileCheck --check-prefix=TRAP %s
// RUN: not dpa-run --misaligned=no -- true 2>&1 | FileCheck --check-prefix=BAD %s
// REPORT: flexio: warning: process: 'test_app' on 'mlx5_0': misaligned load of 8 bytes at 0x{{[0-9a-f]+}} (load_at+{{.*}}device.c:8) on EU {{[0-9]+}}, address 0x8{{[0-9a-f]+}} (packet+0x6); the DPA programming guide excludes misaligned accesses (--misaligned=trap ends the process here)
// RESULT: packet 1000
// REPORT: flexio: warning: process: 'test_app' on 'mlx5_0': misaligned store of 8 bytes at 0x{{[0-9a-f]+}} (store_at+{{.*}}device.c:13)
// RESULT: window 1122334455667788 55..88|77..55
// RESULT: 'add_atomically' in process 'test_app' on 'mlx5_0' did not return: misaligned store
// COUNT: {{^}}1{{$}}
// TRAP: 'sum' in process 'test_app' on 'mlx5_0' did not return: misaligned load
// BAD: expected one of allow trap silent, got 'no'

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint8_t packet[64];

__attribute__((noinline)) static uint64_t load_at(uint64_t address) {
  return *(const volatile uint64_t *)address; /* the first report */
}

__attribute__((noinline)) static void store_at(uint64_t address,
                                               uint64_t value) {
  *(volatile uint64_t *)address = value; /* the second report */
}

/* 8 bytes at offset 6, many times. */
__dpa_rpc__ uint64_t sum(uint64_t rounds) {
  uint64_t total = 0;

  packet[6] = 1;
  for (uint64_t i = 0; i < rounds; i++)
    total += load_at((uint64_t)packet + 6);
  return total;
}

__dpa_rpc__ uint64_t through_window(uint64_t window, uint64_t key,
                                    uint64_t address) {
  flexio_uintptr_t pointer;

  flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                           (uint32_t)key);
  flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address, &pointer);
  store_at(pointer, 0x1122334455667788);
  __dpa_thread_window_writeback();
  return load_at(pointer);
}

__dpa_rpc__ uint64_t add_atomically(void) {
  uint64_t *counter = (uint64_t *)((uint64_t)packet + 4);

  return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

//--- host.c
#include "registered-memory.h"

flexio_func_t sum, through_window, add_atomically;

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_mr *memory = register_memory(pd, 8192, IBV_ACCESS_LOCAL_WRITE);
  uint8_t *place = (uint8_t *)memory->addr + 4093; /* across two pages */
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window), result = 0;

  memset(memory->addr, 0x55, 8192);
  EXPECT_SUCCESS(flexio_process_call(process, sum, &result, UINT64_C(1000)));
  fprintf(stderr, "packet %lu\n", result);
  EXPECT_SUCCESS(flexio_process_call(process, through_window, &result, id,
                                     (uint64_t)memory->lkey, (uint64_t)place));
  fprintf(stderr, "window %lx %x..%x|%x..%x\n", result, place[-1], place[0],
          place[1], place[8]);
  EXPECT(flexio_process_call(process, add_atomically, &result) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_window_destroy(window));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  free_memory(memory);
  EXPECT(ibv_dealloc_pd(pd) == 0);
  EXPECT(ibv_close_device(context) == 0);
  return 0;
}
