// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A send request of DOCA DPA Verbs that asks for a solicited event raises one at the peer, a queue pair of host code whose completion
// queue is armed for solicited completions only; a request without the flag completes there, too, but raises none. Without SIGNALED a
// request has no completion of its own.
// PROVES: R-VRB-05
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%S/Inputs -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_verbs %doca_libs -libverbs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include "verbs-device.h"

// Sends 8 bytes; returns whether the completion queue is as the flags say.
__dpa_rpc__ uint64_t send_once(uint64_t pair, uint64_t sent, uint64_t memory,
                               uint32_t key, uint32_t flags) {
  struct doca_dpa_dev_verbs_sge piece = {memory, 8, key};
  struct doca_dpa_dev_verbs_send_wr request =
      make_request(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND, &piece, 1, flags);
  doca_dpa_dev_completion_element_t done;
  doca_dpa_dev_verbs_qp_post_send_wr(pair, &request);
  doca_dpa_dev_verbs_qp_commit_send(pair);
  if (!(flags & DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED))
    return !doca_dpa_dev_get_completion(sent, &done);
  done = next(sent);
  return doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND &&
         !doca_dpa_dev_get_completion(sent, &done);
}

//--- host.c
#include "verbs-program.h"
#include <poll.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t send_once;

enum { SIZE = 64, SIGNALED = 2, SOLICITED = 4 };

static struct ibv_comp_channel *channel;
static struct ibv_cq *arrived;
static struct ibv_mr *region;
static char memory[SIZE];

static struct ibv_qp *create_peer(void) {
  struct ibv_context *verbs =
      doca_verbs_bridge_verbs_context_get_ibv_context(context);
  struct ibv_pd *domain = doca_verbs_bridge_verbs_pd_get_ibv_pd(pd);
  channel = ibv_create_comp_channel(verbs);
  arrived = ibv_create_cq(verbs, 16, NULL, channel, 0);
  region = ibv_reg_mr(domain, memory, SIZE, IBV_ACCESS_LOCAL_WRITE);
  struct ibv_qp_init_attr attributes = {
      .send_cq = arrived,
      .recv_cq = arrived,
      .cap = {.max_send_wr = 1, .max_recv_wr = 8, .max_recv_sge = 1},
      .qp_type = IBV_QPT_RC};
  struct ibv_qp *peer = ibv_create_qp(domain, &attributes);
  HOLDS(channel && arrived && region && peer);
  return peer;
}

static void connect_peer(struct ibv_qp *peer, uint32_t other) {
  struct ibv_qp_attr to = {.qp_state = IBV_QPS_INIT, .port_num = 1};
  HOLDS(ibv_modify_qp(peer, &to,
                      IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX |
                          IBV_QP_ACCESS_FLAGS) == 0);
  to.qp_state = IBV_QPS_RTR;
  to.path_mtu = IBV_MTU_1024;
  to.dest_qp_num = other;
  to.max_dest_rd_atomic = 1;
  to.min_rnr_timer = 1;
  to.ah_attr.is_global = 1;
  to.ah_attr.port_num = 1;
  to.ah_attr.grh.hop_limit = 64;
  HOLDS(ibv_query_gid(peer->context, 1, 0, &to.ah_attr.grh.dgid) == 0);
  HOLDS(ibv_modify_qp(peer, &to,
                      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
                          IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                          IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER) ==
        0);
}

static void post_receive(struct ibv_qp *peer) {
  struct ibv_sge piece = {(uintptr_t)memory, SIZE, region->lkey};
  struct ibv_recv_wr request = {.sg_list = &piece, .num_sge = 1}, *bad;
  HOLDS(ibv_post_recv(peer, &request, &bad) == 0);
}

// The next completion, without the event.
static void take_completion(void) {
  struct ibv_wc done;
  int count;
  while ((count = ibv_poll_cq(arrived, 1, &done)) == 0)
    ;
  HOLDS(count == 1 && done.status == IBV_WC_SUCCESS &&
        done.opcode == IBV_WC_RECV && done.byte_len == 8);
}

static int has_event(void) {
  struct pollfd ready = {.fd = channel->fd, .events = POLLIN};
  return poll(&ready, 1, 0) == 1;
}

static void take_event(void) {
  struct ibv_cq *of;
  void *unused;
  HOLDS(ibv_get_cq_event(channel, &of, &unused) == 0 && of == arrived);
  ibv_ack_cq_events(of, 1);
}

int main(void) {
  static const uint32_t flags[] = {SIGNALED, SIGNALED | SOLICITED, 0, SOLICITED,
                                   SIGNALED};
  uint64_t handle, sent_handle, address, is_right;
  uint32_t key;
  open_verbs(test_app);
  struct doca_mmap *mmap = device_memory(SIZE, &address, &key);
  struct doca_dpa_completion *sent = start_completion(16, &sent_handle);
  struct doca_verbs_qp *pair = create_sender(8, sent, &handle);
  struct ibv_qp *peer = create_peer();
  connect_peer(peer, doca_verbs_qp_get_qpn(pair));
  connect_to(pair, peer->qp_num);

  HOLDS(ibv_req_notify_cq(arrived, 1) == 0);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    post_receive(peer);
    is_right = 0;
    OK(doca_dpa_rpc(dpa, send_once, &is_right, handle, sent_handle, address,
                    key, flags[i]));
    HOLDS(is_right);
    take_completion();
    if (!(flags[i] & SOLICITED)) {
      HOLDS(!has_event());
      continue;
    }
    take_event();
    HOLDS(ibv_req_notify_cq(arrived, 1) == 0);
  }

  HOLDS(ibv_destroy_qp(peer) == 0 && ibv_destroy_cq(arrived) == 0);
  HOLDS(ibv_destroy_comp_channel(channel) == 0 && ibv_dereg_mr(region) == 0);
  OK(doca_verbs_qp_destroy(pair));
  OK(doca_dpa_completion_destroy(sent));
  OK(doca_mmap_destroy(mmap));
  OK(doca_dpa_mem_free(dpa, address));
  close_verbs();
  return failures != 0;
}
