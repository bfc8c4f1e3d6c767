/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An event handler that sends back what it receives, started by completions of
 * its receive or send queue. A packet is changed where it is and sent from there;
 * its buffer is posted again when the completion of the send arrives. Sends
 * complete in order, so buffers return to the receive queue in the order of its
 * entries, and the send queue never overflows.
 */
#ifndef SAMPLE_ECHO_H
#define SAMPLE_ECHO_H

#include "sample_queue_access.h"

/* Changes a packet of `size` bytes, the receiver's `number`-th (from 0). */
typedef void sample_change(uint8_t *packet, uint32_t size, uint32_t number);

/* The receiver becomes the sender. */
static inline void sample_swap_macs(uint8_t *packet) {
  for (int i = 0; i < 6; i++) {
    uint8_t destination = packet[i];

    packet[i] = packet[6 + i];
    packet[6 + i] = destination;
  }
}

static inline void sample_echo_received(struct sample_echo *echo,
                                        sample_change *change) {
  uint32_t before = echo->packets;
  struct flexio_dev_cqe64 *completion;

  while ((completion = sample_next_completion(&echo->received))) {
    uint8_t *packet = sample_packet(&echo->receive, completion);
    uint32_t size = flexio_dev_cqe_get_byte_cnt(completion);

    if (flexio_dev_cqe_get_opcode(completion) != SAMPLE_RECEIVED) {
      sample_report("Receive", completion);
      continue;
    }
    change(packet, size, echo->packets++);
    sample_send(&echo->send, echo->key, packet, size, 0);
  }
  sample_return(&echo->received);
  if (echo->packets != before)
    sample_send_all(&echo->send);
}

static inline void sample_echo_recycle(struct sample_echo *echo) {
  uint32_t before = echo->done, number;
  struct flexio_dev_cqe64 *completion;

  while ((completion = sample_next_completion(&echo->sent))) {
    if (flexio_dev_cqe_get_opcode(completion) != SAMPLE_SENT) {
      sample_report("Send", completion);
      continue;
    }
    echo->done++;
  }
  sample_return(&echo->sent);
  for (number = before; number != echo->done; number++)
    sample_receive_again(&echo->receive);
  if (echo->done != before)
    sample_count(&echo->counter, echo->done);
}

/* One activation of the handler; does not return. */
static inline void sample_echo_run(struct sample_echo *echo,
                                   sample_change *change) {
  sample_echo_received(echo, change);
  sample_echo_recycle(echo);
  sample_arm(&echo->received);
  sample_arm(&echo->sent);
  flexio_dev_thread_reschedule();
}

#endif
