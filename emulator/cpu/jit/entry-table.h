// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which fragment is entered at an address, and how many fragments of one generation
// contain each block. The limit of copies makes the work linear in the
// size of the guest's code, whatever addresses become hot: fragments end where
// enough copies exist, and jump to the last one.
#ifndef DPA_EMULATOR_CPU_JIT_ENTRY_TABLE_H
#define DPA_EMULATOR_CPU_JIT_ENTRY_TABLE_H

#include "emulator/cpu/jit/address-map.h"
#include "emulator/cpu/jit/address-pages.h"

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
  static constexpr uint8_t copiesMax = 3;

  /// What is known of the code of one view.
  struct Entries {
    AddressPages<uint8_t> copies;             ///< of blocks
    AddressMap<const FragmentShape *> shapes; ///< of fragments, by entry
  };

  Entries &of(const CodeView &view) { return tables_[&view]; }
  /// Of the fragment that is entered at an address, or null.
  static const FragmentShape *shapeOf(const Entries &entries,
                                      uint64_t address) {
    const FragmentShape *const *shape = entries.shapes.find(address);
    return shape == nullptr ? nullptr : *shape;
  }
  size_t sizeInBytes() const {
    size_t sum = 0;
    for (const auto &[view, entries] : tables_)
      sum += entries.copies.sizeInBytes() + entries.shapes.sizeInBytes();
    return sum;
  }

private:
  std::map<const CodeView *, Entries> tables_;
};

} // namespace dpa::cpu::jit

#endif
