// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a frame through the domains. Allocates nothing.
#include "emulator/nic/steering/steering.h"

#include <shared_mutex>

namespace dpa {

struct Steering::Passage {
  Passage(const FrameHeaders &frame, const FrameOrigin &origin, bool counts)
      : image(imageOf(frame, origin)), size(frame.size), port(origin.port),
        counts(counts) {}

  DomainWalk walk(const MatcherList &root) noexcept {
    DomainWalk walked(image, size, counts);
    walked.start(root);
    return walked;
  }
  void end(const DomainWalk &walked) noexcept {
    isCut |= walked.isCut();
    if (walked.hasCounters())
      route.setCounted();
  }
  void leave(uint32_t through) noexcept {
    isCut |= !route.add({Destination::Kind::Uplink, through});
  }

  const MatchImage image;
  const uint32_t size;
  const uint32_t port;
  const bool counts;
  Route route;
  bool isTransport = false;
  bool hasMissed = false; ///< in NicReceive
  bool isCut = false;
};

/// Through NicTransmit. False: dropped.
bool Steering::leaveFunction(Passage &passage) const noexcept {
  const MatcherList &matchers = root(SteeringDomain::NicTransmit);
  if (matchers.empty())
    return true;
  const DomainWalk walked = passage.walk(matchers);
  passage.end(walked);
  return walked.hasMissed();
}

/// Frames are not sent back to the port from which they come: its uplink is as good
/// as a miss, which leads to the function.
void Steering::passFdb(Passage &passage, bool isFromUplink) const noexcept {
  const MatcherList &matchers = root(SteeringDomain::Fdb);
  if (matchers.empty()) {
    isFromUplink ? enterFunction(passage) : passage.leave(passage.port);
    return;
  }
  const DomainWalk walked = passage.walk(matchers);
  passage.end(walked);
  bool isToFunction = walked.isToFunction();
  const auto toUplink = [&](uint32_t port) {
    if (isFromUplink && port == passage.port)
      isToFunction = true;
    else
      passage.leave(port);
  };
  for (uint32_t port : walked.uplinks())
    toUplink(port == 0 ? passage.port : port);
  if (walked.hasMissed())
    toUplink(passage.port);
  if (isToFunction)
    enterFunction(passage);
}

/// Through NicReceive to receive queues, or to a queue pair.
void Steering::enterFunction(Passage &passage) const noexcept {
  DomainWalk walked = passage.walk(root(SteeringDomain::NicReceive));
  walked.addQueues(passage.route);
  passage.end(walked);
  passage.hasMissed |= walked.hasMissed();
  if (walked.hasMissed() && passage.isTransport)
    passage.isCut |= !passage.route.add({.kind = Destination::Kind::Transport});
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
                              uint32_t port, bool counts) const noexcept {
  Passage passage(frame, {.vport = SteeringAction::uplink, .port = port},
                  counts);
  passage.isTransport = isTransport;
  {
    std::shared_lock guard(lock_);
    passFdb(passage, true);
  }
  countDrops(passage);
  return passage.route;
}

Route Steering::transmit(const FrameHeaders &frame, uint32_t sendQueue,
                         bool isTransport, uint32_t port) const noexcept {
  Passage passage(
      frame, {.vport = functionVport, .sendQueue = sendQueue, .port = port},
      true);
  passage.isTransport = isTransport;
  {
    std::shared_lock guard(lock_);
    if (leaveFunction(passage))
      passFdb(passage, false);
  }
  countDrops(passage);
  return passage.route;
}

SteeringDrops Steering::drops() const noexcept {
  constexpr auto order = std::memory_order_relaxed;
  return {.missed = missed_.load(order),
          .byRules = byRules_.load(order),
          .byBounds = byBounds_.load(order)};
}

} // namespace dpa
