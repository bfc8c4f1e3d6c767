// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why and when a thread has stopped for a debugger.
#ifndef DPA_EMULATOR_UNIT_DEBUG_STOP_H
#define DPA_EMULATOR_UNIT_DEBUG_STOP_H

#include "emulator/cpu/debug-points.h"
#include "emulator/cpu/isa.h"

#include <cstdint>

namespace dpa {

/// Why a thread has stopped.
struct DebugStop {
  enum class Kind : uint8_t {
    Requested, ///< by the debugger
    Breakpoint,
    Watchpoint,
    Step,  ///< an instruction or a range was stepped
    Begin, ///< at the function of an event handler, in its first activation
    Trap,
    Goal, ///< a search has reached its position
  };
  Kind kind = Kind::Requested;
  cpu::Cause cause = cpu::Cause::Breakpoint; ///< of a trap
  cpu::WatchHit hit = {};                    ///< of a watchpoint
};

struct DebugEvent {
  uint32_t thread = 0; ///< number of its thread area
  DebugStop stop;
};

} // namespace dpa

#endif
