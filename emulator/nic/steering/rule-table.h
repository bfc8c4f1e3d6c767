// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of a matcher by their value: a hash table with chains through the
// rules. A look-up hashes and compares the masked words of a frame only, and
// allocates nothing.
#ifndef DPA_EMULATOR_NIC_STEERING_RULE_TABLE_H
#define DPA_EMULATOR_NIC_STEERING_RULE_TABLE_H

#include "emulator/nic/steering/match-criteria.h"

namespace dpa {

/// What the table needs of a rule.
struct RuleEntry {
  MatchImage value;
  uint64_t hash = 0; ///< of the value
  RuleEntry *nextInBucket = nullptr;
  RuleEntry *older = nullptr; ///< with the same value; not in a bucket
};

class RuleTable {
public:
  explicit RuleTable(const MatchCriteria &criteria)
      : criteria_(criteria), buckets_(1) {}

  /// The newest rule for a frame, or for a value; null: there is none.
  const RuleEntry *find(const MatchImage &frame) const noexcept {
    if (buckets_.size() == 1) // at most one value
      return buckets_[0] && criteria_.matches(frame, buckets_[0]->value)
                 ? buckets_[0]
                 : nullptr;
    const uint64_t hash = criteria_.hash(frame);
    const RuleEntry *entry = buckets_[hash & (buckets_.size() - 1)];
    while (entry &&
           (entry->hash != hash || !criteria_.matches(frame, entry->value)))
      entry = entry->nextInBucket;
    return entry;
  }
  /// Makes room for one more rule.
  void reserve();
  /// After reserve(). The rule becomes the newest of its value.
  void add(RuleEntry &entry) noexcept;
  void remove(RuleEntry &entry) noexcept;

private:
  RuleEntry **bucketOf(uint64_t hash) noexcept {
    return &buckets_[hash & (buckets_.size() - 1)];
  }
  /// Where the bucket refers to the newest rule of this value; to null if there is
  /// none.
  RuleEntry **placeOf(const RuleEntry &entry) noexcept;

  const MatchCriteria &criteria_;
  std::vector<RuleEntry *> buckets_; ///< a power of two
  size_t size_ = 0;                  ///< without older rules of a value
};

} // namespace dpa

#endif
