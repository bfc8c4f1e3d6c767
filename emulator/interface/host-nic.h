// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card as the host program uses it (verbs): queues whose rings and
// doorbell records are in memory of the program. Part of device.h. In a QueuePlace
// of these queues, `umem` 0 means an address of the program, which must stay mapped
// until the queue is destroyed. Thread safe.
#ifndef DPA_EMULATOR_INTERFACE_HOST_NIC_H
#define DPA_EMULATOR_INTERFACE_HOST_NIC_H

#include "emulator/interface/queue-pair.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace dpa {

/// Takes events of host queues. Called on any thread, also on that which rings a
/// doorbell: must neither block nor call the card.
class NicObserver {
public:
  virtual ~NicObserver() = default;
  /// An armed completion queue has a completion.
  virtual void completionEvent(uint32_t completionQueue) noexcept = 0;
  /// A completion was lost: the queue was full.
  virtual void completionQueueError(uint32_t completionQueue) noexcept = 0;
  virtual void queuePairEvent(uint32_t queuePair,
                              QueuePairEvent event) noexcept = 0;
  /// A queue pair that uses a shared receive queue is in the error state and will
  /// take no more of its entries.
  virtual void lastEntryTaken(uint32_t queuePair) noexcept = 0;
  virtual void limitReached(uint32_t sharedReceiveQueue) noexcept = 0;
  /// A completion of a send or receive queue was lost. Once for each queue.
  virtual void workQueueFailed(uint32_t /*workQueue*/) noexcept {}
};

struct HostCqSettings {
  QueuePlace ring; ///< 64-byte entries
  QueuePlace doorbellRecord;
  uint8_t logDepth = 0; ///< entries: 2 to this power, 22 at most
  bool ignoresOverrun = false;
  bool isCollapsed = false; ///< every completion goes to the first entry
  CqModeration moderation;
  /// The UAR of the program whose doorbells arm it; 0: none does.
  uint32_t uar = 0;
  /// Events reach those that Device::observe() names, instead of the NicObserver.
  bool usesHostEventQueue = false;
  std::optional<uint8_t> compression = std::nullopt; ///< as in CqSettings
};

/// Not armed at first.
class HostCompletionQueue : public CompletionQueue {
public:
  /// The next completion after `consumerIndex` raises an event; with `solicited`,
  /// the next that is solicited or an error.
  virtual void arm(uint32_t consumerIndex, bool solicited) = 0;
  /// Called when the program has polled an empty queue: receives the frames that have
  /// arrived at ports on this thread, unless their order is part of a recorded run. With
  /// `mayWait` it waits for them, less than 0.1 milliseconds. False if it has not
  /// received or waited.
  virtual bool pollPorts(bool mayWait) noexcept = 0;
  /// Continues in another ring, into which the entries that were not consumed are
  /// copied; their indices stay as they are. The old ring is not accessed any more.
  /// False, and nothing done: they do not fit, or the ring is not valid.
  virtual bool resize(const QueuePlace &ring, uint8_t logDepth) = 0;
  /// Continues in another ring, as after the firmware command: an entry with the opcode
  /// DPA_CQE_RESIZE is the last of the old ring, and the next index is the first in the
  /// new one. The program moves entries that it has not consumed, each to the next index.
  /// Only Done changes anything; InvalidRing has a message in `error`.
  virtual CqRingChange changeRing(const QueuePlace &ring, uint8_t logDepth,
                                  std::string &error) = 0;
  /// Whether completions may overwrite entries that were not consumed.
  virtual void setIgnoresOverrun(bool ignores) = 0;
};

/// State and attributes of a send queue, as QUERY_SQ returns them.
struct SendQueueView {
  WorkQueueState state = WorkQueueState::Ready;
  uint16_t consumed = 0; ///< 64-byte blocks since the last reset
  uint16_t posted = 0;   ///< the same
};

class HostSendQueue : public SendQueue {
public:
  /// As HostNic::changeReceiveQueue().
  virtual bool change(WorkQueueState from, WorkQueueState to) = 0;
  virtual SendQueueView view() const = 0;
};

/// What a port of a device is.
struct PortState {
  bool isUp = false;
  uint16_t mtu = 1024; ///< largest path MTU, bytes: 256 to 4096
  MacAddress mac{};
  std::vector<Gid> gids; ///< RoCEv2; the first is link-local
};

/// What a port has carried and dropped since the device was opened. Bytes are
/// those of frames without their check sequences (FCS).
struct PortTraffic {
  uint64_t receivedFrames = 0;
  uint64_t receivedBytes = 0;
  uint64_t sentFrames = 0;
  uint64_t sentBytes = 0;
  uint64_t receiveErrors =
      0;                  ///< frames of a bad size or origin, or parts of one
  uint64_t sendDrops = 0; ///< the link was down, or the other end full
};

/// Objects of the card that firmware commands name by number.
enum class NicObject : uint8_t {
  ReceiveQueue,
  SharedReceiveQueue,
  CompletionQueue,
  RegisteredMemory
};

class HostNic {
public:
  virtual ~HostNic() = default;

  /// Whether a doorbell may wait for other calls of the program: in a reproducible run,
  /// where all of them have an order.
  virtual bool mayWaitForOthers() const { return false; }

  /// Opens the ports if that has not happened. False, with a message in `error`.
  virtual bool start(std::string &error) = 0;
  virtual uint32_t portCount() const = 0;
  /// `number`: 1 to portCount().
  virtual PortState port(uint32_t number) const = 0;
  virtual PortTraffic traffic(uint32_t port) const = 0;
  /// The MAC address at which frames of a port reach a GID: its own, learned, or,
  /// for link-local addresses, part of it; else broadcast.
  virtual MacAddress macOf(uint32_t port, const Gid &gid) const = 0;

  /// Whether the device has such an object of this number.
  virtual bool has(NicObject kind, uint32_t number) const = 0;
  /// Empty: there is no such queue.
  virtual std::optional<ReceiveQueueView>
  receiveQueue(uint32_t /*number*/) const {
    return std::nullopt;
  }
  /// False, and nothing changed: there is no such queue, it is not in the state `from`, or
  /// it would become ready without a reset.
  virtual bool changeReceiveQueue(uint32_t /*number*/,
                                  ReceiveQueueState /*from*/,
                                  ReceiveQueueState /*to*/) {
    return false;
  }

  /// Memory of the program by number, for rings and records; 0: all numbers are in
  /// use. Queues hold what they use.
  virtual uint32_t registerMemory(std::byte *memory, uint64_t size) = 0;
  /// False: queues use it.
  virtual bool deregisterMemory(uint32_t umem) = 0;

  // UARs of the host program: pages of registers, to which queues of all processes of
  // the device may belong. `base`: of the page.
  /// 0: all numbers are in use.
  virtual uint32_t allocateUar(const void * /*base*/) { return 0; }
  /// False: queues still use it, and nothing was freed.
  virtual bool freeUar(uint32_t /*uar*/) { return true; }
  /// Null: there is no such UAR.
  virtual const void *baseOfUar(uint32_t /*uar*/) const { return nullptr; }
  /// Doorbells by this UAR; ignored if the queue belongs to another UAR. `producerIndex`:
  /// the entries before it are valid. The records of the host's other queues of the UAR are
  /// read, too: two doorbells that follow each other may reach the card as one.
  virtual void ringSendDoorbell(uint32_t /*uar*/, uint32_t /*queue*/,
                                uint16_t /*producerIndex*/) {}
  virtual void armCompletionQueue(uint32_t /*uar*/,
                                  uint32_t /*completionQueue*/,
                                  uint32_t /*consumerIndex*/,
                                  bool /*solicited*/) {}

  // Null on failure, with a message in `error`. `observer` outlives the queue.
  virtual std::unique_ptr<HostCompletionQueue>
  createCq(const HostCqSettings &settings, NicObserver &observer,
           std::string &error) = 0;
  virtual std::unique_ptr<QueuePair>
  createQueuePair(const QueuePairSettings &settings, NicObserver &observer,
                  std::string &error) = 0;
  virtual std::unique_ptr<SharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                           NicObserver &observer, std::string &error) = 0;
  virtual std::unique_ptr<HostSendQueue>
  createSendQueue(const WorkQueueSettings & /*settings*/,
                  NicObserver & /*observer*/, std::string &error) {
    error = "this device has no send queues of the host";
    return nullptr;
  }
  virtual std::unique_ptr<ReceiveQueue>
  createReceiveQueue(const WorkQueueSettings & /*settings*/,
                     NicObserver & /*observer*/, std::string &error) {
    error = "this device has no receive queues of the host";
    return nullptr;
  }
};

} // namespace dpa

#endif
