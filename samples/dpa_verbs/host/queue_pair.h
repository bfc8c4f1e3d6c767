/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A queue pair of device code whose rings, doorbell record and UAR are the program's. Errors end the program. */
#ifndef DPA_VERBS_QUEUE_PAIR_H
#define DPA_VERBS_QUEUE_PAIR_H

#include "../../common/doca_verbs.h"

#include <doca_uar.h>
#include <doca_umem.h>

struct queue_pair {
  struct doca_dpa_completion *sent, *received;
  doca_dpa_dev_completion_t sent_handle, received_handle;
  doca_dpa_dev_uintptr_t rings; /* device memory: rings, then the record */
  struct doca_umem *memory;
  struct doca_uar *uar;
  struct doca_verbs_qp *qp;
  uint64_t handle;
};

/* How the other end is found. */
struct address {
  struct doca_verbs_gid gid;
  uint32_t number;
};

struct queue_pair create_queue_pair(const struct verbs *verbs);
struct address address_of(const struct verbs *verbs,
                          const struct queue_pair *pair);
void connect_queue_pair(const struct verbs *verbs,
                        const struct queue_pair *pair,
                        const struct address *other);
void destroy_queue_pair(const struct verbs *verbs, struct queue_pair *pair);

#endif
