// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-11, R-INT-26, R-INT-27, R-MEM-09, R-INT-07
// The guide's example: a thread takes the entries of a completion queue, writes the consumer index,
// writes that back and arms the queue. A missing write-back, which hides the index from the network
// card, is reported when the queue is armed. A queue that ignores overrun does not need it.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -DWAY=0"
// RUN: cd %t && %dpacc_bf3 device.c -o without.a -app-name=test_app -devicecc-options="-g -DWAY=1"
// RUN: cd %t && %dpacc_bf3 device.c -o fence.a -app-name=test_app -devicecc-options="-g -DWAY=2"
// RUN: cd %t && %dpacc_bf3 device.c -o end.a -app-name=test_app -devicecc-options="-g -DWAY=3"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/with
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/without.a %flexio_libs -o %t/without
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/fence.a %flexio_libs -o %t/fence
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/end.a %flexio_libs -o %t/end
// RUN: dpa-run --check=memory,strict -- %t/with 40 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory --seed=1 -- %t/with 40 2>&1 | FileCheck --check-prefix=WITH %s
// WITH-NOT: flexio
// WITH: took 40
// WITH-NOT: flexio
//
// RUN: dpa-run --check=memory -- %t/without 4 > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT %s < %t/log
// RUN: dpa-run --check=memory,strict --seed=1 -- %t/without 4 > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT %s < %t/log
// WITHOUT: flexio: error: memory check: process 'test_app' on 'mlx5_0': doorbell rung at 0x{{[0-9a-f]+}} (flexio_dev_cq_arm+{{0x[0-9a-f]+}}), called from 0x{{[0-9a-f]+}} ({{.*}}, device.c:[[#ARM:]]) on EU {{[0-9]+}}: 0x{{[0-9a-f]+}}, written at
// WITHOUT-SAME: 0x{{[0-9a-f]+}} (take+{{0x[0-9a-f]+}}, device.c:{{[0-9]+}}) on EU {{[0-9]+}}, is not where the network card reads it yet; between the two __dpa_thread_memory_writeback() is missing
//
// The card then considers the queue full, although it is not.
// WITHOUT-NOT: memory check
// WITHOUT: completion queue 0x{{[0-9a-f]+}} is full: overrun
//
// A memory fence counts as a write-back, since programs rely on it, except with `strict`.
// RUN: dpa-run --check=memory -- %t/fence 40 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory,strict -- %t/fence 4 > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT %s < %t/log
//
// A thread that does not arm its queue is reported when it ends.
// RUN: dpa-run --check=memory -- %t/end 4 > %t/log 2>&1
// RUN: FileCheck --check-prefix=END %s < %t/log
// END: memory check: process 'test_app' on 'mlx5_0': activation ended at {{.*}}, written at 0x{{[0-9a-f]+}} (take+{{.*}}, device.c:{{[0-9]+}}) on EU {{[0-9]+}}, never written back to where the network card reads it; between the two __dpa_thread_memory_writeback() is missing
//
// RUN: dpa-run --check=memory,strict -- %t/without 40 ignores 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run -- %t/without 40 2>&1 | FileCheck --check-prefix=WITH %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

__dpa_rpc__ uint64_t put(uint64_t number) {
  flexio_dev_zcqe_gen((uint32_t)number);
  return 0;
}

/* Takes the next entry. */
__dpa_rpc__ uint64_t take(uint64_t number, uint64_t address, uint64_t record,
                          uint64_t mask, uint64_t index) {
  struct flexio_dev_cqe64 *ring = (struct flexio_dev_cqe64 *)address;
  volatile uint8_t *owner = &ring[index & mask].op_own;

  while ((*owner & 1) != (index / (mask + 1) & 1))
    ;
  index++;
  *(volatile uint32_t *)record = __builtin_bswap32((uint32_t)index);
#if WAY == 0
  __dpa_thread_memory_writeback();
#elif WAY == 2
  __dpa_thread_memory_fence(__DPA_W, __DPA_W);
#endif
#if WAY != 3
  flexio_dev_cq_arm((uint32_t)index, (uint32_t)number);
#endif
  return index;
}

//--- host.c
#include "handler.h"

flexio_func_t put, take;

enum { DEPTH = 4 };

int main(int count, char **arguments) {
  struct flexio_process *process = create_process(open_device());
  struct queue queue = create_queue(
      process,
      (struct flexio_cq_attr){.log_cq_depth = 2,
                              .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                              .overrun_ignore = count > 2});
  uint64_t entries = strtoul(arguments[1], NULL, 0);
  uint64_t index = 0;

  while (index < entries) {
    call1(process, put, queue.number);
    uint64_t next = index;
    EXPECT_SUCCESS(flexio_process_call(
        process, take, &next, (uint64_t)queue.number, queue.ring, queue.record,
        (uint64_t)DEPTH - 1, index));
    index = next;
  }
  call1(process, put, queue.number);
  printf("took %d\n", (int)index);
  EXPECT_SUCCESS(flexio_cq_destroy(queue.cq));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
