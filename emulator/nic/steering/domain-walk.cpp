// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From table to table, depth first, in the order of a rule's destinations.
#include "emulator/nic/steering/domain-walk.h"

namespace dpa {

void DomainWalk::start(const MatcherList &root) noexcept {
  visit(root);
  for (unsigned visited = 1; pendingSize_ != 0; ++visited) {
    if (visited == tableMax) {
      isCut_ = true;
      return;
    }
    visit(pending_[--pendingSize_]->matchers);
  }
}

void DomainWalk::visit(const MatcherList &matchers) noexcept {
  for (const Matcher *matcher : matchers)
    if (const Rule *rule = matcher->find(image_)) {
      follow(*rule);
      return;
    }
  hasMissed_ = true;
}

void DomainWalk::follow(const Rule &rule) noexcept {
  hasCounters_ |= !rule.counters.empty();
  if (counts_)
    for (const Counter *counter : rule.counters) {
      counter->packets.fetch_add(1, std::memory_order_relaxed);
      counter->bytes.fetch_add(frameSize_, std::memory_order_relaxed);
    }
  if (rule.targets.empty())
    hasMissed_ = true;
  // The last of the pending tables is the next.
  for (auto target = rule.targets.rbegin(); target != rule.targets.rend();
       ++target)
    if (target->kind == Target::Kind::Table)
      follow(*target);
  for (const Target &target : rule.targets)
    if (target.kind != Target::Kind::Table)
      follow(target);
}

template <size_t size>
void DomainWalk::add(std::array<uint32_t, size> &list, size_t &count,
                     uint32_t number) noexcept {
  if (count == list.size())
    isCut_ = true;
  else
    list[count++] = number;
}

void DomainWalk::follow(const Target &target) noexcept {
  switch (target.kind) {
  case Target::Kind::ReceiveQueue:
    add(queues_, queueCount_, target.number);
    break;
  case Target::Kind::Tir:
    isSpread_ = true;
    add(queues_, queueCount_, target.tir->queueOf(image_));
    break;
  case Target::Kind::Table:
    if (pendingSize_ == pending_.size())
      isCut_ = true;
    else
      pending_[pendingSize_++] = target.table;
    break;
  case Target::Kind::Uplink:
    add(uplinks_, uplinkCount_, target.number);
    break;
  case Target::Kind::Vport:
    add(vports_, vportCount_, target.number);
    break;
  case Target::Kind::Drop:
    break;
  }
}

void DomainWalk::addQueues(Route &route) noexcept {
  for (size_t i = 0; i < queueCount_; ++i)
    isCut_ |= !route.add({Destination::Kind::ReceiveQueue, queues_[i]});
}

} // namespace dpa
