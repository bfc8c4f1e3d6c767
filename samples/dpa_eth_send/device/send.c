/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sends frames by an Ethernet queue, one after another. */
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_verbs.h>

/* As the host writes it. */
struct __dpa_global__ sender {
  uint64_t queue;
  uint64_t completion;
  uint64_t frames; /* memory of the host: `size` bytes for each */
  uint32_t key;    /* of `frames` */
  uint32_t size;
  uint32_t count;
  uint32_t reserved;
};

static uint32_t post(const struct sender *sender, uint32_t frame) {
  struct doca_dpa_dev_verbs_sge piece = {.addr = sender->frames +
                                                 (uint64_t)frame * sender->size,
                                         .length = sender->size,
                                         .lkey = sender->key};
  struct doca_dpa_dev_verbs_send_wr request;

  doca_dpa_dev_verbs_send_wr_set_opcode(&request,
                                        DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND);
  doca_dpa_dev_verbs_send_wr_set_sg_list(&request, &piece);
  doca_dpa_dev_verbs_send_wr_set_sg_num_sge(&request, 1);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE);
  doca_dpa_dev_verbs_send_wr_set_send_flags(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  return doca_dpa_dev_verbs_eth_sq_post_send_wr(sender->queue, &request);
}

/* Returns how many frames were sent before the first error. */
__dpa_rpc__ uint64_t send_frames(struct sender sender) {
  doca_dpa_dev_completion_element_t element;

  for (uint32_t i = 0; i < sender.count; i++) {
    uint32_t index = post(&sender, i);

    doca_dpa_dev_verbs_eth_sq_commit_send(sender.queue);
    while (!doca_dpa_dev_get_completion(sender.completion, &element))
      ;
    if (doca_dpa_dev_get_completion_type(element) != DOCA_DPA_DEV_COMP_SEND ||
        doca_dpa_dev_completion_element_get_wqe_counter(element) != index)
      return i;
    doca_dpa_dev_completion_ack(sender.completion, 1);
  }
  return sender.count;
}
