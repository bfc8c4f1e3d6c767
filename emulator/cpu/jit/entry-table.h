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

  /// By address in the code of one view.
  struct ViewTables {
    AddressPages<uint8_t> copies; ///< fragments that contain the block there
    AddressMap<const FragmentShape *> shapes; ///< of those entered there
  };

  ViewTables &of(const CodeView &view) { return tables_[&view]; }
  /// Of the fragment that is entered at an address, or null.
  static const FragmentShape *shapeOf(const ViewTables &known,
                                      uint64_t address) {
    const FragmentShape *const *shape = known.shapes.find(address);
    return shape == nullptr ? nullptr : *shape;
  }
  size_t sizeInBytes() const {
    size_t sum = 0;
    for (const auto &[view, known] : tables_)
      sum += known.copies.sizeInBytes() + known.shapes.sizeInBytes();
    return sum;
  }

private:
  std::map<const CodeView *, ViewTables> tables_;
};

} // namespace dpa::cpu::jit

#endif
