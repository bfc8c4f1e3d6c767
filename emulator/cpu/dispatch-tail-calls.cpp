// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch by tail calls: each handler is a function that ends by jumping to
// the next, with hart, op and fuel in registers that no handler saves. Empty
// where the compiler cannot do it or where it is turned off (op.h).
#include "emulator/cpu/interpreter.h"

#if DPA_CPU_TAIL_CALLS

#include "emulator/cpu/memory-access.h"
#include "emulator/cpu/semantics.h"

namespace dpa::cpu {
namespace {

#define HANDLER(name)                                                          \
  DPA_CPU_HANDLER void run##name(                                              \
      HartState *hart, [[maybe_unused]] const Op *op, int64_t fuel) {
#define COLD(name)                                                             \
  __attribute__((cold, noinline)) DPA_CPU_HANDLER void cold##name(             \
      HartState *hart, [[maybe_unused]] const Op *op, int64_t fuel) {
#define END }
#define GOTO(next)                                                             \
  do {                                                                         \
    const Op *goTo = (next);                                                   \
    [[clang::musttail]] return currentHandler(*goTo)(hart, goTo, fuel);        \
  } while (0)
#define RUN_AS(handler) [[clang::musttail]] return (handler)(hart, op, fuel)
#define TO_COLD(name) [[clang::musttail]] return cold##name(hart, op, fuel)
#define RETURN return

#include "emulator/cpu/handlers.inc"

} // namespace

Handler handlerOf(Operation operation) noexcept {
  static constexpr Handler handlers[] = {
#define OPERATION(name) run##name,
#include "emulator/cpu/all-operations.def"
  };
  return handlers[static_cast<size_t>(operation)];
}

const Handler handlerOfEnter = runEnter;
const Handler handlerOfCount = runCount;

void interpret(HartState &hart, const Op *op, int64_t fuel) {
  const Handler run = currentHandler(*op);
  run(&hart, op, fuel);
}

} // namespace dpa::cpu

#endif
