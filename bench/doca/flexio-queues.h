/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The Flex IO side of the DOCA benchmark: a process with a queue pair that is
 * connected to another one of it, both with a completion queue, which may start
 * an event handler. Nothing is destroyed before the process. */
#ifndef BENCH_DOCA_FLEXIO_QUEUES_H
#define BENCH_DOCA_FLEXIO_QUEUES_H

#include "bench.h"
#include "shared.h"

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <string.h>

static inline flexio_uintptr_t allocate(struct flexio_process *process,
                                        size_t size) {
  flexio_uintptr_t address;

  FLEXIO(flexio_buf_dev_alloc(process, size, &address));
  FLEXIO(flexio_buf_dev_memset(process, 0, size, address));
  return address;
}

static inline uint32_t uar_of(struct flexio_process *process) {
  return flexio_uar_get_id(flexio_process_get_uar(process));
}

/* Armed; `thread` may be NULL. */
static inline struct flexio_cq *create_cq(struct flexio_process *process,
                                          struct flexio_thread *thread,
                                          struct flexio_end *end) {
  enum { ENTRY = 64, NEVER_WRITTEN = 0xf1 };
  char entries[ENTRY << LOG_ENTRIES] = {0};
  struct flexio_cq_attr attributes = {.log_cq_depth = LOG_ENTRIES,
                                      .element_type =
                                          FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                                      .uar_id = uar_of(process)};
  struct flexio_cq *cq;

  for (int i = 0; i < 1 << LOG_ENTRIES; i++)
    entries[i * ENTRY + ENTRY - 1] = (char)NEVER_WRITTEN;
  end->completion_ring = allocate(process, sizeof entries);
  FLEXIO(flexio_host2dev_memcpy(process, entries, sizeof entries,
                                end->completion_ring));
  end->completion_record = allocate(process, 64);
  if (thread) {
    attributes.element_type = FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD;
    attributes.thread = thread;
  }
  attributes.cq_ring_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.cq_ring_qmem.daddr = end->completion_ring;
  attributes.cq_dbr_daddr = end->completion_record;
  FLEXIO(flexio_cq_create(process, NULL, &attributes, &cq));
  end->completion_number = flexio_cq_get_cq_num(cq);
  return cq;
}

/* The attributes that both queue pairs are created and changed with. */
static inline struct flexio_qp_attr
pair_attributes(struct flexio_process *process, uint32_t completions,
                uint64_t *send_ring) {
  enum { RECEIVE_ENTRY = 16, SEND_ENTRY = 64 };
  uint64_t rings =
      allocate(process, (RECEIVE_ENTRY + SEND_ENTRY) << LOG_ENTRIES);
  struct flexio_qp_attr attributes = {
      .transport_type = FLEXIO_QPC_ST_RC,
      .uar_id = uar_of(process),
      .qp_access_mask = IBV_ACCESS_REMOTE_WRITE,
      .log_sq_depth = LOG_ENTRIES,
      .sq_cqn = completions,
      .log_rq_depth = LOG_ENTRIES,
      .rq_cqn = completions,
      .qp_wq_buff_qmem = {.daddr = rings},
      .qp_wq_dbr_qmem = {.daddr = allocate(process, 64)},
      .path_mtu = FLEXIO_QP_QPC_MTU_BYTES_1K,
      .retry_count = 7,
      .vhca_port_num = 1,
      .log_rra_max = 2,
      .log_sra_max = 2,
      .min_rnr_nak_timer = 1};

  *send_ring = rings + (RECEIVE_ENTRY << LOG_ENTRIES);
  return attributes;
}

static inline void connect_pair(struct flexio_qp *pair,
                                struct flexio_qp_attr attributes,
                                const struct flexio_qp *peer,
                                const union ibv_gid *gid) {
  const enum flexio_qp_state states[] = {
      FLEXIO_QP_STATE_INIT, FLEXIO_QP_STATE_RTR, FLEXIO_QP_STATE_RTS};

  attributes.remote_qp_num = flexio_qp_get_qp_num((struct flexio_qp *)peer);
  attributes.rgid_or_rip = *gid;
  for (int i = 0; i < 3; i++) {
    attributes.next_state = states[i];
    FLEXIO(flexio_qp_modify(pair, &attributes, NULL));
  }
}

/* An end in device memory. `handler` may be NULL. */
static inline uint64_t create_flexio_end(struct ibv_context *context,
                                         struct flexio_process *process,
                                         struct flexio_event_handler *handler) {
  struct flexio_end end = {0};
  struct flexio_qp_attr attributes[2];
  struct flexio_qp *pairs[2];
  struct flexio_mkey *key;
  union ibv_gid gid;
  uint64_t unused, address = allocate(process, sizeof end);
  struct flexio_thread *thread =
      handler ? flexio_event_handler_get_thread(handler) : NULL;

  CHECK(ibv_query_gid(context, 1, 0, &gid) == 0);
  end.from = allocate(process, 64);
  end.to = end.from + 8;
  FLEXIO(flexio_device_mkey_create(
      process,
      &(struct flexio_mkey_attr){flexio_process_get_pd(process), end.from, 64,
                                 IBV_ACCESS_LOCAL_WRITE |
                                     IBV_ACCESS_REMOTE_WRITE},
      &key));
  end.key = flexio_mkey_get_id(key);
  create_cq(process, thread, &end);
  for (int i = 0; i < 2; i++) {
    attributes[i] = pair_attributes(process, end.completion_number,
                                    i == 0 ? &end.send_ring : &unused);
    FLEXIO(flexio_qp_create(process, NULL, &attributes[i], &pairs[i]));
  }
  end.number = flexio_qp_get_qp_num(pairs[0]);
  for (int i = 0; i < 2; i++)
    connect_pair(pairs[i], attributes[i], pairs[1 - i], &gid);
  FLEXIO(flexio_host2dev_memcpy(process, &end, sizeof end, address));
  return address;
}

#endif
