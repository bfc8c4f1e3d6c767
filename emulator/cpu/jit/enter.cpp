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

namespace {

/// After a translation was requested from another thread, in multiples of the runs before it:
/// runs until it is urged, and until the hart translates the block itself, because that
/// thread has too much to do or no processor.
constexpr uint32_t runsUntilUrged = 3;
constexpr uint32_t runsUntilOwn = 4;
/// Runs of a block whose translation has failed until it is looked at again.
constexpr uint32_t runsOfFailed = 10000;

/// Has the block translated by another thread. False: there is none, or it was asked twice
/// already.
bool requestTranslation(HartState &hart, CodeView &view, const Block &block) {
  using Answer = BackgroundTranslator::Answer;
  using Urgency = BackgroundTranslator::Urgency;
  const Effort effort = block.effort.load(std::memory_order_relaxed);
  if (effort != Effort::None && effort != Effort::Requested)
    return false;
  const bool isFirst = effort == Effort::None;
  const Answer answer =
      hart.space.background.request(hart.cache, view, block.address,
                                    isFirst ? Urgency::Usual : Urgency::Urgent);
  if (answer == Answer::Accepted)
    block.effort.store(isFirst ? Effort::Requested : Effort::Urged,
                       std::memory_order_relaxed);
  return answer != Answer::Never;
}

/// The block has run as often as was planned: translates it or has it translated. The
/// result is how often it may run now.
uint32_t translateHot(HartState &hart, const Block &block) {
  const EngineOptions &options = hart.memory.options;
  CodeView &view = *hart.views[indexOf(hart.privilege)];
  if (block.effort.load(std::memory_order_relaxed) == Effort::Tried)
    return runsOfFailed;
  if (!hart.mayTranslate())
    return options.warmUp;
  if (!options.translatesInBackground)
    hart.cache->translate(view, block.address);
  else if (requestTranslation(hart, view, block))
    return options.warmUp * runsUntilUrged;
  else if (!hart.cache->tryTranslate(view, block.address))
    return options.warmUp * runsUntilOwn;
  block.effort.store(Effort::Tried, std::memory_order_relaxed);
  return runsOfFailed;
}

} // namespace

const void *warm(HartState &hart, const Op *op) {
  const Block &block = blockFrom(op);
  if (!hart.mayRunTranslated()) {
    if (hart.trace.isRecording())
      hart.trace.add(block, hart.privilege);
    return nullptr;
  }
  if (const void *code = block.native.load(std::memory_order_acquire))
    return code;
  if (std::exchange(hart.resumesInside, false)) {
    hart.setMayOnlyCount();
    return nullptr;
  }
  const uint32_t left = block.runsLeft.load(std::memory_order_relaxed);
  const uint32_t next = left > 1 ? left - 1 : translateHot(hart, block);
  if (const void *code = block.native.load(std::memory_order_acquire))
    return code;
  block.runsLeft.store(next, std::memory_order_relaxed);
  return nullptr;
}

namespace {

/// Null: a trap was raised.
const Op *blockBehind(HartState &hart, const jit::Link &link) {
  if (&link == &jit::unlinked)
    return hart.enter();
  hart.pc = link.address;
  if (const Op *known = link.block.load(std::memory_order_acquire))
    return known;
  const Op *op = hart.enter();
  link.block.store(op, std::memory_order_release);
  return op;
}

} // namespace

const Op *runTranslated(HartState &hart, const void *code) {
  const EnterFunction enter = hart.cache->enterFunction();
  for (;;) {
    const jit::Link *link = enter(&hart, code);
    noteExecuted(hart.cache.get());
    if (link == &jit::leftLink)
      return nullptr;
    const Op *op = blockBehind(hart, *link);
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
