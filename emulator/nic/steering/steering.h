// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering of one device: its objects, and the route of a frame. Thread safe;
// frames may be routed by any number of threads while objects change. A frame
// meets the rules of one moment.
//
//   receive:  port or vport -> Fdb -> NicReceive -> receive queues
//   transmit: send queue -> NicTransmit -> Fdb -> port, vport, or NicReceive
//
// Without a rule, NicTransmit passes frames to Fdb, Fdb passes them on to the
// other side or, on a card with several functions, by their MAC address, and
// NicReceive drops them, except that packets of the transport (RoCEv2, to an
// address of the device) reach their queue pair.
#ifndef DPA_EMULATOR_NIC_STEERING_STEERING_H
#define DPA_EMULATOR_NIC_STEERING_STEERING_H

#include "emulator/nic/steering/change-lock.h"
#include "emulator/nic/steering/domain-walk.h"
#include "emulator/nic/steering/route-cache.h"
#include "emulator/nic/steering/vports.h"

#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

namespace dpa {

/// Frames that were routed nowhere, since the device was opened.
struct SteeringDrops {
  uint64_t missed = 0;  ///< no rule of NicReceive
  uint64_t byRules = 0; ///< a drop action, or Fdb without a way on
  /// Also frames with some of their destinations: DomainWalk and Route are
  /// bounded.
  uint64_t byBounds = 0;
};

class Steering : public SteeringControl {
public:
  Steering() = default;
  ~Steering() override;
  Steering(const Steering &) = delete;
  Steering &operator=(const Steering &) = delete;

  /// Of the card. Before anything else; at first there is one.
  void setPortCount(uint32_t count) { portCount_ = count; }
  /// The functions of the card. Before anything else; at first there is only that of
  /// the device.
  void setVports(Vports vports) { vports_ = std::move(vports); }
  /// The device is a function of another card, which has the domain Fdb. `which`: for
  /// messages. Before anything else.
  void setOwnerOfFdb(std::string which) { ownerOfFdb_ = std::move(which); }

  /// A frame from a port (1 is the first), which is not a destination.
  /// `isTransport`: a packet for a queue pair of the device.
  Route receive(const FrameHeaders &frame, bool isTransport = false,
                uint32_t port = 1) const noexcept {
    return routeReceived(frame, isTransport,
                         {.vport = SteeringAction::uplink, .port = port}, true);
  }
  /// What receive() would return; counts nothing.
  Route wouldReceive(const FrameHeaders &frame, bool isTransport = false,
                     uint32_t port = 1) const noexcept {
    return routeReceived(frame, isTransport,
                         {.vport = SteeringAction::uplink, .port = port},
                         false);
  }
  /// As receive(), if changes() is still `changes`. Otherwise nothing, and counts nothing.
  std::optional<Route> receiveUnchanged(const FrameHeaders &frame,
                                        bool isTransport, uint32_t port,
                                        uint64_t changes) const noexcept;
  /// A frame that another function has sent. Without rules it leaves through port 1.
  Route receiveFromVport(const FrameHeaders &frame, bool isTransport,
                         uint32_t vport) const noexcept {
    return routeReceived(frame, isTransport, {.vport = vport}, true);
  }
  /// A frame from a send queue or queue pair, which without rules leaves through
  /// `port`.
  Route transmit(const FrameHeaders &frame, uint32_t sendQueue,
                 bool isTransport = false, uint32_t port = 1) const noexcept;
  /// The only destination of transmit() for a frame with these addresses that is not for the
  /// transport, if the calling thread has kept it; else null.
  const Destination *keptTransmit(const MacPair &macs, uint32_t sendQueue,
                                  uint32_t port) const noexcept;
  /// The same of receive().
  const Destination *keptReceive(const MacPair &macs, bool isTransport,
                                 uint32_t port) const noexcept;
  SteeringDrops drops() const noexcept;
  /// Whether a table in which received frames begin has a rule.
  bool hasReceiveRules() const noexcept;
  /// Whether a table in which frames begin has a matcher: without, they take the
  /// way that the head of this file draws.
  bool hasMatchers() const noexcept { return rootMatchers_ != 0; }

  /// How often routes may have changed.
  uint64_t changes() const noexcept {
    return changes_.load(std::memory_order_acquire);
  }
  /// Of the routes that threads keep.
  RouteVersion::Snapshot version() const noexcept { return version_.get(); }

  SteeringResult createDomain(SteeringDomain type, uint64_t owner) override;
  SteeringResult createTable(SteeringId domain, uint32_t level) override;
  SteeringResult createMatcher(const SteeringMatcher &matcher) override;
  SteeringResult createRule(const SteeringRule &rule) override;
  SteeringResult createCounters(uint64_t owner, uint32_t count) override;
  SteeringResult createQueueTable(uint64_t owner, size_t sizeMax,
                                  std::span<const uint32_t> queues) override;
  SteeringResult setQueues(SteeringId queueTable,
                           std::span<const uint32_t> queues) override;
  SteeringResult createTir(uint64_t owner, SteeringId queueTable,
                           const ReceiveHash &hash) override;
  SteeringResult setTir(SteeringId tir, SteeringId queueTable,
                        const ReceiveHash &hash) override;
  SteeringStatus destroy(SteeringId object) override;
  bool hasObjects(uint64_t owner) const override;
  void destroyAll(uint64_t owner) override;
  SteeringStatus setAllowsDuplicates(SteeringId domain, bool allows) override;
  SteeringResult check(SteeringId domain,
                       const SteeringAction &action) const override;
  SteeringCount count(SteeringId counter) const override;
  SteeringCount takeCount(SteeringId counter) override;

private:
  static constexpr size_t domainCount = 3;

  const MatcherList &root(SteeringDomain type) const {
    return roots_[static_cast<size_t>(type)];
  }
  MatcherList &listOf(Table &table) {
    return table.isRoot() ? roots_[static_cast<size_t>(table.domain.type)]
                          : table.matchers;
  }
  /// Matchers and rules change meanwhile: alone, and routes that threads have kept are
  /// not used any more.
  class Change {
  public:
    explicit Change(Steering &steering);
    ~Change() { steering_.endChange(); }
    Change(const Change &) = delete;
    Change &operator=(const Change &) = delete;

  private:
    Steering &steering_;
    const std::lock_guard<ChangeLock> guard_;
  };
  void endChange();
  /// A frame on its way through the domains.
  struct Passage;
  RouteKey keyOf(const MacPair &macs, const FrameOrigin &origin,
                 bool isTransport) const noexcept;
  static void keep(const RouteKey &key, const Passage &passage) noexcept;
  Route routeReceived(const FrameHeaders &frame, bool isTransport,
                      const FrameOrigin &origin, bool counts) const noexcept;
  bool leaveFunction(Passage &passage) const noexcept;
  void passFdb(Passage &passage) const noexcept;
  void passByDefault(Passage &passage) const noexcept;
  void enterFunction(Passage &passage) const noexcept;
  void countDrops(Passage &passage) const noexcept;

  /// Null: no such object of this kind.
  template <typename Object> Object *find(SteeringId id) const {
    auto found = objects_.find(id);
    if (found == objects_.end() || found->second->kind != Object::objectKind)
      return nullptr;
    return static_cast<Object *>(found->second.get());
  }
  SteeringResult add(std::unique_ptr<SteeringObject> object);
  SteeringResult checkAction(const Domain &domain,
                             const SteeringAction &action) const;
  SteeringResult checkDestination(const Domain &domain,
                                  const SteeringAction &action) const;
  SteeringResult checkVport(uint32_t number) const;
  SteeringResult checkSource(const Rule &rule) const;
  SteeringResult checkUplink(const Domain &domain,
                             const SteeringAction &action) const;
  SteeringResult fill(Rule &rule,
                      std::span<const SteeringAction> actions) const;
  void addTarget(Rule &rule, const SteeringAction &action) const;
  SteeringResult addRule(std::unique_ptr<Rule> rule);
  void unlink(SteeringObject &object);
  template <typename Condition> void destroyIf(const Condition &condition);

  uint32_t portCount_ = 1;
  Vports vports_;
  std::string ownerOfFdb_;  ///< empty: the device itself
  mutable ChangeLock lock_; ///< of what follows
  std::unordered_map<SteeringId, std::unique_ptr<SteeringObject>> objects_;
  SteeringId nextId_ = 1;
  /// Matchers of all tables of level 0, by type of domain.
  std::array<MatcherList, domainCount> roots_;
  std::atomic<size_t> rootMatchers_ = 0; ///< read without the lock
  size_t matchers_ = 0;
  MatchImage matched_;   ///< bits in masks of matchers, perhaps of former ones
  RouteVersion version_; ///< read without the lock
  std::atomic<uint64_t> changes_ = 0; ///< the same

  mutable std::atomic<uint64_t> missed_ = 0;
  mutable std::atomic<uint64_t> byRules_ = 0;
  mutable std::atomic<uint64_t> byBounds_ = 0;
};

} // namespace dpa

#endif
