// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates and destroys the objects of steering.
#include "emulator/nic/steering/steering.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>

namespace dpa {
namespace {

SteeringResult missing(const char *what) {
  return {.status = SteeringStatus::NoSuchObject,
          .message = std::string(what) + " does not exist",
          .id = 0};
}

bool isOk(const SteeringResult &result) {
  return result.status == SteeringStatus::Ok;
}

} // namespace

Steering::Change::Change(Steering &steering)
    : steering_(steering), guard_(steering.lock_) {
  steering.version_.begin();
  steering.changes_.fetch_add(1, std::memory_order_acq_rel);
}

/// Routes are kept if rules match only what RouteKey has.
void Steering::endChange() {
  if (matchers_ == 0)
    matched_ = {};
  version_.end(macMaskOf(matched_),
               !vports_.areAny() && isInRouteKey(matched_));
}

SteeringResult Steering::add(std::unique_ptr<SteeringObject> object) {
  objects_.emplace(nextId_, std::move(object));
  SteeringResult added;
  added.id = nextId_++;
  return added;
}

SteeringResult Steering::createDomain(SteeringDomain type, uint64_t owner) {
  if (type == SteeringDomain::Fdb && !ownerOfFdb_.empty())
    return {.status = SteeringStatus::NotSupported,
            .message = "domain of type FDB: the device is " + ownerOfFdb_ +
                       ", which has the FDB",
            .id = 0};
  std::lock_guard guard(lock_);
  return add(std::make_unique<Domain>(type, owner));
}

SteeringResult Steering::createCounters(uint64_t owner, uint32_t count) {
  std::lock_guard guard(lock_);
  std::vector<std::unique_ptr<SteeringObject>> counters;
  counters.reserve(count);
  for (uint32_t i = 0; i < count; ++i)
    counters.push_back(std::make_unique<Counter>(owner));
  objects_.reserve(objects_.size() + count);
  SteeringResult first;
  first.id = nextId_;
  for (auto &counter : counters)
    add(std::move(counter));
  return first;
}

SteeringResult Steering::createTable(SteeringId domain, uint32_t level) {
  std::lock_guard guard(lock_);
  auto *found = find<Domain>(domain);
  if (!found)
    return missing("domain");
  return add(std::make_unique<Table>(*found, level));
}

SteeringResult Steering::createMatcher(const SteeringMatcher &matcher) {
  const Change change(*this);
  auto *table = find<Table>(matcher.table);
  if (!table)
    return missing("table");
  MatchCriteria criteria;
  if (SteeringResult read = MatchCriteria::read(matcher, table->domain.type,
                                                table->isRoot(), criteria);
      !isOk(read))
    return read;
  MatcherList &list = listOf(*table);
  list.reserve(list.size() + 1);
  auto made = std::make_unique<Matcher>(*table, matcher.priority, criteria);
  const Matcher *added = made.get();
  SteeringResult result = add(std::move(made));
  // After those that exist with the same priority.
  list.insert(std::upper_bound(list.begin(), list.end(), added,
                               [](const Matcher *one, const Matcher *other) {
                                 return one->priority < other->priority;
                               }),
              added);
  if (table->isRoot())
    ++rootMatchers_;
  ++matchers_;
  matched_.add(criteria.mask());
  return result;
}

SteeringResult Steering::createRule(const SteeringRule &rule) {
  const Change change(*this);
  auto *matcher = find<Matcher>(rule.matcher);
  if (!matcher)
    return missing("matcher");
  auto made = std::make_unique<Rule>(*matcher);
  if (SteeringResult read =
          matcher->criteria.readValue(rule.value, made->value);
      !isOk(read))
    return read;
  if (SteeringResult source = checkSource(*made); !isOk(source))
    return source;
  if (SteeringResult filled = fill(*made, rule.actions); !isOk(filled))
    return filled;
  return addRule(std::move(made));
}

SteeringResult Steering::addRule(std::unique_ptr<Rule> rule) {
  Matcher &matcher = rule->matcher;
  const bool isAlone =
      matcher.table.isRoot() || !matcher.table.domain.allowsDuplicates;
  if (isAlone && matcher.rules.find(rule->value))
    return {.status = SteeringStatus::Exists,
            .message = "the matcher has a rule with this value",
            .id = 0};
  matcher.rules.reserve();
  Rule *added = rule.get();
  SteeringResult result = add(std::move(rule));
  matcher.rules.add(*added);
  return result;
}

/// Frames no longer find the object.
void Steering::unlink(SteeringObject &object) {
  if (object.kind == SteeringObject::Kind::Matcher) {
    auto &matcher = static_cast<Matcher &>(object);
    std::erase(listOf(matcher.table), &matcher);
    if (matcher.table.isRoot())
      --rootMatchers_;
    --matchers_;
  } else if (object.kind == SteeringObject::Kind::Rule) {
    auto &rule = static_cast<Rule &>(object);
    rule.matcher.rules.remove(rule);
  }
}

SteeringStatus Steering::destroy(SteeringId object) {
  const Change change(*this);
  auto found = objects_.find(object);
  if (found == objects_.end())
    return SteeringStatus::NoSuchObject;
  if (found->second->uses != 0)
    return SteeringStatus::InUse;
  unlink(*found->second);
  objects_.erase(found);
  return SteeringStatus::Ok;
}

/// Objects are destroyed after those that use them.
template <typename Condition>
void Steering::destroyIf(const Condition &condition) {
  using Kind = SteeringObject::Kind;
  for (Kind kind : {Kind::Rule, Kind::Matcher, Kind::Table, Kind::Domain,
                    Kind::Counter, Kind::Tir, Kind::QueueTable})
    std::erase_if(objects_, [&](const auto &entry) {
      SteeringObject &object = *entry.second;
      const bool ends =
          object.kind == kind && object.uses == 0 && condition(object);
      if (ends)
        unlink(object);
      return ends;
    });
}

Steering::~Steering() {
  destroyIf([](const SteeringObject &) { return true; });
}

bool Steering::hasReceiveRules() const noexcept {
  std::shared_lock guard(lock_);
  return std::ranges::any_of(
      root(SteeringDomain::NicReceive),
      [](const Matcher *matcher) { return matcher->uses != 0; });
}

bool Steering::hasObjects(uint64_t owner) const {
  std::shared_lock guard(lock_);
  return std::ranges::any_of(
      objects_, [&](const auto &each) { return each.second->owner == owner; });
}

/// A counter that rules of another owner use stays.
void Steering::destroyAll(uint64_t owner) {
  const Change change(*this);
  destroyIf(
      [&](const SteeringObject &object) { return object.owner == owner; });
}

SteeringStatus Steering::setAllowsDuplicates(SteeringId domain, bool allows) {
  std::lock_guard guard(lock_);
  auto *found = find<Domain>(domain);
  if (!found)
    return SteeringStatus::NoSuchObject;
  found->allowsDuplicates = allows;
  return SteeringStatus::Ok;
}

SteeringCount Steering::count(SteeringId counter) const {
  std::shared_lock guard(lock_);
  const auto *found = find<Counter>(counter);
  if (!found)
    return {};
  return {.packets = found->packets.load(std::memory_order_relaxed),
          .bytes = found->bytes.load(std::memory_order_relaxed)};
}

SteeringCount Steering::takeCount(SteeringId counter) {
  std::lock_guard guard(lock_); // both numbers are of the same frames
  const auto *found = find<Counter>(counter);
  if (!found)
    return {};
  return {.packets = found->packets.exchange(0),
          .bytes = found->bytes.exchange(0)};
}

SteeringResult Steering::check(SteeringId domain,
                               const SteeringAction &action) const {
  std::shared_lock guard(lock_);
  const auto *found = find<Domain>(domain);
  return found ? checkAction(*found, action) : missing("domain");
}

} // namespace dpa
