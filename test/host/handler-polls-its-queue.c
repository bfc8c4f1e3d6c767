// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A completion queue that is rung by software starts its handler. The handler takes all entries by
// their owner bit, writes the consumer index, arms the queue and reschedules, over many wraps of
// the ring; no entry is lost or read twice, even if it arrives between the last poll and the
// arming.
// PROVES: R-EH-02 R-EH-03 R-EH-04 R-RTOS-10 R-INT-26 R-DQ-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host
// RUN: env DPA_SEED=3 DPA_ENGINE=interp dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

struct queue {
  struct flexio_dev_cqe64 *ring;
  uint32_t *record;
  uint32_t number;
  uint32_t mask;
  uint32_t consumed;
  uint64_t bad_entries;
};

__dpa_global__ void drain(uint64_t argument) {
  struct queue *queue = (struct queue *)argument;
  uint32_t consumed = queue->consumed;

  for (;;) {
    struct flexio_dev_cqe64 *entry = &queue->ring[consumed & queue->mask];
    uint8_t pass = consumed / (queue->mask + 1) & 1;

    __dpa_thread_memory_fence(__DPA_R, __DPA_R);
    if (flexio_dev_cqe_get_opcode(entry) != 0 ||
        flexio_dev_cqe_get_owner(entry) != pass)
      break;
    if (flexio_dev_cqe_get_qpn(entry) != 0 ||
        flexio_dev_cqe_get_byte_cnt(entry) != 0)
      queue->bad_entries++;
    consumed++;
    flexio_dev_dbr_cq_set_ci(queue->record, consumed);
  }
  __atomic_store_n(&queue->consumed, consumed, __ATOMIC_SEQ_CST);
  __dpa_thread_memory_writeback();
  flexio_dev_cq_arm(consumed, queue->number);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t ring(uint32_t number, uint32_t times) {
  while (times--)
    flexio_dev_zcqe_gen(number);
  return 0;
}

__dpa_rpc__ uint64_t consumed(uint64_t queue) {
  return __atomic_load_n(&((struct queue *)queue)->consumed, __ATOMIC_SEQ_CST);
}
__dpa_rpc__ uint64_t bad_entries(uint64_t queue) {
  return ((struct queue *)queue)->bad_entries;
}

//--- host.c
#include "handler.h"

flexio_func_t drain, ring, consumed, bad_entries;

struct shared {
  uint64_t ring, record;
  uint32_t number, mask, consumed;
  uint64_t bad_entries;
};

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler *handler = create_handler(process, drain);
  struct queue queue = create_queue_for(process, handler, 3);
  struct shared shared = {queue.ring, queue.record, queue.number, 7, 0, 0};
  flexio_uintptr_t address;
  uint32_t total = 0, times;

  EXPECT_SUCCESS(
      flexio_copy_from_host(process, &shared, sizeof shared, &address));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, address));
  for (times = 1; times <= 8;
       times = times == 8 && total < 200 ? 1 : times + 1) {
    total += times;
    EXPECT_SUCCESS(
        flexio_process_call(process, ring, NULL, queue.number, times));
    while (call1(process, consumed, address) != total)
      ;
  }
  EXPECT(total > 200);
  EXPECT(call1(process, bad_entries, address) == 0);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_cq_destroy(queue.cq));
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
