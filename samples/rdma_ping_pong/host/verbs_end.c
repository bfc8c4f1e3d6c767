/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The end on the host's processor: see ends.h. */
#include "ends.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *buffer(const struct verbs_end *end, size_t number) {
  return end->memory + number * SAMPLE_BUFFER_SIZE;
}

static bool post_receive(const struct sample *sample,
                         const struct verbs_end *end, uint64_t number) {
  struct ibv_sge data = {.addr = (uintptr_t)buffer(end, number),
                         .length = SAMPLE_BUFFER_SIZE,
                         .lkey = end->region->lkey};
  struct ibv_recv_wr request = {.wr_id = number,
                                .sg_list = &data,
                                .num_sge = 1},
                     *bad;

  return ibv_post_recv(end->qp, &request, &bad) == 0 ||
         sample_fail(sample, "cannot post a receive request");
}

static bool open_queue_pair(const struct sample *sample,
                            struct verbs_end *end) {
  struct ibv_qp_init_attr attributes = {.qp_type = IBV_QPT_RC};

  end->completions = ibv_create_cq(sample->device, 2 * DEPTH, NULL, NULL, 0);
  if (!end->completions)
    return sample_fail(sample, "cannot create a completion queue");
  attributes.send_cq = end->completions;
  attributes.recv_cq = end->completions;
  attributes.cap.max_send_wr = DEPTH;
  attributes.cap.max_recv_wr = DEPTH;
  attributes.cap.max_send_sge = 1;
  attributes.cap.max_recv_sge = 1;
  end->qp = ibv_create_qp(end->pd, &attributes);
  return end->qp || sample_fail(sample, "cannot create a queue pair");
}

bool verbs_open(const struct sample *sample, struct verbs_end *end,
                struct peer_address *own) {
  const size_t size = (size_t)(DEPTH + 1) * SAMPLE_BUFFER_SIZE;
  struct ibv_qp_attr attributes = {.qp_state = IBV_QPS_INIT, .port_num = 1};

  end->memory = calloc(1, size);
  end->pd = ibv_alloc_pd(sample->device);
  if (!end->memory || !end->pd)
    return sample_fail(sample, "out of memory");
  end->region = ibv_reg_mr(end->pd, end->memory, size, IBV_ACCESS_LOCAL_WRITE);
  if (!end->region)
    return sample_fail(sample, "cannot register memory");
  if (!open_queue_pair(sample, end))
    return false;
  if (ibv_modify_qp(end->qp, &attributes,
                    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
                        IBV_QP_ACCESS_FLAGS))
    return sample_fail(sample, "cannot initialize the queue pair");
  for (uint64_t i = 0; i < DEPTH; i++)
    if (!post_receive(sample, end, i))
      return false;
  own->number = end->qp->qp_num;
  return true;
}

bool verbs_connect(const struct sample *sample, const struct verbs_end *end,
                   const struct peer_address *other) {
  struct ibv_qp_attr attributes = {
      .qp_state = IBV_QPS_RTR,
      .path_mtu = IBV_MTU_1024,
      .dest_qp_num = other->number,
      .max_dest_rd_atomic = 1,
      .min_rnr_timer = 12,
      .ah_attr = {.is_global = 1,
                  .port_num = 1,
                  .grh = {.dgid = other->gid, .hop_limit = 64}}};

  if (ibv_modify_qp(end->qp, &attributes,
                    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
                        IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                        IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
    return sample_fail(sample, "cannot make the queue pair ready to receive");
  attributes.qp_state = IBV_QPS_RTS;
  attributes.timeout = 15;
  attributes.retry_cnt = 7;
  attributes.rnr_retry = 7;
  attributes.max_rd_atomic = 1;
  return ibv_modify_qp(end->qp, &attributes,
                       IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                           IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                           IBV_QP_MAX_QP_RD_ATOMIC) == 0 ||
         sample_fail(sample, "cannot make the queue pair ready to send");
}

/* Sends the buffer with this number. */
static bool send_buffer(const struct sample *sample,
                        const struct verbs_end *end, size_t number,
                        uint32_t size) {
  struct ibv_sge data = {.addr = (uintptr_t)buffer(end, number),
                         .length = size,
                         .lkey = end->region->lkey};
  struct ibv_send_wr request = {.sg_list = &data,
                                .num_sge = 1,
                                .opcode = IBV_WR_SEND,
                                .send_flags = IBV_SEND_SIGNALED},
                     *bad;

  return ibv_post_send(end->qp, &request, &bad) == 0 ||
         sample_fail(sample, "cannot post a send request");
}

/* Waits for a message. */
static bool receive(const struct sample *sample, const struct verbs_end *end,
                    struct ibv_wc *message) {
  do {
    int found = ibv_poll_cq(end->completions, 1, message);

    if (found < 0)
      return sample_fail(sample, "cannot poll the completion queue");
    if (found > 0 && message->status != IBV_WC_SUCCESS)
      return sample_fail(sample, ibv_wc_status_str(message->status));
    if (found > 0 && message->opcode == IBV_WC_RECV)
      return true;
  } while (true);
}

static bool play_client(const struct sample *sample,
                        const struct settings *settings,
                        const struct verbs_end *end, uint32_t number) {
  uint8_t *sent = buffer(end, DEPTH);
  struct ibv_wc message;

  for (uint32_t i = 0; i < settings->size; i++)
    sent[i] = (uint8_t)(number + (number >> 8) + i * 3);
  if (!send_buffer(sample, end, DEPTH, settings->size) ||
      !receive(sample, end, &message))
    return false;
  if (message.byte_len != settings->size ||
      memcmp(buffer(end, message.wr_id), sent, settings->size) != 0)
    return sample_fail(sample, "a message was changed");
  return post_receive(sample, end, message.wr_id);
}

static bool play_server(const struct sample *sample,
                        const struct verbs_end *end) {
  struct ibv_wc message;

  return receive(sample, end, &message) &&
         post_receive(sample, end, message.wr_id) &&
         send_buffer(sample, end, message.wr_id, message.byte_len);
}

bool verbs_play(const struct sample *sample, const struct settings *settings,
                const struct verbs_end *end) {
  for (uint32_t i = 0; i < settings->messages; i++)
    if (settings->is_client ? !play_client(sample, settings, end, i)
                            : !play_server(sample, end))
      return false;
  return true;
}

bool verbs_close(const struct sample *sample, struct verbs_end *end) {
  bool is_fine = true;

  if (end->qp)
    is_fine &= ibv_destroy_qp(end->qp) == 0;
  if (end->completions)
    is_fine &= ibv_destroy_cq(end->completions) == 0;
  if (end->region)
    is_fine &= ibv_dereg_mr(end->region) == 0;
  if (end->pd)
    is_fine &= ibv_dealloc_pd(end->pd) == 0;
  free(end->memory);
  return is_fine || sample_fail(sample, "cannot destroy objects of verbs");
}
