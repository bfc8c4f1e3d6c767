/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A target that a completion starts for each message that it receives. Messages
 * come on two connections of one RDMA context. After the last one it starts a
 * second thread by a notification, which changes an event of the host.
 */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_sync_event.h>

/* As the host writes it. */
struct __dpa_global__ target {
  uint64_t completion;
  uint64_t rdma;
  uint64_t notification; /* of the second thread */
  uint64_t value;        /* in device memory: what was received */
  uint32_t memory;       /* its key */
  uint32_t messages;     /* number of messages */
};

struct __dpa_global__ initiator {
  uint64_t rdma;
  uint64_t values; /* in device memory */
  uint32_t memory; /* their key */
  uint32_t connections[2];
  uint32_t messages;
};

static uint32_t received;

/* A thread; it is started for each message. */
__dpa_global__ void receive_message(uint64_t argument) {
  const struct target *target = (const struct target *)argument;
  const volatile uint64_t *value = (const volatile uint64_t *)target->value;
  doca_dpa_dev_completion_element_t element;

  if (!doca_dpa_dev_get_completion(target->completion, &element) ||
      doca_dpa_dev_get_completion_type(element) !=
          DOCA_DPA_DEV_COMP_RECV_SEND_IMM) {
    DOCA_DPA_DEV_LOG_ERR("not a completion of a message\n");
    doca_dpa_dev_thread_finish();
  }
  DOCA_DPA_DEV_LOG_INFO("Received %lu with immediate %u on connection %u\n",
                        *value, doca_dpa_dev_get_completion_immediate(element),
                        doca_dpa_dev_get_completion_user_data(element));
  doca_dpa_dev_completion_ack(target->completion, 1);
  if (++received == target->messages) {
    doca_dpa_dev_thread_notify(target->notification);
    doca_dpa_dev_thread_finish();
  }
  /* Room for the next message, which is not sent before. */
  doca_dpa_dev_rdma_post_receive(target->rdma, target->memory, target->value,
                                 sizeof(*value));
  doca_dpa_dev_completion_request_notification(target->completion);
  doca_dpa_dev_thread_reschedule();
}

/* The second thread; `event` is a sync event of the host. */
__dpa_global__ void report_end(uint64_t event) {
  doca_dpa_dev_sync_event_update_set(event, received);
  doca_dpa_dev_thread_finish();
}

__dpa_rpc__ uint64_t post_first_receive(struct target target) {
  doca_dpa_dev_rdma_post_receive(target.rdma, target.memory, target.value,
                                 sizeof(uint64_t));
  return 0;
}

/* Sends 1, 2, 3 and so on, in turns on both connections. Messages of different
 * connections have no order, so that each is sent after the completion of the
 * one before it. */
__dpa_rpc__ uint64_t send_messages(struct initiator initiator,
                                   uint64_t completion) {
  uint64_t *values = (uint64_t *)initiator.values;

  for (uint32_t i = 0; i < initiator.messages; i++) {
    doca_dpa_dev_completion_element_t element;

    values[i] = i + 1;
    doca_dpa_dev_rdma_post_send_imm(
        initiator.rdma, initiator.connections[i % 2], initiator.memory,
        (uint64_t)&values[i], sizeof(values[i]), 100 + i,
        DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH);
    while (!doca_dpa_dev_get_completion(completion, &element))
      ;
    if (doca_dpa_dev_get_completion_type(element) != DOCA_DPA_DEV_COMP_SEND)
      return i;
    doca_dpa_dev_completion_ack(completion, 1);
  }
  return initiator.messages;
}
