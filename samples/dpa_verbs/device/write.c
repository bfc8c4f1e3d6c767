/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Both ends of a transfer. The initiator writes to memory of the target by
 * RDMA, then sends a message, for which the target has posted a receive: when
 * it arrives, so have the written data. */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_verbs.h>

/* As the host writes it. */
struct __dpa_global__ end {
  uint64_t qp;
  uint64_t sent; /* completion contexts */
  uint64_t received;
  uint64_t memory; /* in device memory: data, then a message */
  uint64_t remote; /* of the other end */
  uint32_t size;   /* of the data, in bytes */
  uint32_t key;
  uint32_t remote_key;
  uint32_t reserved;
};

enum { MESSAGE_SIZE = 8 };

/* Waits for a completion; returns its type. */
static doca_dpa_dev_completion_type_t await(uint64_t completion) {
  doca_dpa_dev_completion_element_t element;

  while (!doca_dpa_dev_get_completion(completion, &element))
    ;
  doca_dpa_dev_completion_type_t type =
      doca_dpa_dev_get_completion_type(element);
  doca_dpa_dev_completion_ack(completion, 1);
  return type;
}

/* Posts the receive for the message. */
__dpa_rpc__ uint64_t prepare_target(struct end end) {
  struct doca_dpa_dev_verbs_sge piece = {
      .addr = end.memory + end.size, .length = MESSAGE_SIZE, .lkey = end.key};
  struct doca_dpa_dev_verbs_recv_wr request;

  doca_dpa_dev_verbs_recv_wr_set_sg_list(&request, &piece);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&request, 1);
  doca_dpa_dev_verbs_qp_post_recv_wr(end.qp, &request);
  doca_dpa_dev_verbs_qp_commit_recv(end.qp);
  return 0;
}

/* Waits for the message; returns the sum of the words that were written. */
__dpa_rpc__ uint64_t run_target(struct end end) {
  const volatile uint64_t *words = (const volatile uint64_t *)end.memory;
  uint64_t sum = 0;

  if (await(end.received) != DOCA_DPA_DEV_COMP_RECV_SEND)
    return 0;
  for (uint32_t i = 0; i < end.size / sizeof(*words); i++)
    sum += words[i];
  return sum;
}

static void set_common(struct doca_dpa_dev_verbs_send_wr *request,
                       struct doca_dpa_dev_verbs_sge *piece) {
  doca_dpa_dev_verbs_send_wr_set_sg_list(request, piece);
  doca_dpa_dev_verbs_send_wr_set_sg_num_sge(request, 1);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      request, DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE);
  doca_dpa_dev_verbs_send_wr_set_send_flags(
      request, DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
}

/* Writes words from 1 on, sends the message; returns their sum, or 0 after an
 * error. */
__dpa_rpc__ uint64_t run_initiator(struct end end) {
  uint64_t *words = (uint64_t *)end.memory;
  struct doca_dpa_dev_verbs_sge piece = {
      .addr = end.memory, .length = end.size, .lkey = end.key};
  struct doca_dpa_dev_verbs_send_wr request;
  uint64_t sum = 0;

  for (uint32_t i = 0; i < end.size / sizeof(*words); i++)
    sum += words[i] = i + 1;
  doca_dpa_dev_verbs_send_wr_set_opcode(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE);
  set_common(&request, &piece);
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&request, end.remote);
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&request, end.remote_key);
  doca_dpa_dev_verbs_qp_post_send_wr(end.qp, &request);
  doca_dpa_dev_verbs_qp_commit_send(end.qp);
  if (await(end.sent) != DOCA_DPA_DEV_COMP_SEND)
    return 0;

  piece.length = MESSAGE_SIZE;
  doca_dpa_dev_verbs_send_wr_set_opcode(&request,
                                        DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND);
  set_common(&request, &piece);
  doca_dpa_dev_verbs_qp_post_send_wr(end.qp, &request);
  doca_dpa_dev_verbs_qp_commit_send(end.qp);
  return await(end.sent) == DOCA_DPA_DEV_COMP_SEND ? sum : 0;
}
