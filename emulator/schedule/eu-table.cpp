// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds idle EUs, and the waiting job that may have one.
#include "emulator/schedule/eu-table.h"

#include <algorithm>

namespace dpa {

void EuTable::setGroups(std::span<const EuGroup> groups) {
  for (const EuGroup &group : groups)
    groups_[group.id] = group.eus;
}

/// Null: no such group.
const std::vector<uint32_t> *EuTable::group(uint32_t id) const {
  auto found = groups_.find(id);
  return found == groups_.end() ? nullptr : &found->second;
}

bool EuTable::isPossible(const Affinity &affinity) const {
  switch (affinity.kind) {
  case Affinity::Kind::None:
    return true;
  case Affinity::Kind::Strict:
    return affinity.id < count();
  case Affinity::Kind::Group:
    return group(affinity.id) != nullptr;
  }
  return false;
}

bool EuTable::allows(const Affinity &affinity, uint32_t eu) const {
  switch (affinity.kind) {
  case Affinity::Kind::None:
    return true;
  case Affinity::Kind::Strict:
    return affinity.id == eu;
  case Affinity::Kind::Group:
    return std::ranges::binary_search(*group(affinity.id), eu);
  }
  return false;
}

std::optional<uint32_t> EuTable::take(const Affinity &affinity) {
  auto isFree = [&](uint32_t eu) { return !busy_[eu] && allows(affinity, eu); };
  if (affinity.kind == Affinity::Kind::Strict && !isFree(affinity.id))
    return std::nullopt;
  uint32_t eu = affinity.kind == Affinity::Kind::Strict ? affinity.id : 0;
  while (eu < count() && !isFree(eu))
    ++eu;
  if (eu == count())
    return std::nullopt;
  busy_[eu] = true;
  return eu;
}

bool EuTable::forget(Job &job) {
  return std::erase(waiting_, &job) != 0;
}

Job *EuTable::release(uint32_t eu) {
  auto next = std::find_if(waiting_.begin(), waiting_.end(), [&](Job *job) {
    return allows(job->affinity(), eu);
  });
  if (next == waiting_.end()) {
    busy_[eu] = false;
    return nullptr;
  }
  Job *job = *next;
  waiting_.erase(next);
  return job;
}

} // namespace dpa
