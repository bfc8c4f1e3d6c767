// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The connected vports of a card: the receiver of each is the port of another
// function. Thread safe; functions may connect and disconnect while frames are
// delivered.
#ifndef DPA_EMULATOR_NIC_CARD_CARD_VPORTS_H
#define DPA_EMULATOR_NIC_CARD_CARD_VPORTS_H

#include "emulator/nic/port/link.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

namespace dpa {

class CardVports {
public:
  /// Before anything else.
  void set(const std::vector<uint32_t> &numbers);

  /// False, with a message in `error`.
  bool connect(uint32_t number, FrameReceiver &receiver, std::string &error);
  /// Returns when no thread is in the receiver. Not from the receiver itself.
  void disconnect(uint32_t number) noexcept;

  void deliver(uint32_t number, Frame frame) noexcept;
  /// Whether deliver() would not drop the frame for lack of buffers. A frame for a
  /// vport that is not connected is dropped whenever it arrives.
  bool isReadyFor(uint32_t number, Frame frame) const noexcept;
  /// Frames for vports that were not connected.
  uint64_t drops() const { return drops_.load(std::memory_order_relaxed); }

private:
  struct Vport {
    FrameReceiver *receiver = nullptr; ///< null: not connected
    uint32_t users = 0;                ///< threads in the receiver
  };
  class Use;

  mutable std::mutex lock_; ///< of what follows
  mutable std::condition_variable isFree_;
  mutable std::map<uint32_t, Vport> vports_;

  std::atomic<uint64_t> drops_ = 0;
};

} // namespace dpa

#endif
