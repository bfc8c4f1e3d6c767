/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the event chain sample: a handler for each link. A completion
 * on the link's queue starts it; it rings the queue of the next one. The host
 * is not involved until the last link has finished its last lap.
 */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#include "link.h"
#include "sample_window.h"

/* Whether the network card has written the queue's next entry: its owner bit is
 * that of the pass through the ring, 0 in the first one. */
static int has_entry(const struct link *link) {
  struct flexio_dev_cqe64 *ring = (struct flexio_dev_cqe64 *)link->ring;
  uint32_t depth = 1u << link->log_depth;

  return flexio_dev_cqe_get_owner(&ring[link->index % depth]) ==
         (link->index >> link->log_depth & 1);
}

static void notify_host(const struct link *link) {
  volatile uint64_t *done = sample_window(FLEXIO_DEV_WINDOW_ENTITY_0,
                                          link->window, link->mkey, link->done);

  if (!done)
    return;
  *done = 1;
  __dpa_thread_window_writeback();
}

static void pass_on(struct link *link) {
  flexio_dev_print("lap %u left, link %u\n", link->laps, link->number);
  if (link->is_last && link->laps == 1)
    notify_host(link);
  else
    flexio_dev_zcqe_gen(link->next_queue);
  link->laps--;
}

__dpa_global__ void relay(uint64_t argument) {
  struct link *link = (struct link *)argument;

  while (has_entry(link)) {
    link->index++;
    flexio_dev_dbr_cq_set_ci((uint32_t *)link->record, link->index);
    __dpa_thread_memory_writeback();
    pass_on(link);
  }
  flexio_dev_cq_arm(link->index, link->queue);
  flexio_dev_thread_reschedule();
}

/* Rings the first queue. */
__dpa_rpc__ uint64_t start_chain(uint64_t queue) {
  flexio_dev_zcqe_gen((uint32_t)queue);
  return 0;
}
