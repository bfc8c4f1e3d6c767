// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a learning switch knows: behind which peer each MAC address is. Thread
// safe.
#ifndef DPA_EMULATOR_NIC_PORT_MAC_TABLE_H
#define DPA_EMULATOR_NIC_PORT_MAC_TABLE_H

#include "emulator/nic/port/link.h"

#include <mutex>
#include <new>
#include <optional>
#include <unordered_map>

namespace dpa {

class MacTable {
public:
  /// When it is full, it begins anew: what it does not know is flooded.
  static constexpr size_t sizeMax = 4096;

  /// The sender of the frame is behind this peer.
  void learn(Frame frame, uint32_t peer) noexcept {
    if (frame.size() < frameSizeMin || isGroup(frame[addressSize]))
      return;
    const std::lock_guard guard(lock_);
    if (peers_.size() >= sizeMax)
      peers_.clear();
    try {
      peers_[addressAt(frame, addressSize)] = peer;
    } catch (const std::bad_alloc &) {
      peers_.clear();
    }
  }

  /// The peer that the frame is for. Nothing: unknown, broadcast or multicast.
  std::optional<uint32_t> find(Frame frame) const {
    if (frame.size() < frameSizeMin || isGroup(frame[0]))
      return std::nullopt;
    const std::lock_guard guard(lock_);
    const auto found = peers_.find(addressAt(frame, 0));
    return found == peers_.end() ? std::nullopt : std::optional(found->second);
  }

  /// The peer has gone.
  void forget(uint32_t peer) {
    const std::lock_guard guard(lock_);
    std::erase_if(peers_,
                  [&](const auto &each) { return each.second == peer; });
  }

private:
  static constexpr size_t addressSize = 6;

  static bool isGroup(std::byte first) {
    return (first & std::byte{1}) != std::byte{};
  }
  static uint64_t addressAt(Frame frame, size_t offset) {
    uint64_t address = 0;
    for (const std::byte each : frame.subspan(offset, addressSize))
      address = address << 8 | std::to_integer<uint64_t>(each);
    return address;
  }

  mutable std::mutex lock_;
  std::unordered_map<uint64_t, uint32_t> peers_;
};

} // namespace dpa

#endif
