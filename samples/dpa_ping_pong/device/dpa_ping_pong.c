/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Both ends of a ping-pong: threads that a completion starts, and that poll
 * from then on. */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_sync_event.h>

/* As the host writes it. */
struct __dpa_global__ end {
  uint64_t completion;
  uint64_t rdma;
  uint64_t done;    /* sync event */
  uint64_t numbers; /* in device memory: the one to send, the one received */
  uint32_t memory;  /* key of the numbers */
  uint32_t rounds;
};

static void send(const struct end *end) {
  doca_dpa_dev_rdma_post_send(end->rdma, 0, end->memory, end->numbers,
                              sizeof(uint64_t),
                              DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH |
                                  DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS);
}

static void receive(const struct end *end) {
  doca_dpa_dev_rdma_post_receive(end->rdma, end->memory,
                                 end->numbers + sizeof(uint64_t),
                                 sizeof(uint64_t));
}

/* The thread: `argument` is the address of its end. */
__dpa_global__ void answer(uint64_t argument) {
  const struct end *end = (const struct end *)argument;
  volatile uint64_t *numbers = (volatile uint64_t *)end->numbers;

  for (uint32_t round = 0; round < end->rounds;) {
    doca_dpa_dev_completion_element_t element;

    if (!doca_dpa_dev_get_completion(end->completion, &element))
      continue;
    if (doca_dpa_dev_get_completion_type(element) !=
        DOCA_DPA_DEV_COMP_RECV_SEND)
      doca_dpa_dev_thread_finish();
    doca_dpa_dev_completion_ack(end->completion, 1);
    numbers[0] = numbers[1] + 1;
    receive(end);
    send(end);
    round++;
  }
  doca_dpa_dev_sync_event_update_set(end->done, numbers[0]);
  doca_dpa_dev_thread_finish();
}

/* Posts the first receive of each end, and sends from the first one. */
__dpa_rpc__ uint64_t start(struct end first, struct end second) {
  receive(&first);
  receive(&second);
  send(&first);
  return 0;
}
