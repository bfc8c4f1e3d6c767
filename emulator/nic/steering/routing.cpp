// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a frame through the domains. Allocates nothing.
#include "emulator/nic/steering/steering.h"

#include <optional>
#include <shared_mutex>

namespace dpa {

struct Steering::Passage {
  Passage(const FrameHeaders &frame, const FrameOrigin &origin, bool counts)
      : frame(frame), origin(origin), destinationMac(frame.destinationMac),
        size(frame.size), vport(origin.vport), port(origin.port),
        isMulticast(frame.isMulticast()), counts(counts) {}

  DomainWalk walk(const MatcherList &root) noexcept {
    if (!image)
      image = imageOf(frame, origin);
    DomainWalk walked(*image, size, counts);
    walked.start(root);
    return walked;
  }
  void end(const DomainWalk &walked) noexcept {
    isCut |= walked.isCut();
    isSpread |= walked.isSpread();
    if (walked.hasCounters())
      route.setCounted();
  }
  bool isFromUplink() const { return vport == SteeringAction::uplink; }
  /// A frame is not sent back to the port by which it came: for it, a rule that names
  /// this port means the function.
  void toPort(uint32_t number) noexcept {
    if (isFromUplink() && number == port)
      isToFunction = true;
    else
      isCut |= !route.add({Destination::Kind::Uplink, number});
  }
  void toVport(uint32_t number) noexcept {
    if (number == Vports::function)
      isToFunction = true;
    else
      isCut |= !route.add({Destination::Kind::Vport, number});
  }

  const FrameHeaders &frame;
  const FrameOrigin origin;
  std::optional<MatchImage> image; ///< made for the first domain with rules
  const uint64_t destinationMac;
  const uint32_t size;
  const uint32_t vport; ///< from which the frame comes
  const uint32_t port;
  const bool isMulticast;
  const bool counts;
  Route route;
  bool isTransport = false;
  bool isToFunction = false; ///< from Fdb
  bool hasMissed = false;    ///< in NicReceive
  bool isCut = false;
  bool isSpread = false; ///< by a hash of more than MAC addresses
};

RouteKey Steering::keyOf(const MacPair &macs, const FrameOrigin &origin,
                         bool isTransport) const noexcept {
  const RouteVersion::Snapshot now = version_.get();
  return {.version = now.number,
          .source = macs.source & now.mask.source,
          .destination = macs.destination & now.mask.destination,
          .vport = origin.vport,
          .sendQueue = origin.sendQueue,
          .port = static_cast<uint16_t>(origin.port),
          .isTransport = isTransport};
}

/// If rules have changed since `key` was made, no thread will look for it.
void Steering::keep(const RouteKey &key, const Passage &passage) noexcept {
  const Route &route = passage.route;
  if (route.size() == 1 && !route.isCounted() && !passage.isSpread)
    RouteCache::ofThread().keep(key, *route.begin());
}

/// Through NicTransmit. False: dropped.
bool Steering::leaveFunction(Passage &passage) const noexcept {
  const MatcherList &matchers = root(SteeringDomain::NicTransmit);
  if (matchers.empty())
    return true;
  const DomainWalk walked = passage.walk(matchers);
  passage.end(walked);
  return walked.hasMissed();
}

void Steering::passFdb(Passage &passage) const noexcept {
  const MatcherList &matchers = root(SteeringDomain::Fdb);
  if (matchers.empty()) {
    passByDefault(passage);
  } else {
    const DomainWalk walked = passage.walk(matchers);
    passage.end(walked);
    for (uint32_t port : walked.uplinks())
      passage.toPort(port == 0 ? passage.port : port);
    for (uint32_t vport : walked.vports())
      passage.toVport(vport);
    if (walked.hasMissed())
      passByDefault(passage);
  }
  if (passage.isToFunction)
    enterFunction(passage);
}

/// A switch that knows the addresses of all functions; all other addresses are behind
/// the uplink. Frames from the uplink for other addresses reach the device's function.
void Steering::passByDefault(Passage &passage) const noexcept {
  const Vports::Vport *to = vports_.find(passage.destinationMac);
  if (passage.isMulticast && vports_.areAny()) {
    if (passage.vport != Vports::function)
      passage.isToFunction = true;
    for (const Vports::Vport &each : vports_.others())
      if (each.number != passage.vport)
        passage.toVport(each.number);
    if (!passage.isFromUplink())
      passage.toPort(passage.port);
  } else if (to && to->number != passage.vport) {
    passage.toVport(to->number);
  } else if (vports_.areAny() && passage.vport != Vports::function &&
             vports_.isOfFunction(passage.destinationMac)) {
    passage.isToFunction = true;
  } else {
    passage.toPort(passage.port);
  }
}

/// Through NicReceive to receive queues, or to a queue pair.
void Steering::enterFunction(Passage &passage) const noexcept {
  DomainWalk walked = passage.walk(root(SteeringDomain::NicReceive));
  walked.addQueues(passage.route);
  passage.end(walked);
  passage.hasMissed |= walked.hasMissed();
  if (walked.hasMissed() && passage.isTransport)
    passage.isCut |=
        !passage.route.add({.kind = Destination::Kind::Transport, .number = 0});
}

void Steering::countDrops(Passage &passage) const noexcept {
  constexpr auto order = std::memory_order_relaxed;
  if (passage.isCut || passage.route.isDropped())
    passage.route.setCounted();
  if (!passage.counts)
    return;
  if (passage.isCut)
    byBounds_.fetch_add(1, order);
  else if (passage.route.isDropped())
    (passage.hasMissed ? missed_ : byRules_).fetch_add(1, order);
}

Route Steering::routeReceived(const FrameHeaders &frame, bool isTransport,
                              const FrameOrigin &origin,
                              bool counts) const noexcept {
  const RouteKey key =
      keyOf({frame.destinationMac, frame.sourceMac}, origin, isTransport);
  if (const Destination *known = RouteCache::ofThread().find(key))
    return Route(*known);
  Passage passage(frame, origin, counts);
  passage.isTransport = isTransport;
  {
    std::shared_lock guard(lock_);
    passFdb(passage);
  }
  countDrops(passage);
  keep(key, passage);
  return passage.route;
}

std::optional<Route>
Steering::receiveUnchanged(const FrameHeaders &frame, bool isTransport,
                           uint32_t port, uint64_t changes) const noexcept {
  Passage passage(frame, {.vport = SteeringAction::uplink, .port = port}, true);
  passage.isTransport = isTransport;
  {
    std::shared_lock guard(lock_);
    if (changes_.load(std::memory_order_relaxed) != changes)
      return std::nullopt;
    passFdb(passage);
  }
  countDrops(passage);
  return passage.route;
}

Route Steering::transmit(const FrameHeaders &frame, uint32_t sendQueue,
                         bool isTransport, uint32_t port) const noexcept {
  const FrameOrigin origin{
      .vport = Vports::function, .sendQueue = sendQueue, .port = port};
  const RouteKey key =
      keyOf({frame.destinationMac, frame.sourceMac}, origin, isTransport);
  if (const Destination *known = RouteCache::ofThread().find(key))
    return Route(*known);
  Passage passage(frame, origin, true);
  passage.isTransport = isTransport;
  {
    std::shared_lock guard(lock_);
    if (leaveFunction(passage))
      passFdb(passage);
  }
  countDrops(passage);
  keep(key, passage);
  return passage.route;
}

const Destination *Steering::keptTransmit(const MacPair &macs,
                                          uint32_t sendQueue,
                                          uint32_t port) const noexcept {
  const FrameOrigin origin{
      .vport = Vports::function, .sendQueue = sendQueue, .port = port};
  return RouteCache::ofThread().find(keyOf(macs, origin, false));
}

const Destination *Steering::keptReceive(const MacPair &macs, bool isTransport,
                                         uint32_t port) const noexcept {
  const FrameOrigin origin{.vport = SteeringAction::uplink, .port = port};
  return RouteCache::ofThread().find(keyOf(macs, origin, isTransport));
}

SteeringDrops Steering::drops() const noexcept {
  constexpr auto order = std::memory_order_relaxed;
  return {.missed = missed_.load(order),
          .byRules = byRules_.load(order),
          .byBounds = byBounds_.load(order)};
}

} // namespace dpa
