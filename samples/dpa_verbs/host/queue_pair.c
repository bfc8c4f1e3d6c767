/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queue pairs in memory of the program: see queue_pair.h. */
#include "queue_pair.h"

#include <infiniband/verbs.h>

enum {
  REQUESTS = 4,
  RECEIVE_RING = REQUESTS * 16, /* a multiple of 64 */
  SEND_RING = REQUESTS * 64,
  RECORD = RECEIVE_RING + SEND_RING,
  MEMORY_SIZE = RECORD + 64,
  PORT = 1,
  GID_INDEX = 0
};

static void allocate_rings(const struct verbs *verbs, struct queue_pair *pair) {
  CHECK(doca_dpa_mem_alloc(verbs->dpa, MEMORY_SIZE, &pair->rings));
  CHECK(doca_dpa_memset(verbs->dpa, pair->rings, 0, MEMORY_SIZE));
  CHECK(doca_umem_dpa_create(verbs->dpa, pair->rings, MEMORY_SIZE,
                             DOCA_ACCESS_FLAG_LOCAL_READ_WRITE, &pair->memory));
  CHECK(doca_uar_dpa_create(verbs->dpa, &pair->uar));
}

struct queue_pair create_queue_pair(const struct verbs *verbs) {
  struct queue_pair pair = {0};
  struct doca_verbs_qp_init_attr *attr;

  pair.sent = create_completion(verbs, REQUESTS, &pair.sent_handle);
  pair.received = create_completion(verbs, REQUESTS, &pair.received_handle);
  allocate_rings(verbs, &pair);
  CHECK(doca_verbs_qp_init_attr_create(&attr));
  CHECK(doca_verbs_qp_init_attr_set_pd(attr, verbs->pd));
  CHECK(doca_verbs_qp_init_attr_set_qp_type(attr, DOCA_VERBS_QP_TYPE_RC));
  CHECK(doca_verbs_qp_init_attr_set_sq_wr(attr, REQUESTS));
  CHECK(doca_verbs_qp_init_attr_set_rq_wr(attr, REQUESTS));
  CHECK(doca_verbs_qp_init_attr_set_send_max_sges(attr, 1));
  CHECK(doca_verbs_qp_init_attr_set_receive_max_sges(attr, 1));
  CHECK(doca_verbs_qp_init_attr_set_external_umem(attr, pair.memory, 0));
  CHECK(
      doca_verbs_qp_init_attr_set_external_dbr_umem(attr, pair.memory, RECORD));
  CHECK(doca_verbs_qp_init_attr_set_external_uar(attr, pair.uar));
  CHECK(doca_verbs_qp_init_attr_set_external_datapath_en(attr, 1));
  CHECK(doca_verbs_qp_init_attr_set_send_dpa_completion(attr, pair.sent));
  CHECK(
      doca_verbs_qp_init_attr_set_receive_dpa_completion(attr, pair.received));
  CHECK(doca_verbs_qp_create(verbs->context, attr, &pair.qp));
  CHECK(doca_verbs_qp_init_attr_destroy(attr));
  CHECK(doca_verbs_qp_get_dpa_handle(pair.qp, verbs->dpa, &pair.handle));
  return pair;
}

struct address address_of(const struct verbs *verbs,
                          const struct queue_pair *pair) {
  struct address address = {.number = doca_verbs_qp_get_qpn(pair->qp)};
  struct ibv_pd *pd = doca_verbs_bridge_verbs_pd_get_ibv_pd(verbs->pd);
  union ibv_gid gid;

  if (ibv_query_gid(pd->context, PORT, GID_INDEX, &gid) != 0) {
    fprintf(stderr, "error: the port has no GID\n");
    exit(1);
  }
  memcpy(address.gid.raw, gid.raw, sizeof(address.gid.raw));
  return address;
}

static void change(const struct queue_pair *pair,
                   struct doca_verbs_qp_attr *attr,
                   enum doca_verbs_qp_state state, int mask) {
  CHECK(doca_verbs_qp_attr_set_next_state(attr, state));
  CHECK(doca_verbs_qp_modify(pair->qp, attr,
                             DOCA_VERBS_QP_ATTR_NEXT_STATE | mask));
}

static void set_path(const struct verbs *verbs, struct doca_verbs_qp_attr *attr,
                     const struct address *other) {
  struct doca_verbs_ah_attr *path;

  CHECK(doca_verbs_ah_attr_create(verbs->context, &path));
  CHECK(doca_verbs_ah_attr_set_gid(path, other->gid));
  CHECK(doca_verbs_ah_attr_set_addr_type(path, DOCA_VERBS_ADDR_TYPE_IPv6));
  CHECK(doca_verbs_ah_attr_set_sgid_index(path, GID_INDEX));
  CHECK(doca_verbs_ah_attr_set_hop_limit(path, 255));
  CHECK(doca_verbs_qp_attr_set_ah_attr(attr, path));
  CHECK(doca_verbs_ah_attr_destroy(path));
}

void connect_queue_pair(const struct verbs *verbs,
                        const struct queue_pair *pair,
                        const struct address *other) {
  struct doca_verbs_qp_attr *attr;

  CHECK(doca_verbs_qp_attr_create(&attr));
  set_path(verbs, attr, other);
  CHECK(doca_verbs_qp_attr_set_port_num(attr, PORT));
  CHECK(doca_verbs_qp_attr_set_allow_remote_write(attr, 1));
  CHECK(doca_verbs_qp_attr_set_dest_qp_num(attr, other->number));
  CHECK(doca_verbs_qp_attr_set_path_mtu(attr, DOCA_MTU_SIZE_1K_BYTES));
  CHECK(doca_verbs_qp_attr_set_min_rnr_timer(attr, 1));
  CHECK(doca_verbs_qp_attr_set_ack_timeout(attr, 14));
  CHECK(doca_verbs_qp_attr_set_retry_cnt(attr, 7));
  CHECK(doca_verbs_qp_attr_set_rnr_retry(attr, 7));
  change(pair, attr, DOCA_VERBS_QP_STATE_INIT,
         DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_WRITE |
             DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_READ |
             DOCA_VERBS_QP_ATTR_PKEY_INDEX | DOCA_VERBS_QP_ATTR_PORT_NUM);
  change(pair, attr, DOCA_VERBS_QP_STATE_RTR,
         DOCA_VERBS_QP_ATTR_RQ_PSN | DOCA_VERBS_QP_ATTR_DEST_QP_NUM |
             DOCA_VERBS_QP_ATTR_MIN_RNR_TIMER | DOCA_VERBS_QP_ATTR_PATH_MTU |
             DOCA_VERBS_QP_ATTR_AH_ATTR);
  change(pair, attr, DOCA_VERBS_QP_STATE_RTS,
         DOCA_VERBS_QP_ATTR_SQ_PSN | DOCA_VERBS_QP_ATTR_ACK_TIMEOUT |
             DOCA_VERBS_QP_ATTR_RETRY_CNT | DOCA_VERBS_QP_ATTR_RNR_RETRY);
  CHECK(doca_verbs_qp_attr_destroy(attr));
}

void destroy_queue_pair(const struct verbs *verbs, struct queue_pair *pair) {
  CHECK(doca_verbs_qp_destroy(pair->qp));
  CHECK(doca_umem_destroy(pair->memory));
  CHECK(doca_uar_destroy(pair->uar));
  CHECK(doca_dpa_mem_free(verbs->dpa, pair->rings));
  CHECK(doca_dpa_completion_destroy(pair->sent));
  CHECK(doca_dpa_completion_destroy(pair->received));
}
