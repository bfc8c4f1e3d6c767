// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much stack one function of a device image uses by itself, and how deep it is where it calls
// others. Follows the code from the function's first instruction along jumps and branches and keeps
// account of the stack pointer: constants in registers and copies of the stack pointer are known,
// so it does not matter how a compiler makes room. Given the code of an image; returns facts about
// one function, never follows ordinary calls.
#ifndef DPA_DRIVER_CHECKS_STACK_FUNCTION_H
#define DPA_DRIVER_CHECKS_STACK_FUNCTION_H

#include "driver/checks/device-code.h"
#include "driver/checks/instruction-decoder.h"

namespace dpa::driver {

struct StackCall {
  uint64_t target = 0; ///< first instruction of the function that is called
  uint64_t depth = 0;  ///< bytes in use when it begins
};

struct StackFunction {
  uint64_t bytes = 0; ///< the most that it uses itself
  std::vector<StackCall>
      calls; ///< also jumps to other functions; each target once, the deepest
  /// Calls through a pointer: the deepest; nothing if there are none.
  std::optional<uint64_t> indirectCall;
  /// An instruction that moves the stack pointer by an unknown amount; `bytes` is then the least
  /// that is used.
  std::optional<uint64_t> dynamicAt;
  /// Functions whose addresses it makes.
  std::vector<uint64_t> addressesTaken;
};

StackFunction measureFunction(const DeviceCode &code,
                              const InstructionDecoder &decoder,
                              uint64_t address);

} // namespace dpa::driver

#endif
