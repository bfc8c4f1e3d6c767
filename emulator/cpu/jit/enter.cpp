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

namespace dpa::cpu {

namespace {

/// Runs of a block from one effort to have it translated to the next, in multiples of the runs
/// before the first.
constexpr uint32_t runsBetweenEfforts = 3;
/// Runs of a block whose translation has failed until it is looked at again.
constexpr uint32_t runsOfFailed = 10000;
/// Instructions for which a slice that is recorded ends early.
constexpr uint64_t twoBlocks = uint64_t(2) * blockInstructionsMax;
/// Runs of a block that has become hot when other code was translated already.
constexpr uint32_t runsOfPostponed = 2;

/// Has the block translated by another thread. False: that cannot be, or did not help.
bool requestTranslation(HartState &hart, CodeView &view, const Block &block) {
  using Urgency = BackgroundTranslator::Urgency;
  const Effort effort = block.effort.load(std::memory_order_relaxed);
  if (effort != Effort::None && effort != Effort::Requested)
    return false;
  const bool isFirst = effort == Effort::None;
  if (!hart.space.background.request(
          hart.cache->generation(), view, block.address,
          isFirst ? Urgency::Usual : Urgency::Urgent))
    return false;
  block.effort.store(isFirst ? Effort::Requested : Effort::Urged,
                     std::memory_order_relaxed);
  return true;
}

/// Translates the block on the hart's thread if the thread of the address space is not expected
/// to. False: it is, or another thread translates at this moment.
bool translateIfThreadIsLate(HartState &hart, CodeView &view,
                             const Block &block) {
  BackgroundTranslator &background = hart.space.background;
  if (background.isExpectedToTranslate())
    return false;
  CodeCache::Addresses behind;
  if (!hart.cache->tryTranslate(view, block.address, behind)) {
    background.noteProgress(); // a long translation is not lateness
    return false;
  }
  background.requestAll(hart.cache->generation(), view, behind);
  return true;
}

/// Translates the block on the hart's thread. False: not now.
bool translateHere(HartState &hart, CodeView &view, const Block &block) {
  if (!hart.memory.options.translatesInBackground)
    hart.cache->translate(view, block.address);
  else if (!translateIfThreadIsLate(hart, view, block))
    return false;
  block.effort.store(Effort::Made, std::memory_order_relaxed);
  return true;
}

/// The block has run as often as was planned: translates it, has it translated, or postpones
/// that. The result is how often it may run now.
uint32_t translateHot(HartState &hart, const Block &block) {
  const EngineOptions &options = hart.memory.options;
  CodeView &view = *hart.views[indexOf(hart.privilege)];
  const Effort effort = block.effort.load(std::memory_order_relaxed);
  if (effort == Effort::Made)
    return runsOfFailed;
  if (!hart.mayTranslate())
    return options.warmUp;
  if (options.translatesInBackground && requestTranslation(hart, view, block))
    return options.warmUp * runsBetweenEfforts;
  if (effort == Effort::None && hart.cache->enterFunction() != nullptr) {
    block.effort.store(Effort::Postponed, std::memory_order_relaxed);
    return runsOfPostponed;
  }
  return translateHere(hart, view, block) ? runsOfFailed
                                          : options.warmUp * runsBetweenEfforts;
}

} // namespace

void handleHotBlock(HartState &hart, const Block &block) {
  const bool isTranslated =
      block.native.load(std::memory_order_relaxed) != nullptr;
  const uint32_t runs = isTranslated ? runsOfFailed : translateHot(hart, block);
  // This run is counted again, now that it may go on.
  block.runsLeft.store(runs + 1, std::memory_order_relaxed);
}

namespace {

/// Null: a trap was raised.
const Op *blockBehind(HartState &hart, const jit::Link &link) {
  if (&link == &jit::unlinked)
    return hart.enterHead();
  hart.pc = link.address;
  if (const Op *known = link.block.load(std::memory_order_acquire)) {
    noteExecuted(hart.cache.get()); // stored through the writable view
    return known;
  }
  const Op *op = hart.enterHead();
  noteTranslated(hart.cache.get());
  link.self->block.store(op, std::memory_order_release);
  return op;
}

} // namespace

const Op *runTranslated(HartState &hart, const void *code) {
  const EnterFunction enter = hart.cache->enterFunction();
  for (;;) {
    const jit::Link *link = enter(&hart, code);
    noteExecuted(hart.cache.get());
    hart.isAtHead = link != &jit::leftLink;
    if (link == &jit::leftLink)
      return nullptr;
    const Op *op = blockBehind(hart, *link);
    if (op == nullptr)
      return nullptr;
    // Its handler is read next anyway, `native` only if the block is translated.
    code = currentHandler(*op) == handlerOfEnter && hart.mayRunTranslated()
               ? blockFrom(op).native.load(std::memory_order_acquire)
               : nullptr;
    if (code == nullptr && hart.staysTranslated) {
      hart.leave = Leave::SliceEnd;
      return nullptr;
    }
    if (code == nullptr)
      return op;
    if (link == &jit::unlinked)
      hart.nativeJumps[indexOf(hart.privilege)].of(hart.pc) = {hart.pc, code};
    else {
      noteTranslated(
          hart.cache.get()); // other harts do not acquire the code itself
      link->self->code.store(code, std::memory_order_release);
    }
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

/// Interprets one block at a time, by giving it fuel for itself only. A system instruction or a
/// trap ends the slice, as translated code is left there anyway.
void HartState::recordSlice(uint64_t left) {
  const uint64_t end = retired + left - twoBlocks;
  const Op *op = takeResumed();
  do {
    const uint32_t before = op == nullptr ? 0 : retiredBefore(op);
    if (op == nullptr)
      op = enterAtStart();
    if (op == nullptr)
      return;
    const Block &block = blockOf(op);
    if (before == 0)
      trace.add(block, privilege);
    const int64_t whole = block.retires;
    fuelAtCount = whole - before;
    interpret(*this, op, whole);
    countRetired();
    op = nullptr;
  } while (leave == Leave::SliceEnd && retired < end && !wantsAttention());
}

void HartState::runTraced(uint64_t left) {
  const uint64_t slice = std::min(left, trace.sliceMax() + twoBlocks);
  trace.begin(ranInAll(), privilege);
  if (skipsBreakpoint || slice <= twoBlocks)
    runSlice(slice);
  else
    recordSlice(slice);
  const bool isComplete = trace.end(ranInAll());
  CodeView &view = *views[indexOf(trace.privilege())];
  const std::optional<bool> isUseful =
      trace.hasOneSample() ? cache->isWorthTracing(view, trace) : true;
  if (!isUseful)
    return trace.restart(ranInAll());
  if (!*isUseful)
    return trace.finish(ranInAll(), false);
  if (!isComplete)
    return;
  const std::optional<bool> gained =
      mayTranslate() ? cache->translateTrace(view, trace) : false;
  if (!gained)
    return trace.restart(ranInAll());
  trace.finish(ranInAll(), *gained);
}

} // namespace dpa::cpu
