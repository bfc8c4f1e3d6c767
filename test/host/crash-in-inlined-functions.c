// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A crash line names functions that were inlined, each with the call that it replaces, at the place
// of the fault and in its callers; also with -flto. A budget that is used up is named.
// RUN: rm -rf %t && split-file %s %t
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// RUN: %dpacc_bf3 -devicecc-options="-g -O2" %t/device.c -o %t/O2.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O2.a %flexio_libs -o %t/O2
// RUN: dpa-run --budget=100000 -- %t/O2 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -flto -devicecc-options="-g -O2 -flto" %t/device.c -o %t/lto.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/lto.a %flexio_libs -o %t/lto
// RUN: dpa-run --budget=100000 --engine=interp -- %t/lto 2>&1 | FileCheck %s
// CHECK: store access fault at address 0x8, pc 0x4{{[0-9a-f]+}} (store, {{.*}}device.c:9, inlined into middle, {{.*}}device.c:13, inlined into leaf+0x{{[0-9a-f]+}}, {{.*}}device.c:17), called from 0x4{{[0-9a-f]+}} (twice, {{.*}}device.c:21, inlined into call{{(\+0x[0-9a-f]+)?}}, {{.*}}device.c:24{{.*}}), EU
// CHECK: watchdog: ran too long, pc 0x4{{[0-9a-f]+}} (endless+0x{{.*}}: its budget of 100000 instructions is used up

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
#define INLINE static inline __attribute__((always_inline))

INLINE void store(uint64_t address, uint64_t value) {
  /* The fault. */
  *(volatile uint64_t *)address = value;
}

INLINE uint64_t middle(uint64_t address) {
  store(address, address + 1);
  return address * 3;
}

NOINLINE static uint64_t leaf(uint64_t address) { return middle(address) + 1; }

INLINE uint64_t twice(uint64_t address) {
  /* The call. */
  return leaf(address) * 2;
}

__dpa_rpc__ uint64_t call(uint64_t address) { return twice(address) + 7; }

__dpa_rpc__ uint64_t endless(uint64_t counter) {
  for (;;)
    __asm__ volatile("" : "+r"(counter));
}

//--- host.c
#include "host.h"

flexio_func_t call, endless;

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);

  EXPECT(flexio_process_call(process, call, NULL, (uint64_t)8) ==
         FLEXIO_STATUS_FATAL_ERR);
  process = create_process(context);
  EXPECT(flexio_process_call(process, endless, NULL, (uint64_t)8) ==
         FLEXIO_STATUS_FATAL_ERR);
  return 0;
}
