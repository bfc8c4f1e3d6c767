// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the back ends of all hosts share: which guest registers get host
// registers, the tests of windows, which test covers an access, sites. Emits
// nothing.
#ifndef DPA_EMULATOR_CPU_JIT_EMISSION_H
#define DPA_EMULATOR_CPU_JIT_EMISSION_H

#include "emulator/cpu/hart-state.h"
#include "emulator/cpu/jit/backend.h"

#include <bit>

namespace dpa::cpu::jit {

constexpr uint8_t guestRegisters = 32;

/// Calls `use` for each register of a set, in ascending order.
template <class Use> void forEachRegister(uint32_t registers, Use use) {
  for (; registers != 0; registers &= registers - 1)
    use(static_cast<uint8_t>(std::countr_zero(registers)));
}

/// For each guest register: its place in the host's pool, or -1. The registers
/// with the highest gains are mapped.
std::array<int8_t, guestRegisters>
chooseRegisters(const std::array<double, guestRegisters> &gains, int poolSize);

/// Entries of the table that finds the targets of indirect jumps, by halfword
/// from the first target; 0: the fragment has none, or they are too far apart.
size_t targetTableSize(const Fragment &fragment);

/// Host address minus guest address.
int64_t biasOf(const Window &window);
/// The part of a window that one mask can test: its first power of two, at most
/// `largest`, which is one.
uint64_t maskedSize(const Window &window, uint64_t largest);
/// True for an aligned cell in the window.
bool holds(const Window &window, uint64_t address, unsigned bytes);
/// True if whatever can be written can be read: the test for writing suffices.
bool isReadableWhereWritable(const Translation &translation);

/// How an access is tested.
struct Coverage {
  bool isTested;            ///< by the first access of its group
  const AccessGroup *group; ///< of which it is the first
};
Coverage coverageOf(const std::vector<AccessGroup> &groups, size_t step);

/// rd = rs2 + (rs1 << shift), of rs1 maybe the low word alone.
struct ScaledAddition {
  int shift = 0;
  bool isOfWord = false;
};
std::optional<ScaledAddition> scaledAddition(Opcode opcode);

/// True if the result of a step is certainly a sign-extended word. `rs1IsWord`,
/// `rs2IsWord`: whether its operands certainly are.
bool isWordResult(const Step &step, bool rs1IsWord, bool rs2IsWord);

/// Where the reservation of an lr is in the HotState.
constexpr size_t reservedAddress =
    offsetof(HotState, reservation) + offsetof(Reservation, address);
constexpr size_t reservedValue =
    offsetof(HotState, reservation) + offsetof(Reservation, value);
constexpr size_t reservedBytes =
    offsetof(HotState, reservation) + offsetof(Reservation, bytes);

/// The site of a step of the block.
Site siteOf(const Step &step, const FragmentBlock &block,
            SiteFunction function);

/// A fence's predecessors and successors; `isTso`: stores need not be seen
/// before later loads.
struct FenceKind {
  explicit FenceKind(uint32_t bits);
  bool readsBefore, writesBefore, readsAfter, writesAfter, isTso;
};

} // namespace dpa::cpu::jit

#endif
