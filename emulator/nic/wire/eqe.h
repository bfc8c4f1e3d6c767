// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that writes event queue entries (EQE): the 64 bytes of
// flexio_dev_eqe (libflexio-dev/flexio_dev_queue_types.h). The owner bit is 0: the
// queue sets it.
//
//   0x01 type   0x03 sub-type   0x20 event data, at 0x38 completion queue   0x3f owner
#ifndef DPA_EMULATOR_NIC_WIRE_EQE_H
#define DPA_EMULATOR_NIC_WIRE_EQE_H

#include "emulator/nic/wire/big-endian.h"

#include <array>

namespace dpa {

using EqeBytes = std::array<std::byte, 64>;

/// The event of a completion queue: type 0.
inline EqeBytes writeCompletionEqe(uint32_t completionQueue) {
  constexpr uint32_t numberMask = 0xffffff;
  constexpr size_t queueAt = 0x38;
  EqeBytes bytes{};
  storeBig32(bytes.data() + queueAt, completionQueue & numberMask);
  return bytes;
}

} // namespace dpa

#endif
