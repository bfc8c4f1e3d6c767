// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared receive queues of device code, implemented by receive memory pools (RMP) of
// Flex IO.
#ifndef DPA_RUNTIME_DOCA_VERBS_SHARED_RECEIVE_QUEUE_H
#define DPA_RUNTIME_DOCA_VERBS_SHARED_RECEIVE_QUEUE_H

#include "runtime/doca/verbs/verbs.h"

struct flexio_rmp;

struct doca_verbs_srq_init_attr : dpa::doca::Object {
  static constexpr const char *kind = "verbs SRQ init attributes";
  doca_verbs_pd *pd = nullptr;
  doca_verbs_srq_type type = DOCA_VERBS_SRQ_TYPE_LINKED_LIST;
  uint32_t requests = 1;
  uint32_t listMax = 1;
  dpa::doca::QueueMemoryChoice memory;
};

struct doca_verbs_srq : dpa::doca::Object {
  static constexpr const char *kind = "verbs SRQ";
  ~doca_verbs_srq();
  uint32_t number() const;

  dpa::doca::Use pdUse;
  dpa::doca::QueueMemory memory{kind};
  dpa::doca::DeviceMemory object{kind};
  flexio_rmp *pool = nullptr;
};

#endif
