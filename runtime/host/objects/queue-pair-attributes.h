// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the attributes of a program (struct flexio_qp_attr) to those of the device.
// Attributes may be any bytes: numbers out of range are errors that name them.
#ifndef DPA_RUNTIME_HOST_OBJECTS_QUEUE_PAIR_ATTRIBUTES_H
#define DPA_RUNTIME_HOST_OBJECTS_QUEUE_PAIR_ATTRIBUTES_H

#include "base/result.h"
#include "emulator/interface/host-nic.h"

#include <libflexio/flexio.h>

namespace dpa::host {

struct QueuePairMemory {
  QueuePairSettings settings; ///< without the protection domain
  QueuePlace ring;            ///< of both rings
  uint64_t ringSize = 0;      ///< bytes of both rings; 0: it has none
};

/// What the device needs to create a queue pair. Its rings are one buffer: receive,
/// then send.
Result<QueuePairMemory> queuePairMemoryOf(const flexio_qp_attr &attributes);

/// remoteAccess of the device.
Result<uint8_t> accessOf(const flexio_qp_attr &attributes);

/// Attributes and state that Process::createQueuePair()'s modify() takes.
struct QueuePairChange {
  QueuePairAttributes attributes;
  uint32_t mask = 0; ///< queuePairAttribute
};

/// What a change depends on, besides its attributes.
struct QueuePairPresent {
  QueuePairType type = QueuePairType::ReliableConnection;
  QueuePairState state = QueuePairState::Reset;
  uint8_t access = 0; ///< given at its creation
  uint8_t port = 1;   ///< that it uses
};

/// The change to `attributes.next_state`. Whether the state machine permits it is
/// left to the device.
Result<QueuePairChange> changeOf(const QueuePairPresent &present,
                                 const flexio_qp_attr &attributes,
                                 const flexio_qp_attr_opt_param_mask &selected,
                                 const HostNic &nic);

} // namespace dpa::host

#endif
