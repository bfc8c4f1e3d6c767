// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hart: reset, the run loop around the interpreter, and the public face.
#include "emulator/cpu/hart.h"

#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/csr.h"
#include "emulator/cpu/folding.h"
#include "emulator/cpu/interpreter.h"
#include "emulator/cpu/space-state.h"
#include "emulator/cpu/system.h"

#include <algorithm>
#include <new>
#include <utility>

namespace dpa::cpu {
namespace {

/// Instructions between two checks for requests of other threads; some ten
/// microseconds. Translated code takes about a tenth of the interpreter's time.
constexpr uint64_t interpretedSlice = 16384;
constexpr uint64_t translatedSlice = 8 * interpretedSlice;

} // namespace

HartState::HartState(Hart &self, SpaceState &space, const Isa &isa, uint64_t id,
                     Clock &clock)
    : self(self), space(space), memory(space), isa(isa), id(id), clock(clock),
      trace(space.options.trace) {
  refreshCode();
  reset(0);
  space.addHart(*this);
}

HartState::~HartState() {
  space.removeHart(*this);
}

void HartState::dropCodeIfIdle() {
  if (busy.exchange(true, std::memory_order_seq_cst))
    return;
  cache.reset();
  busy.store(false, std::memory_order_release);
}

void HartState::reset(uint64_t newPc) {
  std::fill(std::begin(x), std::end(x), 0);
  machine = {};
  stackLimit = 0;
  reservation = {};
  retiredBeforeReset += retired;
  retired = 0;
  retiredAtEarning = 0;
  retiredAtTrap = ~uint64_t(0);
  sameTraps = 0;
  waiting = false;
  skipsBreakpoint = hasTrap = false;
  resumed = nullptr;
  isAtHead = true;
  watchHit.reset();
  pc = newPc & ~uint64_t(1);
  setPrivilege(Privilege::Machine);
}

void HartState::setPrivilege(Privilege next) {
  privilege = next;
  jumps = &jumpCaches[indexOf(next)];
  code = {};
  setDataPrivilege();
}

void HartState::setDataPrivilege() {
  dataPrivilege = privilege == Privilege::Machine && machine.modifiesPrivilege
                      ? machine.previous
                      : privilege;
  readable = space.readable[indexOf(dataPrivilege)];
  writable = space.writable[indexOf(dataPrivilege)];
  if (isWatched()) // fast paths see no watchpoints
    readable = writable = {};
  tlb = &tlbs[indexOf(dataPrivilege)];
}

void HartState::useTranslations() {
  if (translationUse.begin(space.forgetRounds))
    forgetTranslations();
}

void HartState::forgetTranslations() {
  for (Tlb &each : tlbs)
    each.clear();
  extents.clear();
}

void HartState::refreshCode() {
  if (cache != nullptr && cache->generation() == space.codeGeneration()) {
    if (retranslations != cache->retranslations()) [[unlikely]] {
      retranslations = cache->retranslations();
      nativeJumps = {};
    }
    return;
  }
  trace.restart(ranInAll());
  retranslations = 0;
  cache = space.currentCode();
  for (const Privilege each : {Privilege::User, Privilege::Machine})
    views[indexOf(each)] = &cache->view(isa, each);
  jumpCaches = {};
  nativeJumps = {};
  shortBlocks.clear();
  resumed = nullptr;
  code = {};
}

const Op *HartState::enter() {
  const Op *op = code.find(pc);
  return op != nullptr ? op : enterRegion();
}

const Op *HartState::enterHead() {
  JumpCache::Entry &recent = jumps->of(pc);
  if (recent.address == pc)
    return recent.op;
  const Op *op = enter();
  if (op == nullptr)
    return nullptr;
  if (space.translates)
    blockFrom(op).countRuns();
  recent = {pc, op};
  return op;
}

const Op *HartState::enterRegion() {
  CodeView &view = *views[indexOf(privilege)];
  uint64_t faultAddress = pc;
  if (const CodeRegion *region = view.regionOf(pc)) {
    code = *region;
    if (const Op *op = cache->decode(view, *region, pc, faultAddress))
      return op;
  }
  raiseTrap(Cause::FetchFault, faultAddress);
  return nullptr;
}

const Op *HartState::enterCut(const Op *inside, uint32_t limit,
                              uint32_t &before) {
  const Op *op = inside == nullptr ? enterAtStart() : inside;
  if (op == nullptr)
    return nullptr;
  const Op *part = cutBlock.cut(op, before + limit);
  if (part != op && inside == nullptr)
    countCutRun(*op);
  if (part != nullptr)
    return part;
  before = 0;
  return enterShort(limit);
}

/// Of a block whose first op is not run, but a copy of it.
void HartState::countCutRun(const Op &first) {
  const Block &block = blockFrom(&first);
  if (currentHandler(first) == handlerOfCount && !countRun(block))
    handleHotBlock(*this, block);
}

const Op *HartState::enterShort(uint32_t limit) {
  ShortBlocks::Entry &recent = shortBlocks.of(pc, privilege, limit);
  if (recent.isAt(pc, privilege) && recent.block.fits(limit))
    return recent.op;
  CodeView &view = *views[indexOf(privilege)];
  uint64_t faultAddress = pc;
  recent.address = 1;
  recent.block.limit = limit;
  if (const CodeRegion *region = view.regionOf(pc))
    recent.op =
        cache->decodeShort(view, *region, pc, recent.block, faultAddress);
  else
    recent.op = nullptr;
  if (recent.op != nullptr) {
    recent.address = pc;
    recent.privilege = privilege;
    return recent.op;
  }
  raiseTrap(Cause::FetchFault, faultAddress);
  return nullptr;
}

const Op *HartState::enterSkipping() {
  uint64_t faultAddress = pc;
  skipsBreakpoint = false;
  skippingBlock.limit = 1;
  skippingBlock.skipsBreakpoint = true;
  CodeView &view = *views[indexOf(privilege)];
  if (const CodeRegion *region = view.regionOf(pc))
    if (const Op *op =
            cache->decodeShort(view, *region, pc, skippingBlock, faultAddress))
      return op;
  raiseTrap(Cause::FetchFault, faultAddress);
  return nullptr;
}

bool HartState::stopsBeforeTrap() {
  if (!memory.debug.catchTraps || privilege != Privilege::User ||
      trap.cause == Cause::EcallFromUser)
    return false;
  hasTrap = true;
  return true;
}

const Op *HartState::takeResumed() {
  const Op *inside = std::exchange(resumed, nullptr);
  return inside != nullptr && addressOf(inside) == pc ? inside : nullptr;
}

/// Blocks are run whole, so both engines may end a slice up to one block late.
/// The last instructions of a budget are therefore run in blocks that are cut
/// to fit: one unit of fuel is one such block. Translated code gets at least the fuel of a block,
/// the most that it tests before it runs anything.
void HartState::runSlice(uint64_t left) {
  constexpr uint64_t block = blockInstructionsMax;
  const bool isLast = left < 2 * block || skipsBreakpoint;
  const bool isTranslated =
      cache->enterFunction() != nullptr && mayRunTranslated();
  const uint64_t most = isTranslated ? translatedSlice : interpretedSlice;
  const auto slice =
      static_cast<int64_t>(isLast ? 1 : std::min(left - block, most));
  const Op *inside = takeResumed();
  if (isLast && !skipsBreakpoint && inside == nullptr && runExactly(left))
    return;
  fuel = slice;
  entersTranslated = !isLast;
  const Op *op = inside;
  uint32_t before = inside == nullptr ? 0 : retiredBefore(inside);
  if (skipsBreakpoint) {
    before = 0;
    op = enterSkipping();
  } else if (isLast)
    op = enterCut(inside, static_cast<uint32_t>(std::min(left, block)), before);
  else if (op == nullptr)
    op = enterAtStart();
  fuelAtCount = slice;
  if (op != nullptr) // fuel is counted from the first instruction of the block
    interpret(*this, op, slice + before);
  countRetired();
  const Op *rest = cutBlock.takeRest();
  if (rest != nullptr && leave == Leave::SliceEnd && addressOf(rest) == pc)
    resumed = rest;
}

Stop HartState::run(uint64_t budget) {
  while (busy.exchange(true, std::memory_order_seq_cst))
    relax(); // dropCodeIfIdle is short
  Stop stop = Stop::Fuel;
  try {
    stop = runBusy(budget);
  } catch (const std::bad_alloc &) {
    translationUse.end();
    busy.store(false, std::memory_order_release);
    throw;
  }
  translationUse.end();
  const uint64_t generation = cache->generation();
  // A thread that retires code publishes the generation, then reads `busy`;
  // here the order is the reverse, so that one of the two sees the other.
  busy.exchange(false, std::memory_order_seq_cst);
  if (space.codeGeneration() != generation)
    dropCodeIfIdle();
  return stop;
}

Stop HartState::runBusy(uint64_t budget) {
  const uint64_t begin = retired;
  useTranslations();
  refreshCode();
  for (;;) {
    if (translationUse.isBehind(space.forgetRounds))
      useTranslations();
    refreshCode();
    if (ranInAll() - ranAtStart >= interpretedSlice) {
      ranAtStart = ranInAll();
      space.background.start();
    }
    // Mostly false; an exchange costs more than a load.
    if (stopRequested.load(std::memory_order_acquire) &&
        stopRequested.exchange(false, std::memory_order_acq_rel))
      return Stop::Requested;
    if (canBeInterrupted())
      takeInterrupt(*this);
    if (waiting && !hasEnabledInterrupt())
      return Stop::Wfi;
    waiting = false;
    if (retired - begin >= budget)
      return Stop::Fuel;
    if (std::exchange(hasTrap, false) && !takeException(*this))
      return Stop::Lockup;
    if (trace.isDue(ranInAll()) && cache->enterFunction() != nullptr)
      runTraced(budget - (retired - begin));
    else
      runSlice(budget - (retired - begin));
    if (leave == Leave::System && system.bits == breakpointBits)
      return Stop::Breakpoint;
    if (leave == Leave::System && executeSystem(*this))
      continue;
    if (leave == Leave::Trap && stopsBeforeTrap())
      return Stop::Trap;
    if (leave == Leave::Trap && !takeException(*this))
      return Stop::Lockup;
  }
}

Hart::Hart(AddressSpace &space, const Isa &isa, uint64_t id, Clock &clock)
    : state_(
          std::make_unique<HartState>(*this, space.state(), isa, id, clock)) {}
Hart::~Hart() = default;

void Hart::reset(uint64_t pc) {
  state_->reset(pc);
}
Stop Hart::run(uint64_t fuel) {
  return state_->run(fuel);
}

void Hart::raise(unsigned interrupt) {
  state_->pending.fetch_or(uint64_t(1) << (interrupt & 63),
                           std::memory_order_acq_rel);
}
void Hart::clear(unsigned interrupt) {
  state_->pending.fetch_and(~(uint64_t(1) << (interrupt & 63)),
                            std::memory_order_acq_rel);
}
void Hart::requestStop() {
  state_->stopRequested.store(true, std::memory_order_release);
}

bool Hart::hasReservation() const {
  return state_->reservation.bytes != 0;
}
void Hart::dropReservation() {
  state_->reservation.bytes = 0;
}

void Hart::skipBreakpoint() {
  state_->skipsBreakpoint = true;
}
bool Hart::isAtBreakpoint() const {
  return state_->privilege == Privilege::User &&
         state_->memory.debug.breaksAt(state_->pc);
}
void Hart::dropTrap() {
  state_->hasTrap = false;
}
Cause Hart::trapCause() const {
  return state_->trap.cause;
}
std::optional<WatchHit> Hart::takeWatchHit() {
  return std::exchange(state_->watchHit, std::nullopt);
}
bool Hart::isRunning() const {
  return state_->busy.load(std::memory_order_seq_cst);
}

void Hart::forgetTranslations() {
  state_->forgetTranslations();
}

uint64_t Hart::id() const {
  return state_->id;
}
uint64_t Hart::pc() const {
  return state_->pc;
}
void Hart::setPc(uint64_t pc) {
  state_->pc = pc & ~uint64_t(1);
  state_->resumed = nullptr;
  state_->isAtHead = true;
  state_->waiting = false;
  state_->hasTrap = false;
}
uint64_t Hart::x(unsigned index) const {
  return index < 32 ? state_->x[index] : 0;
}
std::span<const uint64_t, 32> Hart::registers() const {
  return std::span(state_->x).first<32>();
}
void Hart::setX(unsigned index, uint64_t value) {
  state_->resumed = nullptr; // ops after it may assume the old value
  if (index != 0 && index < 32)
    state_->x[index] = value;
}
Privilege Hart::privilege() const {
  return state_->privilege;
}
uint64_t Hart::retired() const {
  return state_->retired;
}

void Hart::defineRegisters(uint64_t stackPointer) {
  state_->shadow = {};
  state_->shadow.stackPointer = stackPointer;
}

uint64_t Hart::csr(unsigned number) const {
  uint64_t value = 0;
  readCsr(*state_, number, Privilege::Machine, value);
  return value;
}

} // namespace dpa::cpu
