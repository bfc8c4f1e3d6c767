// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Admission of changes to steering. A creation is known again in another run by
// what is created, not by the ids in it, which depend on which host thread was
// first: instead of the id of a queue table, its queues count.
#include "emulator/gate/steering-gate.h"

#include "emulator/schedule/digest.h"

namespace dpa {
namespace {

enum class Object : uint64_t {
  Domain,
  Table,
  Matcher,
  Rule,
  Counter,
  QueueTable,
  Tir,
  QueuesOfTable,
  HashOfTir
};

uint64_t digestOf(std::span<const uint32_t> queues) {
  Digest digest;
  for (uint32_t queue : queues)
    digest.number(queue);
  return digest.value();
}

uint64_t digestOf(const ReceiveHash &hash) {
  Digest digest;
  digest.bytes(hash.key.data(), hash.key.size())
      .number(uint64_t(hash.function))
      .number(hash.fields)
      .number(uint64_t(hash.isSymmetric) << 2 | uint64_t(hash.isIpv6) << 1 |
              uint64_t(hash.isUdp));
  return digest.value();
}

/// Ids are left out.
void add(Digest &digest, std::span<const SteeringAction> actions) {
  digest.number(actions.size());
  for (const SteeringAction &each : actions) {
    digest.number(uint64_t(each.kind)).number(each.number);
    add(digest, each.array);
  }
}

/// Match parameters of a size that is not valid are not read.
uint64_t digestOf(std::span<const std::byte> bytes, uint64_t number,
                  std::span<const SteeringAction> actions = {}) {
  Digest digest;
  add(digest, actions);
  digest.number(bytes.size()).number(number);
  if (bytes.size() <= SteeringMatcher::sizeMax)
    digest.bytes(bytes.data(), bytes.size());
  return digest.value();
}

} // namespace

SteeringResult SteeringGate::createDomain(SteeringDomain type, uint64_t owner) {
  return gate_.change(ChangeOf::SteeringCreate, uint64_t(Object::Domain),
                      uint64_t(type),
                      [&] { return inner_.createDomain(type, owner); });
}

SteeringResult SteeringGate::createTable(SteeringId domain, uint32_t level) {
  return gate_.change(ChangeOf::SteeringCreate, uint64_t(Object::Table), level,
                      [&] { return inner_.createTable(domain, level); });
}

SteeringResult SteeringGate::createMatcher(const SteeringMatcher &matcher) {
  return gate_.change(ChangeOf::SteeringCreate, uint64_t(Object::Matcher),
                      digestOf(matcher.mask, matcher.priority),
                      [&] { return inner_.createMatcher(matcher); });
}

SteeringResult SteeringGate::createRule(const SteeringRule &rule) {
  return gate_.change(ChangeOf::SteeringCreate, uint64_t(Object::Rule),
                      digestOf(rule.value, 0, rule.actions),
                      [&] { return inner_.createRule(rule); });
}

SteeringResult SteeringGate::createCounters(uint64_t owner, uint32_t count) {
  return gate_.change(ChangeOf::SteeringCreate, uint64_t(Object::Counter),
                      count,
                      [&] { return inner_.createCounters(owner, count); });
}

SteeringResult
SteeringGate::createQueueTable(uint64_t owner, size_t sizeMax,
                               std::span<const uint32_t> queues) {
  const uint64_t contents = digestOf(queues);
  const SteeringResult result =
      gate_.change(ChangeOf::SteeringCreate, uint64_t(Object::QueueTable),
                   Digest().number(contents).number(sizeMax).value(), [&] {
                     return inner_.createQueueTable(owner, sizeMax, queues);
                   });
  if (result.status == SteeringStatus::Ok)
    setContents(result.id, contents);
  return result;
}

SteeringResult SteeringGate::setQueues(SteeringId queueTable,
                                       std::span<const uint32_t> queues) {
  const uint64_t contents = digestOf(queues);
  const SteeringResult result = gate_.change(
      ChangeOf::SteeringCreate, uint64_t(Object::QueuesOfTable),
      Digest().number(contentsOf(queueTable)).number(contents).value(),
      [&] { return inner_.setQueues(queueTable, queues); });
  if (result.status == SteeringStatus::Ok)
    setContents(queueTable, contents);
  return result;
}

SteeringResult SteeringGate::createTir(uint64_t owner, SteeringId queueTable,
                                       const ReceiveHash &hash) {
  return gate_.change(
      ChangeOf::SteeringCreate, uint64_t(Object::Tir),
      Digest().number(digestOf(hash)).number(contentsOf(queueTable)).value(),
      [&] { return inner_.createTir(owner, queueTable, hash); });
}

SteeringResult SteeringGate::setTir(SteeringId tir, SteeringId queueTable,
                                    const ReceiveHash &hash) {
  return gate_.change(
      ChangeOf::SteeringCreate, uint64_t(Object::HashOfTir),
      Digest().number(digestOf(hash)).number(contentsOf(queueTable)).value(),
      [&] { return inner_.setTir(tir, queueTable, hash); });
}

void SteeringGate::setContents(SteeringId queueTable, uint64_t digest) {
  const std::lock_guard guard(lock_);
  contents_[queueTable] = digest;
}

/// 0: it does not exist.
uint64_t SteeringGate::contentsOf(SteeringId queueTable) const {
  const std::lock_guard guard(lock_);
  auto found = contents_.find(queueTable);
  return found == contents_.end() ? 0 : found->second;
}

SteeringStatus SteeringGate::destroy(SteeringId object) {
  const SteeringStatus status =
      gate_.change(ChangeOf::SteeringDestroy, object, 0,
                   [&] { return inner_.destroy(object); });
  const std::lock_guard guard(lock_);
  if (status == SteeringStatus::Ok)
    contents_.erase(object);
  return status;
}

void SteeringGate::destroyAll(uint64_t owner) {
  gate_.destroy(ChangeOf::SteeringDestroy, 0,
                [&] { inner_.destroyAll(owner); });
}

SteeringStatus SteeringGate::setAllowsDuplicates(SteeringId domain,
                                                 bool allows) {
  return gate_.change(ChangeOf::SteeringChange, domain, allows ? 1 : 0, [&] {
    return inner_.setAllowsDuplicates(domain, allows);
  });
}

SteeringCount SteeringGate::takeCount(SteeringId counter) {
  return gate_.change(ChangeOf::SteeringChange, counter, 3,
                      [&] { return inner_.takeCount(counter); });
}

/// The program acts on what it reads, so that the moment is part of the schedule.
SteeringCount SteeringGate::count(SteeringId counter) const {
  return gate_.change(ChangeOf::SteeringChange, counter, 2,
                      [&] { return inner_.count(counter); });
}

} // namespace dpa
