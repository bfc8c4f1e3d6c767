// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a frame to the queue pair that its BTH names.
#include "emulator/nic/card/roce-receiver.h"

#include "emulator/nic/port/port-addresses.h"

#include <bit>

namespace dpa {
namespace {

Gid destinationOf(const NetworkHeader &network) {
  Gid gid = std::bit_cast<Gid>(network.destination);
  if (network.kind == NetworkKind::Ipv4) // ::ffff:a.b.c.d
    gid[10] = gid[11] = 0xff;
  return gid;
}

} // namespace

bool RoceReceiver::isFor(const FrameHeaders &headers) const {
  return headers.transport.kind == TransportKind::Udp &&
         headers.transport.destinationPort == rocePort &&
         addresses_.has(destinationOf(headers.network));
}

/// Null: there is none, or it uses another port.
std::shared_ptr<EmulatedQueuePair> RoceReceiver::find(uint32_t number) const {
  auto pair = pairs_.find(number);
  return pair && pair->port() == port_ ? pair : nullptr;
}

void RoceReceiver::deliver(Frame frame) noexcept {
  constexpr auto order = std::memory_order_relaxed;
  RoceFrameView view;
  switch (parseRoce(frame, view)) {
  case RoceParse::Ok:
    break;
  case RoceParse::BadIcrc:
    badIcrc_.fetch_add(1, order);
    return;
  case RoceParse::NotRoce:
  case RoceParse::Malformed:
  case RoceParse::Unknown:
    malformed_.fetch_add(1, order);
    return;
  }
  learn(view.path);
  deliver(view);
}

void RoceReceiver::deliver(const RoceFrameView &view) noexcept {
  if (auto pair = find(view.packet.destinationQp))
    pair->deliver(view);
  else if (!view.packet.burst) // after a burst, single packets follow
    noQueuePair_.fetch_add(1, std::memory_order_relaxed);
}

/// A packet without a queue pair waits until the program has made one: its own may
/// not be there yet.
bool RoceReceiver::isReadyFor(const FrameHeaders &headers) const {
  if (auto pair = find(headers.roce.destinationQp))
    return pair->receivesRequests();
  return !pairs_.empty();
}

RoceDrops RoceReceiver::drops() const {
  return {.badIcrc = badIcrc_,
          .malformed = malformed_,
          .noQueuePair = noQueuePair_};
}

/// Link-local addresses contain the MAC address.
void RoceReceiver::learn(const RocePath &path) noexcept {
  constexpr size_t learnedMax = 4096;
  if (macOfLinkLocal(path.sourceGid))
    return;
  {
    const std::shared_lock guard(lock_);
    auto found = learned_.find(path.sourceGid);
    if (found != learned_.end() && found->second == path.sourceMac)
      return;
  }
  const std::lock_guard guard(lock_);
  try {
    if (learned_.size() >= learnedMax)
      learned_.clear();
    learned_[path.sourceGid] = path.sourceMac;
  } catch (const std::bad_alloc &) {
    learned_.clear(); // broadcast reaches all
  }
}

MacAddress RoceReceiver::macOf(const Gid &gid) const {
  constexpr MacAddress broadcast = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  if (addresses_.has(gid))
    return addresses_.mac;
  if (const auto mac = macOfLinkLocal(gid))
    return *mac;
  const std::shared_lock guard(lock_);
  auto found = learned_.find(gid);
  return found == learned_.end() ? broadcast : found->second;
}

} // namespace dpa
