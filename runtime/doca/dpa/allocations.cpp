// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of blocks of all programs: see allocations.h.
#include "runtime/doca/dpa/allocations.h"

#include <mutex>
#include <unordered_map>

namespace dpa::doca {

namespace {

/// Never destroyed: programs may end while others exit.
struct BlockTable {
  std::mutex lock;
  std::unordered_multimap<uint64_t, Program *> owners; ///< by address
};

BlockTable &blockTable() {
  static auto &table = *new BlockTable;
  return table;
}

} // namespace

Allocations::~Allocations() {
  BlockTable &table = blockTable();
  std::lock_guard lock(table.lock);
  std::erase_if(table.owners, [this](const auto &entry) {
    return entry.second == &program_;
  });
}

void Allocations::add(uint64_t address) {
  BlockTable &table = blockTable();
  std::lock_guard lock(table.lock);
  table.owners.emplace(address, &program_);
}

void Allocations::forget(uint64_t address, const Program &program) {
  BlockTable &table = blockTable();
  std::lock_guard lock(table.lock);
  std::erase_if(table.owners, [&](const auto &entry) {
    return entry.first == address && entry.second == &program;
  });
}

std::pair<unsigned, Program *> Allocations::find(uint64_t address) {
  BlockTable &table = blockTable();
  std::lock_guard lock(table.lock);
  std::pair<unsigned, Program *> found{0, nullptr};
  auto [first, last] = table.owners.equal_range(address);
  for (; first != last; ++first)
    found = {found.first + 1, first->second};
  return found;
}

} // namespace dpa::doca
