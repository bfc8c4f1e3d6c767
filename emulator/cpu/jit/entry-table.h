// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which fragment is entered at an address, and how many fragments of one generation
// contain each block. The limit of copies makes the work linear in the
// size of the guest's code, whatever addresses become hot: fragments end where
// enough copies exist, and jump to the last one.
#ifndef DPA_EMULATOR_CPU_JIT_ENTRY_TABLE_H
#define DPA_EMULATOR_CPU_JIT_ENTRY_TABLE_H

#include "emulator/cpu/jit/address-map.h"

#include <map>

namespace dpa::cpu {
class CodeView;
} // namespace dpa::cpu

namespace dpa::cpu::jit {

class FragmentShape;

class EntryTable {
public:
  /// Copies of a block. One is often that of a loop, found first; another that
  /// of the function around it, which then has the loop in its registers.
  static constexpr uint32_t copiesMax = 3;

  struct Entry {
    uint32_t copies = 0;
    const FragmentShape *shape =
        nullptr; ///< of the fragment that is entered here; null: none is
  };
  using Entries = AddressMap<Entry>;

  Entries &of(const CodeView &view) { return tables_[&view]; }
  static uint32_t copiesOf(const Entries &entries, uint64_t address) {
    const Entry *entry = entries.find(address);
    return entry == nullptr ? 0 : entry->copies;
  }
  /// Of the fragment that is entered at an address, or null.
  static const FragmentShape *shapeOf(const Entries &entries,
                                      uint64_t address) {
    const Entry *entry = entries.find(address);
    return entry == nullptr ? nullptr : entry->shape;
  }
  size_t sizeInBytes() const {
    size_t sum = 0;
    for (const auto &[view, entries] : tables_)
      sum += entries.sizeInBytes();
    return sum;
  }

private:
  std::map<const CodeView *, Entries> tables_;
};

} // namespace dpa::cpu::jit

#endif
