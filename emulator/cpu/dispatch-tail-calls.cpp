// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch by tail calls: each handler is a function that ends by jumping to
// the next, with hart, op and fuel in registers that no handler saves. Empty
// where the compiler cannot do it or was told not to (op.h).
#include "emulator/cpu/interpreter.h"

#if DPA_CPU_TAIL_CALLS

#include "emulator/cpu/arithmetic.h"
#include "emulator/cpu/memory-access.h"

namespace dpa::cpu {
namespace {

#define HANDLER(name)                                                          \
  DPA_CPU_HANDLER void run##name(                                              \
      Hart::Impl *hart, [[maybe_unused]] const Op *op, int64_t fuel) {
#define COLD(name)                                                             \
  __attribute__((cold, noinline)) DPA_CPU_HANDLER void cold##name(             \
      Hart::Impl *hart, [[maybe_unused]] const Op *op, int64_t fuel) {
#define END }
#define GOTO(next)                                                             \
  do {                                                                         \
    const Op *goTo = (next);                                                   \
    [[clang::musttail]] return goTo->run(hart, goTo, fuel);                    \
  } while (0)
#define TO_COLD(name) [[clang::musttail]] return cold##name(hart, op, fuel)
#define RETURN return

#include "emulator/cpu/handlers.inc"

} // namespace

Handler handlerOf(Operation operation) {
  static constexpr Handler Handlers[] = {
#define REGISTER(name, match, extension, value) run##name,
#define IMMEDIATE(name, match, extension, value) run##name,
#define SHIFT(name, match, extension, value) run##name,
#define SHIFTW(name, match, extension, value) run##name,
#define UNARY(name, match, extension, value) run##name,
#define LOAD(name, match, type) run##name,
#define STORE(name, match, type) run##name,
#define BRANCH(name, match, condition) run##name,
#define AMO(name, match, type, operation) run##name,
#define LOAD_RESERVED(name, match, type) run##name,
#define STORE_CONDITIONAL(name, match, type) run##name,
#include "emulator/cpu/instructions.def"
#define LOAD(name, match, type) runAddThen##name,
#include "emulator/cpu/instructions.def"
#define BRANCH(name, match, condition) runAddiThen##name,
#include "emulator/cpu/instructions.def"
#define X(name) run##name,
      DPA_CPU_OWN_OPERATIONS(X)
#undef X
  };
  return Handlers[static_cast<size_t>(operation)];
}

void interpret(Hart::Impl &hart, const Op *op, int64_t fuel) {
  op->run(&hart, op, fuel);
}

} // namespace dpa::cpu

#endif
