// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds and removes rules.
#include "emulator/nic/steering/rule-table.h"

namespace dpa {

void RuleTable::reserve() {
  if (size_ < buckets_.size())
    return;
  std::vector<RuleEntry *> more(buckets_.size() * 2);
  for (RuleEntry *entry : buckets_)
    while (entry) {
      RuleEntry *next = entry->nextInBucket;
      RuleEntry *&first = more[entry->hash & (more.size() - 1)];
      entry->nextInBucket = first;
      first = entry;
      entry = next;
    }
  buckets_.swap(more);
}

RuleEntry **RuleTable::placeOf(const RuleEntry &entry) noexcept {
  RuleEntry **place = bucketOf(entry.hash);
  while (*place && (*place)->value != entry.value)
    place = &(*place)->nextInBucket;
  return place;
}

void RuleTable::add(RuleEntry &entry) noexcept {
  entry.hash = criteria_.hash(entry.value);
  RuleEntry **place = placeOf(entry);
  entry.older = *place;
  entry.nextInBucket = entry.older ? entry.older->nextInBucket : nullptr;
  if (!entry.older)
    ++size_;
  *place = &entry;
}

void RuleTable::remove(RuleEntry &entry) noexcept {
  RuleEntry **place = placeOf(entry);
  if (*place != &entry) {
    RuleEntry *newer = *place;
    while (newer->older != &entry)
      newer = newer->older;
    newer->older = entry.older;
    return;
  }
  if (entry.older) {
    entry.older->nextInBucket = entry.nextInBucket;
    *place = entry.older;
    return;
  }
  *place = entry.nextInBucket;
  --size_;
}

} // namespace dpa
