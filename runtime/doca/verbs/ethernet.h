// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ethernet queues of device code: send and receive queues of Flex IO.
#ifndef DPA_RUNTIME_DOCA_VERBS_ETHERNET_H
#define DPA_RUNTIME_DOCA_VERBS_ETHERNET_H

#include "runtime/doca/common/ethernet-receivers.h"
#include "runtime/doca/verbs/attributes.h"
#include "runtime/doca/verbs/verbs.h"

#include <libflexio/flexio.h>

#include <bit>
#include <memory>
#include <optional>

namespace dpa::doca {

/// Attributes of both kinds.
struct EthernetAttributes : Object {
  doca_verbs_pd *pd = nullptr;
  uint32_t requests = 1;
  uint32_t listMax = 1;
  std::optional<uint16_t> queueId;
  uint32_t userIndex = 0;
  uint8_t isExternal = 0;
  QueueMemoryChoice memory;
  doca_dpa_completion *completion = nullptr;

  /// An error message if a queue cannot be created from these, otherwise null.
  const char *problem(uint64_t ringSize) const;
  /// Whether all objects in the attributes are live.
  bool isAllLive() const;
};

/// The objects that a queue uses.
struct EthernetResources {
  Use pd;
  Use completion;
};

/// What Flex IO needs for a queue of either kind with a ring of `entries`.
flexio_wq_attr queueAttributes(const EthernetAttributes &attr,
                               const QueueMemory &memory, uint32_t entries);

/// Fills in what the device objects of both kinds have.
template <typename Object>
void describeQueue(const EthernetAttributes &attr, const QueueMemory &memory,
                   uint32_t number, uint32_t entries, Object &object) {
  object.ring = memory.rings;
  object.doorbell_record = memory.record;
  object.number = number;
  object.log_depth = static_cast<uint32_t>(std::bit_width(entries) - 1);
  object.max_sges = attr.listMax;
  object.user_index = attr.userIndex;
}

/// Allocates a queue and its memory, and calls create(queue), which creates it on the
/// card, then store(queue), which stores its device object. On failure `queue` is null.
template <typename Q, typename Create, typename Store>
doca_error_t makeQueue(const EthernetAttributes &attr, uint64_t ringSize,
                       Create create, Store store, std::unique_ptr<Q> &queue) {
  auto made = std::make_unique<Q>();
  doca_error_t status = made->memory.place(attr.memory, ringSize);
  if (status == DOCA_SUCCESS)
    status = create(*made);
  if (status == DOCA_SUCCESS)
    status = store(*made);
  if (status != DOCA_SUCCESS)
    return status;
  made->resources = {Use(*attr.pd, Q::kind),
                     Use(*completionOf(attr.completion), Q::kind)};
  queue = std::move(made);
  return DOCA_SUCCESS;
}

/// The functions that create queues: create() runs if the attributes are complete.
/// ringSize() returns the bytes of the ring.
template <typename T, typename Q, typename Size, typename Create>
doca_error_t createEthernetQueue(const char *call, doca_verbs_context *context,
                                 T *attr, Q **queue, Size ringSize,
                                 Create create) {
  return apiCall(
      call, create, live(context), live(attr), result(queue, "the queue"),
      require([=] { return attr->isAllLive(); }, DOCA_ERROR_INVALID_VALUE,
              "attributes refer to a destroyed object"),
      noProblem([=] { return attr->problem(ringSize()); }),
      require([=] { return attr->isExternal == 1; }, DOCA_ERROR_NOT_SUPPORTED,
              hostQueuesProblem),
      require([=] { return isRunning(attr->memory, attr->completion); },
              DOCA_ERROR_BAD_STATE,
              "DPA context or completion context is not running"));
}

} // namespace dpa::doca

struct doca_verbs_eth_sq_init_attr : dpa::doca::EthernetAttributes {
  static constexpr const char *kind = "verbs ETH SQ init attributes";
  uint8_t allowsMultiplePackets = 0;
};

struct doca_verbs_eth_rq_init_attr : dpa::doca::EthernetAttributes {
  static constexpr const char *kind = "verbs ETH RQ init attributes";
};

struct doca_verbs_eth_sq : dpa::doca::Object {
  static constexpr const char *kind = "verbs ETH SQ";
  ~doca_verbs_eth_sq();

  dpa::doca::EthernetResources resources;
  dpa::doca::QueueMemory memory{kind};
  dpa::doca::DeviceMemory object{kind};
  flexio_sq *queue = nullptr;
};

struct doca_verbs_eth_rq : dpa::doca::EthernetReceiver {
  ~doca_verbs_eth_rq();

  dpa::doca::EthernetResources resources;
  dpa::doca::QueueMemory memory{kind};
  dpa::doca::DeviceMemory object{kind};
};

#endif
