// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a device: what its processes share. Takes frames from send
// queues, queue pairs and ports, asks steering for their routes, and delivers
// them.
// Thread safe; frames may be on their way while queues are added and removed.
#ifndef DPA_EMULATOR_NIC_CARD_NETWORK_CARD_H
#define DPA_EMULATOR_NIC_CARD_NETWORK_CARD_H

#include "emulator/memory/memory-keys.h"
#include "emulator/nic/card/card-port.h"
#include "emulator/nic/card/card-vports.h"
#include "emulator/nic/card/host-uars.h"
#include "emulator/nic/card/last-queue.h"
#include "emulator/nic/card/number-pool.h"
#include "emulator/nic/data/registered-memory.h"
#include "emulator/nic/engine/receive-queue.h"
#include "emulator/nic/engine/send-queue.h"
#include "emulator/nic/queue/host-events.h"
#include "emulator/nic/steering/change-lock.h"
#include "emulator/nic/steering/steering.h"
#include "emulator/trace/trace.h"

#include <atomic>
#include <shared_mutex>
#include <unordered_map>

namespace dpa {

class NetworkCard : public FrameSender,
                    public PacketSender,
                    public VportSwitch,
                    private PortUser {
public:
  /// `background` outlives it.
  NetworkCard(std::shared_ptr<MemoryKeys> keys, Background &background)
      : keys_(std::move(keys)), background_(background) {}
  /// Closes queue pairs that were not destroyed, which may be posted.
  ~NetworkCard() override;
  NetworkCard(const NetworkCard &) = delete;
  NetworkCard &operator=(const NetworkCard &) = delete;

  /// The next port: number 1 is the first. Before anything else. False, with a
  /// message in `error`: it cannot be opened.
  bool openPort(const PortSettings &settings, const PortPlace &place,
                std::string &error);
  /// The other functions of the card. After its ports, before anything else.
  void setVports(std::vector<Vports::Vport> vports);
  /// Replaces the older contents of captures. After all ports are open. False, with a
  /// message in `error`.
  bool beginCaptures(std::string &error);
  /// Frames arrive from now on; for each process. From the host inside
  /// Scheduler::admit(). False, with a message in `error`.
  bool start(std::string &error);
  bool isStarted();

  /// See HostCompletionQueue. With several ports it does not wait.
  bool pollPorts(bool mayWait) noexcept;
  /// Index of the device in the timeline.
  void setTraceDevice(uint16_t device) { traceDevice_ = device; }

  NicNumbers &numbers() { return numbers_; }
  Background &background() { return background_; }
  Steering &steering() { return steering_; }
  const Steering &steering() const { return steering_; }
  RegisteredMemories &registered() { return registered_; }
  /// The event queue whose events reach the host program.
  uint32_t hostEventQueue() const { return hostEventQueue_; }
  const std::shared_ptr<HostEvents> &hostEvents() const { return hostEvents_; }
  const std::shared_ptr<MemoryKeys> &keys() const { return keys_; }
  uint32_t portCount() const { return static_cast<uint32_t>(ports_.size()); }
  /// 1 is the first.
  CardPort &port(uint32_t number) { return *ports_.at(number - 1); }
  const CardPort &port(uint32_t number) const { return *ports_.at(number - 1); }
  /// Of each port, number 1 first.
  std::vector<std::shared_ptr<const PortCounters>> counters() const;
  QueuePairTable &queuePairs() { return pairs_; }
  /// Of all processes and of the host.
  ObjectTable<EmulatedCq> &completionQueues() { return completionQueues_; }
  ObjectTable<EmulatedSharedReceiveQueue> &sharedQueues() {
    return sharedQueues_;
  }
  /// Of all processes.
  ObjectTable<EmulatedSendQueue> &sendQueues() { return sendQueues_; }
  HostUars &hostUars() { return hostUars_; }
  const HostUars &hostUars() const { return hostUars_; }
  /// Whether a queue of the host or of a process belongs to it.
  bool isUarUsed(uint32_t uar) const;

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
  /// Frames that receive queues have dropped, also those that were destroyed.
  uint64_t receiveDrops() const;
  /// Dropped frames for functions whose devices were not open.
  uint64_t vportDrops() const { return vports_.drops(); }
  bool has(NicObject kind, uint32_t number) const;
  /// Null: there is no such receive queue.
  std::shared_ptr<EmulatedReceiveQueue> find(uint32_t number) const;

  /// Dropped frames that circled between loopback ports.
  uint64_t circledDrops() const { return circled_; }
  void transmit(uint32_t queue, Frame frame) noexcept override;
  void beginSending() noexcept override;
  void endSending() noexcept override;
  void transmit(const PacketOrigin &origin, const RocePath &path,
                const RocePacket &packet, RoceFrame &frame) noexcept override;
  bool isDirect(const PacketOrigin &origin,
                const RocePath &path) const noexcept override;
  void completionQueueFailed(uint32_t number) noexcept override;

  bool connect(uint32_t vport, FrameReceiver &receiver,
               std::string &error) override {
    return vports_.connect(vport, receiver, error);
  }
  void disconnect(uint32_t vport,
                  const std::function<void()> &last) noexcept override {
    vports_.disconnect(vport);
    last();
  }
  bool startUplink(std::string &error) override { return start(error); }
  bool isUp() const noexcept override { return port(1).isUp(); }
  void sendFrom(uint32_t vport, Frame frame) noexcept override;

private:
  void receive(uint32_t port, Frame frame) noexcept override;
  bool isReadyFor(uint32_t port, Frame frame) const noexcept override;
  bool receiveIfReady(uint32_t port, Frame frame) noexcept override;
  uint64_t orderOf(uint32_t port, Frame frame) const noexcept override;
  uint64_t orderVersion() const noexcept override {
    return steering_.changes();
  }
  void beginBurst() noexcept override;
  void endBurst() noexcept override;
  void endBurstAndHelp(Background::Next next) noexcept override;
  bool isReadyFor(const Route &route, const RoceReceiver &roce, Frame frame,
                  const FrameHeaders &headers) const;
  void transmit(const PacketOrigin &origin, Frame frame) noexcept;
  bool transmitByKeptRoute(const PacketOrigin &origin, Frame frame) noexcept;
  void leave(uint32_t port, Frame frame, bool isForPort) noexcept;
  bool deliverIfReady(uint32_t number, Frame frame,
                      const FrameHeaders &headers) noexcept;
  bool hasReadyQueue() const;
  bool isDirect(const CardPort &port, const RocePath &path,
                const RocePacket &packet) const;
  void dropCircling(const CardPort &through) noexcept;
  bool findQueues(QueuePairParts &parts, std::string &error);
  static bool attach(const QueuePairParts &parts);
  static void detach(const QueuePairParts &parts);
  uint32_t takeQueuePairNumber();
  void deliver(const Destination &destination, uint32_t port, Frame frame,
               const FrameHeaders &headers) noexcept;

  void tracePackets(uint32_t port, const RocePacket &packet) const noexcept;
  void trace(trace::Packet what, uint32_t port, Frame frame) const noexcept;

  const std::shared_ptr<MemoryKeys> keys_;
  Background &background_;
  uint16_t traceDevice_ = 0;
  NicNumbers numbers_;
  Steering steering_;
  RegisteredMemories registered_;
  CardVports vports_;
  const uint32_t hostEventQueue_ = numbers_.eventQueues.take().value_or(0);
  const std::shared_ptr<HostEvents> hostEvents_ =
      std::make_shared<HostEvents>();
  QueuePairTable pairs_;
  std::atomic<uint64_t> circled_ = 0;
  ObjectTable<EmulatedCq> completionQueues_;
  ObjectTable<EmulatedSharedReceiveQueue> sharedQueues_;
  ObjectTable<EmulatedSendQueue> sendQueues_;
  HostUars hostUars_;

  QueuesVersion version_;   ///< of queues_
  mutable ChangeLock lock_; ///< of what follows
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedReceiveQueue>> queues_;
  uint64_t formerDrops_ = 0; ///< of queues that were destroyed

  std::mutex startLock_; ///< of what follows
  size_t started_ = 0;   ///< ports
  /// Destroyed first: they call receive().
  std::vector<std::unique_ptr<CardPort>> ports_;
};

} // namespace dpa

#endif
