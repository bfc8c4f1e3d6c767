// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a hart in a polling loop would keep polling, found by walking the loop
// on a copy of the registers, whatever engine runs the hart: far cheaper than a
// turn. Remembers what the loop has read, which makes the next answer cheaper
// still. Changes neither the hart nor memory. A hint, never needed for a correct
// result: the answer may be outdated when it is returned.
#ifndef DPA_EMULATOR_CPU_POLL_H
#define DPA_EMULATOR_CPU_POLL_H

#include "emulator/cpu/hart.h"
#include "emulator/cpu/poll-memory.h"

namespace dpa::cpu {

/// Whether a hart only polls, as memory is now.
enum class Polls : uint8_t {
  Yes,     ///< it returns to its pc with unchanged registers and has changed
           ///< nothing but its own stack, which is as before
  No,      ///< it does not, or not soon, or reads counters
  Unknown, ///< it reads a device or memory that may be unmapped, or its accesses
           ///< are observed
};

class Poll {
public:
  /// Whether a loop with a breakpoint or a watched cell has to run (Unknown), or is
  /// judged as if there were none, so that the answer does not depend on a debugger.
  enum class Points : uint8_t { MustRun, AreIgnored };

  /// The hart does not run, and no interrupt is pending.
  Polls ask(Hart &hart, Points points = Points::MustRun);

  /// The hart is about to run.
  void forget() { known_ = false; }

private:
  PolledCells cells_;  ///< that the loop reads
  bool known_ = false; ///< it polls while they are unchanged
};

} // namespace dpa::cpu

#endif
