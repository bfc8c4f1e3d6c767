// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a port has carried and what it has dropped, since its device was opened.
// Any thread counts and reads.
#ifndef DPA_EMULATOR_NIC_PORT_COUNTERS_H
#define DPA_EMULATOR_NIC_PORT_COUNTERS_H

#include "base/spread-counter.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace dpa {

/// Why a frame was dropped, sent or received.
enum class FrameDrop : uint8_t {
  TooShort,   ///< smaller than an Ethernet header
  TooLong,    ///< larger than the MTU allows
  Incomplete, ///< the input file has a part of it only
  LinkDown,
  Lost,    ///< by the setting `loss`
  NoRoom,  ///< the other end, or the queue of delayed frames, is full
  Foreign, ///< from an address that is not a configured peer
};
constexpr size_t frameDropCount = static_cast<size_t>(FrameDrop::Foreign) + 1;

struct PortCounters {
  SpreadCounter sentBytes;
  SpreadCounter sentFrames; ///< also those that `loss` drops
  SpreadCounter receivedBytes;
  SpreadCounter receivedFrames;
  std::atomic<uint64_t> receiveErrors = 0; ///< part of what was dropped
  std::array<std::atomic<uint64_t>, frameDropCount> dropped = {};

  void countReceived(size_t bytes) {
    receivedFrames.add(1);
    receivedBytes.add(bytes);
  }
  void countSent(size_t bytes) {
    sentFrames.add(1);
    sentBytes.add(bytes);
  }
  /// A frame that has arrived is dropped.
  void countReceiveError(FrameDrop why) {
    receiveErrors.fetch_add(1, std::memory_order_relaxed);
    countDrop(why);
  }
  void countDrop(FrameDrop why) {
    dropped[static_cast<size_t>(why)].fetch_add(1, std::memory_order_relaxed);
  }
  uint64_t drops(FrameDrop why) const {
    return dropped[static_cast<size_t>(why)].load(std::memory_order_relaxed);
  }
  uint64_t drops() const {
    return std::accumulate(dropped.begin(), dropped.end(), uint64_t(0));
  }
};

} // namespace dpa

#endif
