/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Receives frames by an Ethernet queue, in order. */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_verbs.h>

/* As the host writes it. */
struct __dpa_global__ receiver {
  uint64_t queue;
  uint64_t completion;
  uint64_t frames;  /* memory of the host: a place of `size` bytes for each */
  uint64_t lengths; /* device memory: a number of 4 bytes for each */
  uint32_t key;     /* of `frames` */
  uint32_t size;
  uint32_t count;
  uint32_t reserved;
};

static uint32_t post(const struct receiver *receiver, uint32_t frame) {
  struct doca_dpa_dev_verbs_sge piece = {
      .addr = receiver->frames + (uint64_t)frame * receiver->size,
      .length = receiver->size,
      .lkey = receiver->key};
  struct doca_dpa_dev_verbs_recv_wr request;

  doca_dpa_dev_verbs_recv_wr_set_sg_list(&request, &piece);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&request, 1);
  return doca_dpa_dev_verbs_eth_rq_post_recv_wr(receiver->queue, &request);
}

/* Returns how many frames arrived before the first error. */
__dpa_rpc__ uint64_t receive_frames(struct receiver receiver) {
  uint32_t *lengths = (uint32_t *)receiver.lengths;
  doca_dpa_dev_completion_element_t element;

  for (uint32_t i = 0; i < receiver.count; i++)
    post(&receiver, i);
  doca_dpa_dev_verbs_eth_rq_commit_recv(receiver.queue);
  for (uint32_t i = 0; i < receiver.count; i++) {
    while (!doca_dpa_dev_get_completion(receiver.completion, &element))
      ;
    if (doca_dpa_dev_get_completion_type(element) !=
        DOCA_DPA_DEV_COMP_RECV_SEND)
      return i;
    lengths[doca_dpa_dev_completion_element_get_wqe_counter(element)] =
        doca_dpa_dev_completion_element_get_received_bytes(element);
    doca_dpa_dev_completion_ack(receiver.completion, 1);
  }
  return receiver.count;
}
