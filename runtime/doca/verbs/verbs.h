// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts, protection domains, and the attributes of queue pairs.
#ifndef DPA_RUNTIME_DOCA_VERBS_VERBS_H
#define DPA_RUNTIME_DOCA_VERBS_VERBS_H

#include "runtime/doca/common/device.h"
#include "runtime/doca/verbs/queue-memory.h"
#include "runtime/include/doca/doca_verbs.h"

namespace dpa::doca {

constexpr const char *hostQueuesProblem =
    "queues and completion queues of host code are not supported "
    "(external_datapath_en must be 1)";

} // namespace dpa::doca

struct doca_verbs_context : dpa::doca::Object {
  static constexpr const char *kind = "verbs context";
  ~doca_verbs_context();
  ibv_context *context = nullptr;
};

struct doca_verbs_pd : dpa::doca::Object {
  static constexpr const char *kind = "verbs protection domain";
  ~doca_verbs_pd();
  dpa::doca::Use contextUse;
  ibv_pd *pd = nullptr;
  doca_dev *dev = nullptr;  ///< of the domain
  dpa::doca::Use deviceUse; ///< prevents that the program closes it
};

struct doca_verbs_ah_attr : dpa::doca::Object {
  static constexpr const char *kind = "verbs AH attributes";
  doca_verbs_gid gid = {};
  uint8_t ownGid = 0;
};

struct doca_verbs_qp_attr : dpa::doca::Object {
  static constexpr const char *kind = "verbs QP attributes";
  doca_verbs_qp_state nextState = DOCA_VERBS_QP_STATE_RST;
  doca_mtu_size pathMtu = DOCA_MTU_SIZE_1K_BYTES;
  uint32_t peerPacket = 0;
  uint32_t ownPacket = 0;
  uint32_t peerNumber = 0;
  int allowsWrite = 0;
  int allowsRead = 0;
  doca_verbs_qp_atomic_mode atomicMode = DOCA_VERBS_QP_ATOMIC_MODE_NONE;
  uint8_t readsMax = 16;     ///< in flight, to the peer
  uint8_t peerReadsMax = 16; ///< of the peer
  doca_verbs_gid gid = {};
  uint8_t ownGid = 0;
  uint16_t port = 1;
  uint16_t retries = 0;
  uint16_t rnrRetries = 0;
  uint16_t minRnrTimer = 0;
  uint16_t ackTimeout = 15;
};

struct doca_verbs_qp_init_attr : dpa::doca::Object {
  static constexpr const char *kind = "verbs QP init attributes";
  doca_verbs_pd *pd = nullptr;
  uint32_t type = DOCA_VERBS_QP_TYPE_RC;
  uint32_t sendRequests = 1;
  uint32_t receiveRequests = 1;
  uint32_t sendListMax = 1;
  uint32_t userIndex = 0;
  uint8_t isExternal = 0;
  dpa::doca::QueueMemoryChoice memory;
  doca_verbs_srq *srq = nullptr; ///< null: the queue pair has a receive queue
  doca_dpa_completion *sent = nullptr;
  doca_dpa_completion *received = nullptr;
};

#endif
