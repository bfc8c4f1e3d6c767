// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-MEM-12
// The network card may write in any order to memory whose key has IBV_ACCESS_RELAXED_ORDERING: a thread
// that waits for the last word of a message finds old data in front of it, and the check reports it. A
// completion shows that all data are there. Without that flag the order is that of the addresses.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --check=memory --seed=1 -- %t/host relaxed > %t/log 2>&1
// RUN: FileCheck --check-prefix=RELAXED --implicit-check-not=flexio: %s < %t/log
// RUN: dpa-run --check=memory,strict --seed=2 -- %t/host relaxed > %t/log 2>&1
// RUN: FileCheck --check-prefix=RELAXED --implicit-check-not=flexio: %s < %t/log
// RELAXED-DAG: last word: old data
// RELAXED-DAG: flexio: error: memory check: process 'test_app' on 'mlx5_0': old data read at 0x{{[0-9a-f]+}} (count_old+{{0x[0-9a-f]+}}, device.c:11) on EU {{[0-9]+}}: the network card wrote 0x{{[0-9a-f]+}} before data that the reader has seen already; the memory key has IBV_ACCESS_RELAXED_ORDERING, so that only a completion shows that all data were written
// RELAXED-DAG: completion: never old
//
// RUN: dpa-run --check=memory --seed=1 -- %t/host ordered 2>&1 | FileCheck --check-prefix=ORDERED --implicit-check-not=flexio: %s
// In parallel runs the card writes in order.
// RUN: dpa-run --check=memory -- %t/host relaxed 2>&1 | FileCheck --check-prefix=ORDERED --implicit-check-not=flexio: %s
// ORDERED: last word: never old
// ORDERED: completion: never old

//--- work.h
#include <stdint.h>

enum { WORDS = 32, ROUNDS = 50, LOG_DEPTH = 4 };
struct work {
  uint64_t requests, completions, completions_record;
  uint64_t source, target;
  uint32_t number, key, index, completed, waits_for_completion;
};

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#include "work.h"

static uint64_t count_old(const volatile uint64_t *target, uint64_t round) {
  uint64_t old = 0;

  for (int i = 0; i < WORDS; i++)
    old += target[i] != round;
  return old;
}

static void post(struct work *work) {
  const uint32_t place = work->index & ((1 << LOG_DEPTH) - 1);
  union flexio_dev_sqe_seg *entry = (union flexio_dev_sqe_seg *)work->requests +
                                    ((uint64_t)place << LOG_SQE_NUM_SEGS);

  flexio_dev_swqe_seg_ctrl_set(&entry[0], work->index, work->number,
                               work->waits_for_completion
                                   ? MLX5_CTRL_SEG_CE_CQE_ALWAYS
                                   : MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR,
                               FLEXIO_CTRL_SEG_RDMA_WRITE);
  flexio_dev_swqe_seg_rdma_set(&entry[1], work->key, work->target);
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[2], WORDS * sizeof(uint64_t),
                                       work->key, work->source);
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)++work->index, work->number);
}

static void wait_for_completion(struct work *work) {
  struct flexio_dev_cqe64 *entry =
      (struct flexio_dev_cqe64 *)work->completions +
      (work->completed & ((1 << LOG_DEPTH) - 1));

  while (flexio_dev_cqe_get_owner(entry) !=
         (work->completed >> LOG_DEPTH & 1)) {
  }
  work->completed++;
  flexio_dev_dbr_cq_set_ci((uint32_t *)work->completions_record,
                           work->completed);
  __dpa_thread_memory_writeback();
}

/* Returns how many words were old. */
__dpa_rpc__ uint64_t write_and_read(uint64_t address) {
  struct work *work = (struct work *)address;
  volatile uint64_t *source = (uint64_t *)work->source;
  volatile uint64_t *target = (uint64_t *)work->target;
  uint64_t old = 0;

  for (uint64_t round = 1; round <= ROUNDS; round++) {
    for (int i = 0; i < WORDS; i++)
      source[i] = round;
    post(work);
    if (work->waits_for_completion)
      wait_for_completion(work);
    while (target[WORDS - 1] != round) {
    }
    old += count_old(target, round);
  }
  return old;
}

//--- host.c
#include "queue-pair.h"
#include "work.h"

flexio_func_t write_and_read;

static void count(struct flexio_process *process, struct ibv_context *context,
                  int access, bool waits_for_completion) {
  struct queue_pair pair = create_queue_pair(process);
  struct address address = address_of(&pair, context);
  struct work work = {.requests = pair.rings + (16 << LOG_ENTRIES),
                      .completions = pair.sent.ring,
                      .completions_record = pair.sent.record,
                      .number = pair.number,
                      .waits_for_completion = waits_for_completion};
  flexio_uintptr_t place;

  connect_to(&pair, &address);
  work.source = create_zeroed(process, 2 * WORDS * sizeof(uint64_t));
  work.target = work.source + WORDS * sizeof(uint64_t);
  work.key = create_key_with(process, work.source, 2 * WORDS * sizeof(uint64_t),
                             access);
  EXPECT_SUCCESS(flexio_copy_from_host(process, &work, sizeof work, &place));
  printf("%s: %s\n", waits_for_completion ? "completion" : "last word",
         call1(process, write_and_read, place) ? "old data" : "never old");
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  int access = ALL_ACCESS;

  EXPECT(argc == 2);
  if (strcmp(argv[1], "relaxed") == 0)
    access |= IBV_ACCESS_RELAXED_ORDERING;
  count(process, context, access, false);
  count(process, context, access, true);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
