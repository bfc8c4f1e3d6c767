// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions in C++ for translated code: what is too rare or too long to
// emit, and every access that is not in the windows. The same semantics as the
// interpreter's, from the same table.
#include "emulator/cpu/jit/runtime.h"

#include "emulator/cpu/memory-access.h"
#include "emulator/cpu/semantics.h"

namespace dpa::cpu::jit {

const Link leftLink;
const Link unlinked;

namespace {

HartState &hartOf(HotState &state) {
  return static_cast<HartState &>(state);
}

/// The instruction did not retire: its trap is set.
bool leaveBefore(HotState &state, const Site &site) {
  state.pc = site.address;
  state.fuel += site.notRetired;
  return false;
}

/// A result for rd; in user mode x2 obeys the stack limit.
bool finish(HotState &state, const Site &site, uint64_t value) {
  if (site.rd == 2 && hartOf(state).privilege == Privilege::User &&
      value < state.stackLimit) {
    hartOf(state).raiseTrap(Cause::StackOverflow, value);
    return leaveBefore(state, site);
  }
  if (site.rd != 0)
    state.x[site.rd] = value;
  return true;
}

/// After an access that may have been a device's.
bool goOn(HotState &state, const Site &site) {
  if (!hartOf(state).wantsAttention())
    return true;
  state.pc = site.next;
  state.fuel += site.notRetired - 1;
  state.leave = Leave::SliceEnd;
  return false;
}

template <Operation O> bool runValue(HotState &state, const Site &site) {
  return finish(state, site,
                valueOf<O>(state.x[site.rs1], state.x[site.rs2],
                           static_cast<uint64_t>(site.immediate)));
}

uint64_t addressOf(const HotState &state, const Site &site) {
  return state.x[site.rs1] + static_cast<uint64_t>(site.immediate);
}

template <class T> bool runLoad(HotState &state, const Site &site) {
  const uint64_t address = addressOf(state, site);
  uint64_t loaded = 0;
  state.pc = site.address; // by which a misaligned access is reported
  if (state.readable.holds<T>(address))
    loaded = extended(loadRelaxed<T>(state.readable.at(address)));
  else if (!slowLoad<T>(hartOf(state), address, loaded))
    return leaveBefore(state, site);
  return finish(state, site, loaded) && goOn(state, site);
}

template <class T> bool runStore(HotState &state, const Site &site) {
  const uint64_t address = addressOf(state, site);
  state.pc = site.address;
  if (state.writable.holds<T>(address))
    storeRelaxed(state.writable.at(address), static_cast<T>(state.x[site.rs2]));
  else if (!slowStore<T>(hartOf(state), address, state.x[site.rs2]))
    return leaveBefore(state, site);
  return goOn(state, site);
}

template <class T, AmoOperation O>
bool runAmo(HotState &state, const Site &site) {
  uint64_t old = 0;
  if (!amo<T>(hartOf(state), O, state.x[site.rs1], state.x[site.rs2], old))
    return leaveBefore(state, site);
  return finish(state, site, old) && goOn(state, site);
}

template <class T> bool runLoadReserved(HotState &state, const Site &site) {
  uint64_t loaded = 0;
  if (!loadReserved<T>(hartOf(state), state.x[site.rs1], loaded))
    return leaveBefore(state, site);
  return finish(state, site, loaded) && goOn(state, site);
}

template <class T> bool runStoreConditional(HotState &state, const Site &site) {
  uint64_t failed = 0;
  if (!storeConditional<T>(hartOf(state), state.x[site.rs1], state.x[site.rs2],
                           failed))
    return leaveBefore(state, site);
  return finish(state, site, failed) && goOn(state, site);
}

} // namespace

SiteFunction siteFunction(Opcode opcode) {
  switch (opcode) {
#define VALUE(name, match, extension, value)                                   \
  case Opcode::name:                                                           \
    return runValue<Operation::name>;
#define LOAD(name, match, type)                                                \
  case Opcode::name:                                                           \
    return runLoad<type>;
#define STORE(name, match, type)                                               \
  case Opcode::name:                                                           \
    return runStore<type>;
#define AMO(name, match, type, operation)                                      \
  case Opcode::name:                                                           \
    return runAmo<type, AmoOperation::operation>;
#define LOAD_RESERVED(name, match, type)                                       \
  case Opcode::name:                                                           \
    return runLoadReserved<type>;
#define STORE_CONDITIONAL(name, match, type)                                   \
  case Opcode::name:                                                           \
    return runStoreConditional<type>;
#include "emulator/cpu/instructions.def"
  default:
    return nullptr;
  }
}

bool raiseStackOverflow(HotState &state, const Site &site) {
  hartOf(state).raiseTrap(Cause::StackOverflow, state.x[StackCandidate]);
  return leaveBefore(state, site);
}

} // namespace dpa::cpu::jit
