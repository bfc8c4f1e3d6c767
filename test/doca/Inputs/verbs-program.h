/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program of doca_verbs.h on the first device: context, protection domain, DPA; keys, completion contexts and
 * connections of queue pairs. Includes check.h. */
#ifndef VERBS_PROGRAM_H
#define VERBS_PROGRAM_H

#include "check.h"
#include <doca_dev.h>
#include <doca_dpa.h>
#include <doca_log.h>
#include <doca_mmap.h>
#include <doca_verbs.h>
#include <doca_verbs_bridge.h>
#include <infiniband/verbs.h>
#include <string.h>

static struct doca_verbs_context *context;
static struct doca_verbs_pd *pd;
static struct doca_dev *dev;
static struct doca_dpa *dpa;

static inline void open_verbs(struct doca_dpa_app *app) {
  struct doca_log_backend *backend;
  struct doca_devinfo **list;
  uint32_t count;
  OK(doca_log_backend_create_with_file_sdk(stderr, &backend));
  OK(doca_devinfo_create_list(&list, &count));
  OK(doca_verbs_context_create(list[0], DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE,
                               &context));
  OK(doca_devinfo_destroy_list(list));
  OK(doca_verbs_pd_create(context, &pd));
  OK(doca_verbs_pd_as_doca_dev(pd, &dev));
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, app));
  OK(doca_dpa_start(dpa));
}

static inline void close_verbs(void) {
  OK(doca_dpa_destroy(dpa));
  OK(doca_verbs_pd_destroy(pd));
  OK(doca_verbs_context_destroy(context));
}

/* Zeroed memory of the DPA, with a key for all operations. The caller frees it. */
static inline struct doca_mmap *device_memory(size_t size, uint64_t *address,
                                              uint32_t *key) {
  struct doca_mmap *mmap;
  OK(doca_dpa_mem_alloc(dpa, size, address));
  OK(doca_dpa_memset(dpa, *address, 0, size));
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_set_dpa_memrange(mmap, dpa, *address, size));
  OK(doca_mmap_set_permissions(
      mmap, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
                DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC));
  OK(doca_mmap_add_dev(mmap, dev));
  OK(doca_mmap_start(mmap));
  OK(doca_mmap_dev_get_dpa_handle(mmap, dev, key));
  return mmap;
}

static inline struct doca_dpa_completion *start_completion(unsigned entries,
                                                           uint64_t *handle) {
  struct doca_dpa_completion *completion;
  OK(doca_dpa_completion_create(dpa, entries, &completion));
  OK(doca_dpa_completion_start(completion));
  OK(doca_dpa_completion_get_dpa_handle(completion, handle));
  return completion;
}

/* Attributes of a queue pair, except for the DPA. Requests are completed in `sent`, receive requests in `received`. */
static inline struct doca_verbs_qp_init_attr *
pair_attributes(uint32_t send_requests, struct doca_dpa_completion *sent,
                struct doca_dpa_completion *received) {
  struct doca_verbs_qp_init_attr *attr;
  OK(doca_verbs_qp_init_attr_create(&attr));
  OK(doca_verbs_qp_init_attr_set_pd(attr, pd));
  OK(doca_verbs_qp_init_attr_set_external_datapath_en(attr, 1));
  OK(doca_verbs_qp_init_attr_set_sq_wr(attr, send_requests));
  OK(doca_verbs_qp_init_attr_set_send_dpa_completion(attr, sent));
  OK(doca_verbs_qp_init_attr_set_receive_dpa_completion(attr, received));
  return attr;
}

/* Destroys the attributes. */
static inline struct doca_verbs_qp *
create_with(struct doca_verbs_qp_init_attr *attr, uint64_t *handle) {
  struct doca_verbs_qp *pair;
  OK(doca_verbs_qp_create(context, attr, &pair));
  OK(doca_verbs_qp_init_attr_destroy(attr));
  OK(doca_verbs_qp_get_dpa_handle(pair, dpa, handle));
  return pair;
}

/* A queue pair of the DPA that only sends; all its completions are in `completion`. */
static inline struct doca_verbs_qp *
create_sender(uint32_t requests, struct doca_dpa_completion *completion,
              uint64_t *handle) {
  struct doca_verbs_qp_init_attr *attr =
      pair_attributes(requests, completion, completion);
  OK(doca_verbs_qp_init_attr_set_dpa(attr, dpa));
  return create_with(attr, handle);
}

static inline struct doca_verbs_ah_attr *own_address(void) {
  struct doca_verbs_ah_attr *path;
  struct doca_verbs_gid address;
  union ibv_gid gid;
  struct ibv_context *verbs =
      doca_verbs_bridge_verbs_context_get_ibv_context(context);
  HOLDS(ibv_query_gid(verbs, 1, 0, &gid) == 0);
  memcpy(address.raw, gid.raw, sizeof address.raw);
  OK(doca_verbs_ah_attr_create(context, &path));
  OK(doca_verbs_ah_attr_set_gid(path, address));
  OK(doca_verbs_ah_attr_set_addr_type(path, DOCA_VERBS_ADDR_TYPE_IPv6));
  OK(doca_verbs_ah_attr_set_sgid_index(path, 0));
  return path;
}

/* One direction: both queue pairs are connected to each other. Requests without acknowledgement are retried 7
 * times, those without a receive request `rnr_retry` times. */
static inline void connect_with(struct doca_verbs_qp *qp, uint32_t other,
                                uint16_t rnr_retry) {
  struct doca_verbs_ah_attr *path = own_address();
  struct doca_verbs_qp_attr *attr;
  OK(doca_verbs_qp_attr_create(&attr));
  OK(doca_verbs_qp_attr_set_allow_remote_write(attr, 1));
  OK(doca_verbs_qp_attr_set_allow_remote_read(attr, 1));
  OK(doca_verbs_qp_attr_set_port_num(attr, 1));
  OK(doca_verbs_qp_attr_set_dest_qp_num(attr, other));
  OK(doca_verbs_qp_attr_set_ah_attr(attr, path));
  OK(doca_verbs_qp_attr_set_min_rnr_timer(attr, 1));
  OK(doca_verbs_qp_attr_set_retry_cnt(attr, 7));
  OK(doca_verbs_qp_attr_set_rnr_retry(attr, rnr_retry));
  OK(doca_verbs_qp_attr_set_atomic_mode(attr,
                                        DOCA_VERBS_QP_ATOMIC_MODE_IB_SPEC));
  OK(doca_verbs_qp_attr_set_max_rd_atomic(attr, 2));
  OK(doca_verbs_qp_attr_set_max_dest_rd_atomic(attr, 3));
  OK(doca_verbs_qp_attr_set_pkey_index(attr, 0));
  OK(doca_verbs_qp_attr_set_next_state(attr, DOCA_VERBS_QP_STATE_INIT));
  OK(doca_verbs_qp_modify(
      qp, attr,
      DOCA_VERBS_QP_ATTR_NEXT_STATE | DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_WRITE |
          DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_READ | DOCA_VERBS_QP_ATTR_PORT_NUM));
  OK(doca_verbs_qp_attr_set_next_state(attr, DOCA_VERBS_QP_STATE_RTR));
  OK(doca_verbs_qp_modify(
      qp, attr,
      DOCA_VERBS_QP_ATTR_NEXT_STATE | DOCA_VERBS_QP_ATTR_RQ_PSN |
          DOCA_VERBS_QP_ATTR_DEST_QP_NUM | DOCA_VERBS_QP_ATTR_MIN_RNR_TIMER |
          DOCA_VERBS_QP_ATTR_PATH_MTU | DOCA_VERBS_QP_ATTR_AH_ATTR |
          DOCA_VERBS_QP_ATTR_MAX_DEST_RD_ATOMIC));
  OK(doca_verbs_qp_attr_set_next_state(attr, DOCA_VERBS_QP_STATE_RTS));
  OK(doca_verbs_qp_modify(
      qp, attr,
      DOCA_VERBS_QP_ATTR_NEXT_STATE | DOCA_VERBS_QP_ATTR_SQ_PSN |
          DOCA_VERBS_QP_ATTR_RETRY_CNT | DOCA_VERBS_QP_ATTR_RNR_RETRY |
          DOCA_VERBS_QP_ATTR_MAX_QP_RD_ATOMIC));
  OK(doca_verbs_ah_attr_destroy(path));
  OK(doca_verbs_qp_attr_destroy(attr));
}

static inline void connect_to(struct doca_verbs_qp *qp, uint32_t other) {
  connect_with(qp, other, 7);
}

#endif
