// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of steering and how they refer to each other. An object is used by
// those that refer to it, and is destroyed after them. All is protected by the
// lock of Steering.
#ifndef DPA_EMULATOR_NIC_STEERING_OBJECTS_H
#define DPA_EMULATOR_NIC_STEERING_OBJECTS_H

#include "emulator/nic/steering/rule-table.h"

#include <atomic>
#include <unordered_map>

namespace dpa {

struct SteeringObject {
  enum class Kind : uint8_t { Domain, Table, Matcher, Rule, Counter };

  SteeringObject(Kind kind, uint64_t owner) : kind(kind), owner(owner) {}
  virtual ~SteeringObject() = default;

  const Kind kind;
  const uint64_t owner;
  uint32_t uses = 0;
};

struct Domain : SteeringObject {
  static constexpr Kind objectKind = Kind::Domain;
  Domain(SteeringDomain type, uint64_t owner)
      : SteeringObject(objectKind, owner), type(type) {}

  const SteeringDomain type;
  bool allowsDuplicates = true; ///< in tables above level 0
};

struct Matcher;

/// In the order in which they are tried.
using MatcherList = std::vector<const Matcher *>;

struct Table : SteeringObject {
  static constexpr Kind objectKind = Kind::Table;
  Table(Domain &domain, uint32_t level)
      : SteeringObject(objectKind, domain.owner), domain(domain), level(level) {
    ++domain.uses;
  }
  ~Table() override { --domain.uses; }
  bool isRoot() const { return level == 0; }

  Domain &domain;
  const uint32_t level;
  MatcherList matchers; ///< empty for roots: they are in lists of all domains
};

struct Counter : SteeringObject {
  static constexpr Kind objectKind = Kind::Counter;
  explicit Counter(uint64_t owner) : SteeringObject(objectKind, owner) {}

  /// Changed while frames are routed, under the shared lock.
  mutable std::atomic<uint64_t> packets = 0;
  mutable std::atomic<uint64_t> bytes = 0;
};

/// Where a rule sends frames.
struct Target {
  enum class Kind : uint8_t { ReceiveQueue, Table, Uplink, Vport, Drop };
  Kind kind = Kind::Drop;
  uint32_t number =
      0; ///< of the queue, vport or port; port 0: that of the sender
  dpa::Table *table = nullptr;
};

struct Rule : SteeringObject, RuleEntry {
  static constexpr Kind objectKind = Kind::Rule;
  explicit Rule(Matcher &matcher);
  ~Rule() override;

  Matcher &matcher;
  std::vector<Target> targets; ///< none: default miss
  std::vector<Counter *> counters;
};

struct Matcher : SteeringObject {
  static constexpr Kind objectKind = Kind::Matcher;
  Matcher(Table &table, uint16_t priority, const MatchCriteria &criteria)
      : SteeringObject(objectKind, table.owner), table(table),
        priority(priority), criteria(criteria), rules(this->criteria) {
    ++table.uses;
  }
  ~Matcher() override { --table.uses; }

  /// Null: no rule matches.
  const Rule *find(const MatchImage &frame) const noexcept {
    return static_cast<const Rule *>(rules.find(frame));
  }

  Table &table;
  const uint16_t priority;
  const MatchCriteria criteria;
  RuleTable rules;
};

inline Rule::Rule(Matcher &matcher)
    : SteeringObject(objectKind, matcher.owner), matcher(matcher) {
  ++matcher.uses;
}

inline Rule::~Rule() {
  --matcher.uses;
  for (Counter *counter : counters)
    --counter->uses;
  for (const Target &target : targets)
    if (target.table)
      --target.table->uses;
}

} // namespace dpa

#endif
