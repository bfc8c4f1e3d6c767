// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue pairs of a device, and how a RoCEv2 packet finds its one. Also learns
// which MAC addresses other GIDs have. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_ROCE_RECEIVER_H
#define DPA_EMULATOR_NIC_CARD_ROCE_RECEIVER_H

#include "emulator/nic/card/object-table.h"
#include "emulator/nic/engine/queue-pair.h"
#include "emulator/nic/wire/frame.h"

#include <map>
#include <shared_mutex>

namespace dpa {

/// Packets to an address of the device that no queue pair got.
struct RoceDrops {
  uint64_t badIcrc = 0;
  uint64_t malformed = 0; ///< or of an operation that does not exist
  uint64_t noQueuePair = 0;
};

class RoceReceiver {
public:
  /// Before anything else.
  void setAddresses(RoceAddresses addresses) {
    addresses_ = std::move(addresses);
  }
  const RoceAddresses &addresses() const { return addresses_; }

  ObjectTable<EmulatedQueuePair> &pairs() { return pairs_; }

  /// Whether a frame is a packet to an address of the device.
  bool isFor(const FrameHeaders &headers) const;
  /// Gives such a packet to its queue pair.
  void deliver(Frame frame) noexcept;
  void deliver(const RoceFrameView &view) noexcept;
  /// Whether a packet would be received now. For sources that can wait.
  bool isReadyFor(const FrameHeaders &headers) const;
  RoceDrops drops() const;

  /// See HostNic::macOf().
  MacAddress macOf(const Gid &gid) const;

private:
  void learn(const RocePath &path) noexcept;

  RoceAddresses addresses_;
  ObjectTable<EmulatedQueuePair> pairs_;

  mutable std::shared_mutex lock_; ///< of what follows
  std::map<Gid, MacAddress> learned_;

  std::atomic<uint64_t> badIcrc_ = 0;
  std::atomic<uint64_t> malformed_ = 0;
  std::atomic<uint64_t> noQueuePair_ = 0;
};

} // namespace dpa

#endif
