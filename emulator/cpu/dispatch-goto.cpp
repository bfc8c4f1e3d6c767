// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatch by computed goto: all handlers are labels of one function. For
// compilers without guaranteed tail calls; empty where dispatch-tail-calls.cpp
// is used (op.h).
#include "emulator/cpu/interpreter.h"

#if !DPA_CPU_TAIL_CALLS

#include "emulator/cpu/memory-access.h"
#include "emulator/cpu/semantics.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wgnu-label-as-value"
#endif

namespace dpa::cpu {
namespace {

/// Runs, or with a null `hart` only returns the labels. All instruction cases
/// have to be in one function.
// NOLINTNEXTLINE(readability-function-size)
const Handler *interpretOrList(HartState *hart, const Op *op, int64_t fuel) {
  static const Handler Labels[] = {
#define OPERATION(name) &&run##name,
#include "emulator/cpu/all-operations.def"
  };
  if (hart == nullptr)
    return Labels;
  goto *currentHandler(*op);

#define HANDLER(name) run##name : {
#define COLD(name) cold##name : {
#define END }
#define GOTO(next)                                                             \
  do {                                                                         \
    op = (next);                                                               \
    goto *currentHandler(*op);                                                 \
  } while (0)
#define RUN_AS(handler)                                                        \
  do {                                                                         \
    goto *(handler);                                                           \
  } while (0)
#define TO_COLD(name) goto cold##name
#define RETURN return Labels

#include "emulator/cpu/handlers.inc"
}

} // namespace

Handler handlerOf(Operation operation) noexcept {
  return interpretOrList(nullptr, nullptr, 0)[static_cast<size_t>(operation)];
}

const Handler handlerOfEnter = handlerOf(Operation::Enter);
const Handler handlerOfCount = handlerOf(Operation::Count);

void interpret(HartState &hart, const Op *op, int64_t fuel) {
  interpretOrList(&hart, op, fuel);
}

} // namespace dpa::cpu

#endif
