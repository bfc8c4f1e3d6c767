// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of steering and how they refer to each other. An object is used by
// those that refer to it, and is destroyed after them. All is protected by the
// lock of Steering.
#ifndef DPA_EMULATOR_NIC_STEERING_OBJECTS_H
#define DPA_EMULATOR_NIC_STEERING_OBJECTS_H

#include "emulator/nic/steering/receive-hash.h"
#include "emulator/nic/steering/rule-table.h"

#include <atomic>
#include <unordered_map>

namespace dpa {

struct SteeringObject {
  enum class Kind : uint8_t {
    Domain,
    Table,
    Matcher,
    Rule,
    Counter,
    QueueTable,
    Tir
  };

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

/// An RQT.
struct QueueTable : SteeringObject {
  static constexpr Kind objectKind = Kind::QueueTable;
  QueueTable(uint64_t owner, size_t sizeMax)
      : SteeringObject(objectKind, owner), sizeMax(sizeMax) {}

  const size_t sizeMax;
  std::vector<uint32_t> queues; ///< one at least
};

/// Only those that spread frames: a TIR of one queue is its number.
struct Tir : SteeringObject {
  static constexpr Kind objectKind = Kind::Tir;
  Tir(uint64_t owner, QueueTable &table, const ReceiveHash &hash)
      : SteeringObject(objectKind, owner), hash(hash), table_(&table) {
    ++table.uses;
  }
  ~Tir() override { --table_->uses; }

  void use(QueueTable &table) {
    ++table.uses;
    --table_->uses;
    table_ = &table;
  }
  uint32_t queueOf(const MatchImage &frame) const noexcept {
    const std::vector<uint32_t> &queues = table_->queues;
    return queues[hashOf(hash, frame) % queues.size()];
  }

  ReceiveHash hash;

private:
  QueueTable *table_;
};

/// Where a rule sends frames.
struct Target {
  enum class Kind : uint8_t { ReceiveQueue, Tir, Table, Uplink, Vport, Drop };
  Kind kind = Kind::Drop;
  uint32_t number =
      0; ///< of the queue, vport or port; port 0: that of the sender
  dpa::Table *table = nullptr;
  dpa::Tir *tir = nullptr;
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
    else if (target.tir)
      --target.tir->uses;
}

} // namespace dpa

#endif
