// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is kept of a fragment after its translation: which code it contains and
// where its jumps may lead without leaving it. Made from a fragment; used to count
// how often a trace leaves the translated code (exits.h).
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_SHAPE_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_SHAPE_H

#include "emulator/cpu/instruction.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dpa::cpu::jit {

struct Fragment;

class FragmentShape {
public:
  explicit FragmentShape(const Fragment &fragment);

  bool contains(uint64_t address) const { return find(address) != nullptr; }
  /// Whether a block at `address` is an entry.
  bool isEntry(uint64_t address) const;
  /// Whether `jump` at address `from`, which led to `to`, stays in the fragment.
  /// Instructions that are not indirect jumps lead to known addresses.
  bool stays(uint64_t from, const Instruction &jump, uint64_t to) const;
  size_t sizeInBytes() const;

private:
  struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;
    bool isEntry = false;
    bool isTarget = false;
  };
  struct Return {
    uint64_t from = 0;
    uint64_t to = 0;
  };

  const Range *find(uint64_t address) const;

  std::vector<Range> ranges_; ///< by address
  std::vector<Return> returns_;
  bool looksUpAll_ = false; ///< each indirect jump looks up its target
  bool hasTargets_ = false; ///< there is a table of targets
};

} // namespace dpa::cpu::jit

#endif
