// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash of a frame by which a TIR spreads frames over receive queues.
#ifndef DPA_EMULATOR_NIC_STEERING_RECEIVE_HASH_H
#define DPA_EMULATOR_NIC_STEERING_RECEIVE_HASH_H

#include "emulator/interface/receive-hash.h"
#include "emulator/nic/steering/match-image.h"

#include <span>

namespace dpa {

uint32_t hashOf(const ReceiveHash &hash, const MatchImage &frame) noexcept;

/// The Toeplitz hash of up to 36 bytes.
uint32_t toeplitzHash(const ReceiveHash::Key &key,
                      std::span<const uint8_t> input) noexcept;

} // namespace dpa

#endif
