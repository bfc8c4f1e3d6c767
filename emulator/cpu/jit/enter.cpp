// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the interpreter and translated code: when a block is translated, when
// translated code runs, and when a trace is recorded instead.
#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/folding.h"
#include "emulator/cpu/interpreter.h"
#include "emulator/cpu/jit/runtime.h"
#include "emulator/cpu/space-state.h"
#include "emulator/cpu/translation-order.h"

#include <algorithm>
#include <utility>

namespace dpa::cpu {

const void *warm(HartState &hart, const Op *op) {
  const Block &block = blockOf(op);
  if (!hart.mayRunTranslated()) {
    if (hart.trace.isRecording())
      hart.trace.add(block, hart.privilege);
    return nullptr;
  }
  if (const void *code = block.native.load(std::memory_order_acquire))
    return code;
  if (std::exchange(hart.resumesInside, false))
    return nullptr;
  const uint32_t limit = hart.memory.options.warmUp;
  const uint32_t heat = block.heat.load(std::memory_order_relaxed);
  if (heat >= limit) // tried already
    return nullptr;
  const bool isHot = heat + 1 >= limit;
  const bool isDue = isHot && hart.mayTranslate();
  block.heat.store(isHot && !isDue ? 0 : heat + 1, std::memory_order_relaxed);
  if (!isDue)
    return nullptr;
  hart.cache->translate(*hart.views[indexOf(hart.privilege)], block.address);
  return block.native.load(std::memory_order_acquire);
}

const Op *runTranslated(HartState &hart, const void *code) {
  const EnterFunction enter = hart.cache->enterFunction();
  for (;;) {
    const jit::Link *link = enter(&hart, code);
    noteExecuted(hart.cache.get());
    if (link == &jit::leftLink)
      return nullptr;
    if (link != &jit::unlinked)
      hart.pc = link->address;
    const Op *op = hart.enter();
    if (op == nullptr)
      return nullptr;
    code = hart.mayRunTranslated()
               ? blockOf(op).native.load(std::memory_order_acquire)
               : nullptr;
    if (code == nullptr && hart.staysTranslated) {
      hart.leave = Leave::SliceEnd;
      return nullptr;
    }
    if (code == nullptr)
      return op;
    if (link == &jit::unlinked)
      hart.nativeJumps[indexOf(hart.privilege)].of(hart.pc) = {hart.pc, code};
    else
      link->slot->store(code, std::memory_order_release);
  }
}

bool HartState::mayTranslate() {
  retiredAtEarning = retired - space.budget.earn(retired - retiredAtEarning);
  return !space.budget.isSpent();
}

/// Translated code stops before a block for which the fuel does not suffice, so
/// it may have all that is left. False: nothing was run.
bool HartState::runExactly(uint64_t left) {
  const Op *op = code.find(pc);
  const void *translated =
      op == nullptr || !mayRunTranslated()
          ? nullptr
          : blockOf(op).native.load(std::memory_order_acquire);
  if (translated == nullptr)
    return false;
  fuel = static_cast<int64_t>(left);
  staysTranslated = true;
  runTranslated(*this, translated);
  staysTranslated = false;
  const uint64_t ran = left - static_cast<uint64_t>(fuel);
  retired += ran;
  return ran != 0 || leave != Leave::SliceEnd;
}

void HartState::runTraced(uint64_t left) {
  trace.begin(ranInAll(), privilege);
  runSlice(
      std::min(left, trace.sliceMax() + uint64_t(2) * blockInstructionsMax));
  const bool isComplete = trace.end(ranInAll());
  CodeView &view = *views[indexOf(trace.privilege())];
  if (trace.hasOneSample() && !cache->isWorthTracing(view, trace))
    return trace.finish(ranInAll(), false);
  if (!isComplete)
    return;
  const bool gained = mayTranslate() && cache->translateTrace(view, trace);
  trace.finish(ranInAll(), gained);
}

} // namespace dpa::cpu
