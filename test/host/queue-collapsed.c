// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every completion of a collapsed queue is written to its first entry, with the owner bit that it
// would have in its own; the other entries are never written. A queue that is not collapsed fills
// them one by one.
// PROVES: R-CQ-09
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_SEED=5 dpa-run -- %t/host

//--- host.c
#include "act.h"

enum { ENTRY = 64, DEPTH = 4 };

/* True if all bytes of an entry are `value` except the last, which is `owner`. */
static bool is_entry(const uint8_t *entry, uint8_t value, uint8_t owner) {
  for (int i = 0; i < ENTRY - 1; i++)
    if (entry[i] != value)
      return false;
  return entry[ENTRY - 1] == owner;
}

/* Rings the queue 11 times and checks all entries each time. */
static void check(struct flexio_process *process, bool is_collapsed) {
  struct queue queue = create_queue(
      process,
      (struct flexio_cq_attr){.log_cq_depth = 2,
                              .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                              .overrun_ignore = 1,
                              .cc = is_collapsed});
  uint8_t entries[DEPTH * ENTRY];
  struct flexio_mem there = {FLEXIO_MEMTYPE_DPA, {queue.ring}};
  struct flexio_mem here = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)entries}};

  for (unsigned n = 0; n < 11; n++) {
    unsigned written = is_collapsed ? 0 : n % DEPTH;

    EXPECT_SUCCESS(
        flexio_buf_dev_memset(process, 0xff, sizeof entries, queue.ring));
    ring_queue(process, queue, 1);
    EXPECT_SUCCESS(flexio_memcpy(process, &there, &here, sizeof entries));
    for (unsigned i = 0; i < DEPTH; i++)
      EXPECT(i == written ? is_entry(entries + i * ENTRY, 0, n / DEPTH % 2)
                          : is_entry(entries + i * ENTRY, 0xff, 0xff));
  }
  EXPECT_SUCCESS(flexio_cq_destroy(queue.cq));
}

int main(void) {
  struct flexio_process *process = create_process(open_device());

  check(process, true);
  check(process, false);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
