// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a frame through the domains. Allocates nothing.
#include "emulator/nic/steering/steering.h"

#include <shared_mutex>

namespace dpa {

struct Steering::Passage {
  Passage(const FrameHeaders &frame, const FrameOrigin &origin, bool counts)
      : image(imageOf(frame, origin)), size(frame.size), counts(counts) {}

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

  const MatchImage image;
  const uint32_t size;
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

/// Frames are not sent back to the port: from there, the uplink is as good as a
/// miss, which leads to the function.
void Steering::passFdb(Passage &passage, bool isFromUplink) const noexcept {
  const MatcherList &matchers = root(SteeringDomain::Fdb);
  bool isToFunction = isFromUplink;
  unsigned uplinks = isFromUplink ? 0 : 1;
  if (!matchers.empty()) {
    const DomainWalk walked = passage.walk(matchers);
    passage.end(walked);
    uplinks = walked.uplinks() + (walked.hasMissed() ? 1 : 0);
    isToFunction = walked.isToFunction() || (isFromUplink && uplinks != 0);
  }
  if (!isFromUplink)
    for (; uplinks != 0; --uplinks)
      passage.isCut |= !passage.route.add({.kind = Destination::Kind::Uplink});
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
                              bool counts) const noexcept {
  Passage passage(frame, {.vport = SteeringAction::uplink}, counts);
  passage.isTransport = isTransport;
  {
    std::shared_lock guard(lock_);
    passFdb(passage, true);
  }
  countDrops(passage);
  return passage.route;
}

Route Steering::transmit(const FrameHeaders &frame, uint32_t sendQueue,
                         bool isTransport) const noexcept {
  Passage passage(frame, {.vport = functionVport, .sendQueue = sendQueue},
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
