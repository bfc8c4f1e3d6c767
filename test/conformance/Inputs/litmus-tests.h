// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Litmus tests of RISC-V's weak memory model (RVWMO): what each hart does with two shared cells,
// and which outcomes the model forbids. Includes nothing of the emulator.
#ifndef TEST_CONFORMANCE_LITMUS_TESTS_H
#define TEST_CONFORMANCE_LITMUS_TESTS_H

#include <array>
#include <cstdint>
#include <vector>

namespace conformance {

constexpr unsigned hartsMax = 4;

/// The outcome of one round: two values that each hart read (0 if it did not), and the cells
/// afterwards.
struct Outcome {
  std::array<std::array<uint64_t, 2>, hartsMax> read;
  uint64_t x;
  uint64_t y;
};

struct LitmusTest {
  const char *name;
  /// The instructions of each hart. x5 is the address of cell x, x6 of cell y (both 0 at first),
  /// x10 and x11 are what is read, x12 is 1, x13 is 2, x14 is all ones; x5, x6, x15, x16 and x17
  /// may be changed.
  std::vector<std::vector<uint32_t>> harts;
  bool (*isForbidden)(const Outcome &outcome);
  /// An outcome that every engine shows on a host with several cores if the harts run at the same
  /// time; null: none.
  bool (*isMeeting)(const Outcome &outcome) = nullptr;
  /// A weak outcome that every host allows: at least one engine must show it there, too. A slow
  /// engine may never show it: between close cores its store leaves the store buffer before its
  /// next load.
  bool (*isWeak)(const Outcome &outcome) = nullptr;
};

std::vector<LitmusTest> litmusTests();

} // namespace conformance

#endif
