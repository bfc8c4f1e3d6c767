/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the RDMA ping-pong: an event handler that answers the messages
 * of its queue pair. The server sends back what it has received, from the
 * buffer where it is; the client checks that and sends the next message. Only
 * one message is on its way, so its buffer is not used again before it is
 * answered, and sends need no completions; only errors have some.
 */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

#include "ping_pong.h"
#include "sample_queue_access.h"

static void send_message(struct ping_pong *ping_pong, const uint8_t *message) {
  struct sample_sq_ring *queue = &ping_pong->send;
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)queue->entries +
      ((size_t)(queue->index & ((1u << queue->log_depth) - 1))
       << LOG_SQE_NUM_SEGS);

  flexio_dev_swqe_seg_ctrl_set(&segments[0], queue->index, queue->number,
                               MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR,
                               FLEXIO_CTRL_SEG_SEND_RC);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[1], ping_pong->size,
                                       ping_pong->key, (uint64_t)message);
  queue->index++;
  ping_pong->sent++;
  sample_send_all(queue);
}

/* Every message differs from those before it. */
static uint8_t byte_of(uint32_t message, uint32_t at) {
  return (uint8_t)(message + (message >> 8) + at * 3);
}

static void send_next(struct ping_pong *ping_pong) {
  uint8_t *message = (uint8_t *)ping_pong->message;

  for (uint32_t i = 0; i < ping_pong->size; i++)
    message[i] = byte_of(ping_pong->sent, i);
  send_message(ping_pong, message);
}

static int is_answer(const struct ping_pong *ping_pong, const uint8_t *message,
                     uint32_t size) {
  if (size != ping_pong->size)
    return 0;
  for (uint32_t i = 0; i < size; i++)
    if (message[i] != byte_of(ping_pong->received, i))
      return 0;
  return 1;
}

/* Returns 0 if the message is not the answer to that of the client. */
static int take_message(struct ping_pong *ping_pong,
                        struct flexio_dev_cqe64 *completion) {
  uint8_t *message = sample_packet(&ping_pong->receive, completion);

  sample_receive_again(&ping_pong->receive);
  if (!ping_pong->is_client) {
    ping_pong->received++;
    send_message(ping_pong, message);
    return 1;
  }
  if (!is_answer(ping_pong, message, flexio_dev_cqe_get_byte_cnt(completion))) {
    flexio_dev_print("Message %u was changed\n", ping_pong->received);
    return 0;
  }
  if (++ping_pong->received != ping_pong->wanted)
    send_next(ping_pong);
  return 1;
}

__dpa_global__ void play(uint64_t argument) {
  struct ping_pong *ping_pong = (struct ping_pong *)argument;
  struct flexio_dev_cqe64 *completion;
  int is_fine = 1;

  if (ping_pong->is_client && ping_pong->sent == 0)
    send_next(ping_pong);
  while (is_fine &&
         (completion = sample_next_completion(&ping_pong->completions))) {
    is_fine = flexio_dev_cqe_get_opcode(completion) == SAMPLE_RECEIVED;
    if (is_fine)
      is_fine = take_message(ping_pong, completion);
    else
      sample_report("Ping-pong", completion);
    sample_return(&ping_pong->completions);
  }
  sample_count(&ping_pong->counter,
               is_fine ? ping_pong->received : PING_PONG_FAILED);
  if (!is_fine)
    flexio_dev_thread_finish();
  sample_arm(&ping_pong->completions);
  flexio_dev_thread_reschedule();
}

/* Makes the client send its first message. */
__dpa_rpc__ uint64_t start_play(uint64_t activation_id) {
  flexio_dev_event_handler_activate((uint32_t)activation_id);
  return 0;
}
