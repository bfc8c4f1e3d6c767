// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a RoCEv2 packet that arrives at a port finds its queue pair. Also learns which
// MAC addresses other GIDs have. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_ROCE_RECEIVER_H
#define DPA_EMULATOR_NIC_CARD_ROCE_RECEIVER_H

#include "emulator/nic/card/object-table.h"
#include "emulator/nic/engine/queue-pair.h"
#include "emulator/nic/wire/frame.h"

#include <map>
#include <shared_mutex>

namespace dpa {

/// Packets to an address of the port that no queue pair got.
struct RoceDrops {
  uint64_t badIcrc = 0;
  uint64_t malformed = 0;   ///< or of an operation that does not exist
  uint64_t noQueuePair = 0; ///< also: it uses another port
};

using QueuePairTable = ObjectTable<EmulatedQueuePair>;

class RoceReceiver {
public:
  /// `port`: its number. `pairs`: of the device; outlives it.
  RoceReceiver(uint32_t port, const QueuePairTable &pairs)
      : port_(port), pairs_(pairs) {}

  /// Before anything else.
  void setAddresses(RoceAddresses addresses) {
    addresses_ = std::move(addresses);
  }
  const RoceAddresses &addresses() const { return addresses_; }

  /// Whether a frame is a packet to an address of the port.
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
  std::shared_ptr<EmulatedQueuePair> find(uint32_t number) const;
  void learn(const RocePath &path) noexcept;

  const uint32_t port_;
  const QueuePairTable &pairs_;
  RoceAddresses addresses_;

  mutable std::shared_mutex lock_; ///< of what follows
  std::map<Gid, MacAddress> learned_;

  std::atomic<uint64_t> badIcrc_ = 0;
  std::atomic<uint64_t> malformed_ = 0;
  std::atomic<uint64_t> noQueuePair_ = 0;
};

} // namespace dpa

#endif
