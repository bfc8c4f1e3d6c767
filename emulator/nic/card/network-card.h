// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a device: what its processes share. Takes frames from send
// queues, queue pairs and the port, asks steering for their routes, and delivers
// them.
// Thread safe; frames may be on their way while queues are added and removed.
#ifndef DPA_EMULATOR_NIC_CARD_NETWORK_CARD_H
#define DPA_EMULATOR_NIC_CARD_NETWORK_CARD_H

#include "emulator/memory/memory-keys.h"
#include "emulator/nic/card/number-pool.h"
#include "emulator/nic/card/object-table.h"
#include "emulator/nic/card/roce-receiver.h"
#include "emulator/nic/data/registered-memory.h"
#include "emulator/nic/engine/receive-queue.h"
#include "emulator/nic/engine/send-queue.h"
#include "emulator/nic/port/port.h"
#include "emulator/nic/queue/host-events.h"
#include "emulator/nic/steering/steering.h"

#include <shared_mutex>
#include <unordered_map>

namespace dpa {

class NetworkCard : public FrameSender,
                    public PacketSender,
                    private FrameReceiver {
public:
  /// `background` outlives it.
  NetworkCard(std::shared_ptr<MemoryKeys> keys, Background &background)
      : keys_(std::move(keys)), background_(background) {}
  /// Closes queue pairs that were not destroyed, which may be posted.
  ~NetworkCard() override;
  NetworkCard(const NetworkCard &) = delete;
  NetworkCard &operator=(const NetworkCard &) = delete;

  /// Once, before anything else. `name`: for messages. `inputs`: of a live port
  /// in a repeatable run; null otherwise. False, with a message in `error`: the
  /// port cannot be opened.
  bool openPort(const PortSettings &settings, const std::string &name,
                bool isReproducible, PortInputs *inputs, std::string &error);
  /// Frames arrive from now on; for each process. From the host inside
  /// Scheduler::admit(). False, with a message in `error`.
  bool start(std::string &error);

  NicNumbers &numbers() { return numbers_; }
  Background &background() { return background_; }
  Steering &steering() { return steering_; }
  RegisteredMemories &registered() { return registered_; }
  /// The event queue whose events reach the host program.
  uint32_t hostEventQueue() const { return hostEventQueue_; }
  const std::shared_ptr<HostEvents> &hostEvents() const { return hostEvents_; }
  const std::shared_ptr<MemoryKeys> &keys() const { return keys_; }
  std::shared_ptr<const PortCounters> counters() const {
    return port_->counters();
  }

  RoceReceiver &roce() { return roce_; }
  bool isUp() const { return port_->isUp(); }
  /// Whether the state of the link changes between turns only, at updateLink().
  bool hasOrderedLink() const { return hasOrderedLink_; }
  /// From the host, outside of Scheduler::admit().
  void updateLink() noexcept { port_->updateLink(); }
  uint32_t mtu() const { return port_->mtu(); }
  /// Of all processes and of the host.
  ObjectTable<EmulatedCq> &completionQueues() { return completionQueues_; }
  ObjectTable<EmulatedSharedReceiveQueue> &sharedQueues() {
    return sharedQueues_;
  }

  /// Null on failure, with a message in `error`. `parts` has settings, the places
  /// of rings and record, log and observer.
  std::shared_ptr<EmulatedQueuePair> createQueuePair(QueuePairParts parts,
                                                     std::string &error);
  void destroyQueuePair(EmulatedQueuePair &pair);
  /// The same for shared receive queues.
  std::shared_ptr<EmulatedSharedReceiveQueue>
  createSharedQueue(SharedReceiveQueueParts parts, std::string &error);
  void destroySharedQueue(EmulatedSharedReceiveQueue &queue);

  void add(std::shared_ptr<EmulatedReceiveQueue> queue);
  void remove(const EmulatedReceiveQueue &queue);

  void transmit(uint32_t queue, Frame frame) noexcept override;
  void transmit(uint32_t queuePair, const RocePath &path,
                const RocePacket &packet, RoceFrame &frame) noexcept override;

private:
  void receive(Frame frame) noexcept override;
  bool isReadyFor(Frame frame) const noexcept override;
  bool receiveIfReady(Frame frame) noexcept override;
  void beginBurst() noexcept override;
  void endBurst() noexcept override;
  bool isReadyFor(const Route &route, const FrameHeaders &headers) const;
  std::shared_ptr<EmulatedReceiveQueue> find(uint32_t number) const;
  bool hasReadyQueue() const;
  bool isDirect(const RocePath &path, const RocePacket &packet) const;
  bool findQueues(QueuePairParts &parts, std::string &error);
  static bool attach(const QueuePairParts &parts);
  static void detach(const QueuePairParts &parts);
  uint32_t takeQueuePairNumber();
  void deliver(const Destination &destination, Frame frame,
               const FrameHeaders &headers);

  const std::shared_ptr<MemoryKeys> keys_;
  Background &background_;
  NicNumbers numbers_;
  Steering steering_;
  RegisteredMemories registered_;
  const uint32_t hostEventQueue_ = numbers_.eventQueues.take().value_or(0);
  const std::shared_ptr<HostEvents> hostEvents_ =
      std::make_shared<HostEvents>();
  RoceReceiver roce_;
  ObjectTable<EmulatedCq> completionQueues_;
  ObjectTable<EmulatedSharedReceiveQueue> sharedQueues_;
  bool hasOrderedLink_ = false;
  bool isLoopback_ = false; ///< the port returns what is sent
  bool mayNeedOwnFrames_ =
      true; ///< captures or impairs the device's own packets

  mutable std::shared_mutex lock_; ///< of what follows
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedReceiveQueue>> queues_;

  std::mutex startLock_; ///< of what follows
  bool isStarted_ = false;
  std::unique_ptr<Port> port_; ///< destroyed first: calls receive()
};

} // namespace dpa

#endif
