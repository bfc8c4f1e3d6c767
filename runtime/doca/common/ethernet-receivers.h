// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ethernet receive queues by device and queue id: libdoca_verbs registers the
// queues that it creates, libdoca_flow directs frames to them. EthernetReceiver is the
// only base of struct doca_verbs_eth_rq.
#ifndef DPA_RUNTIME_DOCA_COMMON_ETHERNET_RECEIVERS_H
#define DPA_RUNTIME_DOCA_COMMON_ETHERNET_RECEIVERS_H

#include "runtime/doca/common/object.h"

#include <cstdint>
#include <string>

struct flexio_rq;

namespace dpa::doca {

class EthernetReceiver : public Object {
public:
  static constexpr const char *kind = "verbs ETH RQ";

  std::string device; ///< name of the verbs device
  uint16_t queueId = 0;
  flexio_rq *queue = nullptr;
};

/// Registers a queue; false if the device has another one with this id.
DOCA_INTERNAL bool enterReceiver(EthernetReceiver &receiver);
/// Unregisters a queue, if it is registered.
DOCA_INTERNAL void removeReceiver(const EthernetReceiver &receiver);
/// The queue of a device with this id, or null. `use`, by a `user` of this kind,
/// prevents its destruction.
DOCA_INTERNAL EthernetReceiver *findReceiver(const std::string &device,
                                             uint16_t queueId, const char *user,
                                             Use &use);

} // namespace dpa::doca

#endif
