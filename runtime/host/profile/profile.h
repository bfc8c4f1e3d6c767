// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The samples of a process with the names of its functions.
#ifndef DPA_RUNTIME_HOST_PROFILE_PROFILE_H
#define DPA_RUNTIME_HOST_PROFILE_PROFILE_H

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace dpa::host {

/// A place in a function; of an inlined function, in the source of that.
struct CodeFrame {
  std::string function;
  std::string file;  ///< empty: not known
  uint64_t line = 0; ///< 0: not known
  auto operator<=>(const CodeFrame &) const = default;
};

/// What samples stand for.
struct SampledUse {
  uint64_t samples = 0;
  uint64_t instructions = 0;
  uint64_t cycles = 0;

  SampledUse &operator+=(const SampledUse &other) {
    samples += other.samples;
    instructions += other.instructions;
    cycles += other.cycles;
    return *this;
  }
};

struct Profile {
  struct Stack {
    uint32_t eu = 0;
    std::vector<CodeFrame> frames; ///< innermost first; at least one
    auto operator<=>(const Stack &) const = default;
  };

  std::string title; ///< of the process
  std::map<Stack, SampledUse> stacks;

  SampledUse total() const {
    SampledUse sum;
    for (const auto &[stack, use] : stacks)
      sum += use;
    return sum;
  }
};

/// Functions of frames that have no code of the program.
inline constexpr const char *firmwareFunction = "[firmware]";
/// What a unit has used after its last sample.
inline constexpr const char *unsampledFunction = "[not sampled]";

} // namespace dpa::host

#endif
