// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decisions that do not depend on the host that code is emitted for.
#include "emulator/cpu/jit/emission.h"

#include <algorithm>
#include <bit>

namespace dpa::cpu::jit {

std::array<int8_t, guestRegisters>
chooseRegisters(const std::array<double, guestRegisters> &gains, int poolSize) {
  std::array<int8_t, guestRegisters> places;
  places.fill(-1);
  for (int next = 0; next < poolSize; ++next) {
    size_t best = 0;
    for (size_t r = 1; r < places.size(); ++r)
      if (places[r] < 0 && gains[r] > (best == 0 ? 0 : gains[best]))
        best = r;
    if (best == 0)
      break;
    places[best] = static_cast<int8_t>(next);
  }
  return places;
}

size_t targetTableSize(const Fragment &fragment) {
  const uint64_t sizeMax = fragment.isTraced ? 65536 : 8192;
  const uint64_t begin = fragment.targetsBegin();
  uint64_t end = begin;
  for (const FragmentBlock &block : fragment.blocks)
    if (block.isTarget)
      end = block.address + 2;
  const uint64_t size = (end - begin) / 2;
  return size <= sizeMax ? size : 0;
}

int64_t biasOf(const Window &window) {
  return static_cast<int64_t>(reinterpret_cast<uint64_t>(window.host) -
                              window.base);
}

uint64_t maskedSize(const Window &window, uint64_t largest) {
  return std::min(std::bit_floor(window.limit[0]), largest);
}

bool holds(const Window &window, uint64_t address, unsigned bytes) {
  const uint64_t offset = address - window.base;
  return offset < window.limit[0] && window.limit[0] - offset >= bytes &&
         offset % bytes == 0;
}

bool isReadableWhereWritable(const Translation &translation) {
  const Window &readable = translation.readable;
  const Window &writable = translation.writable;
  const uint64_t offset = writable.base - readable.base;
  return offset < readable.limit[0] &&
         readable.limit[0] - offset >= writable.limit[0];
}

Coverage coverageOf(const std::vector<AccessGroup> &groups, size_t step) {
  for (const AccessGroup &group : groups) {
    if (group.first == step)
      return {false, &group};
    if (std::binary_search(group.members.begin(), group.members.end(), step))
      return {true, nullptr};
  }
  return {false, nullptr};
}

std::optional<ScaledAddition> scaledAddition(Opcode opcode) {
  switch (opcode) {
  case Opcode::AddUw:
    return ScaledAddition{0, true};
  case Opcode::Sh1add:
    return ScaledAddition{1, false};
  case Opcode::Sh1addUw:
    return ScaledAddition{1, true};
  case Opcode::Sh2add:
    return ScaledAddition{2, false};
  case Opcode::Sh2addUw:
    return ScaledAddition{2, true};
  case Opcode::Sh3add:
    return ScaledAddition{3, false};
  case Opcode::Sh3addUw:
    return ScaledAddition{3, true};
  default:
    return std::nullopt;
  }
}

bool isWordResult(const Step &step, bool rs1IsWord, bool rs2IsWord) {
  constexpr int wordBits = 32;
  const bool fits = step.immediate == static_cast<int32_t>(step.immediate);
  switch (step.opcode) {
  case Opcode::Addw:
  case Opcode::Subw:
  case Opcode::Sllw:
  case Opcode::Srlw:
  case Opcode::Sraw:
  case Opcode::Mulw:
  case Opcode::Divw:
  case Opcode::Divuw:
  case Opcode::Remw:
  case Opcode::Remuw:
  case Opcode::Rolw:
  case Opcode::Rorw:
  case Opcode::Addiw:
  case Opcode::Slliw:
  case Opcode::Srliw:
  case Opcode::Sraiw:
  case Opcode::Roriw:
  case Opcode::Slt:
  case Opcode::Sltu:
  case Opcode::Slti:
  case Opcode::Sltiu:
  case Opcode::Clz:
  case Opcode::Ctz:
  case Opcode::Cpop:
  case Opcode::Clzw:
  case Opcode::Ctzw:
  case Opcode::Cpopw:
  case Opcode::SextB:
  case Opcode::SextH:
  case Opcode::ZextH:
  case Opcode::Bext:
  case Opcode::Bexti:
  case Opcode::Lb:
  case Opcode::Lh:
  case Opcode::Lw:
  case Opcode::Lbu:
  case Opcode::Lhu:
    return true;
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Andn:
  case Opcode::Orn:
  case Opcode::Xnor:
  case Opcode::Min:
  case Opcode::Minu:
  case Opcode::Max:
  case Opcode::Maxu:
    return rs1IsWord && rs2IsWord;
  case Opcode::Andi:
    return fits && (rs1IsWord || step.immediate >= 0);
  case Opcode::Ori:
  case Opcode::Xori:
    return fits && rs1IsWord;
  case Opcode::Srai:
    return rs1IsWord || step.immediate >= wordBits;
  case Opcode::Srli:
    return step.immediate > wordBits;
  case Opcode::Slli:
    return step.shiftRight > wordBits;
  case Opcode::Lui:
    return fits;
  default:
    return false;
  }
}

Site siteOf(const Step &step, const FragmentBlock &block,
            SiteFunction function) {
  Site site;
  site.run = function;
  site.address = step.address;
  site.next = step.next;
  site.immediate = step.immediate;
  site.notRetired =
      static_cast<int32_t>(block.retires - step.retiredBefore - block.owed);
  site.rd = step.rd;
  site.rs1 = step.rs1;
  site.rs2 = step.rs2;
  return site;
}

FenceKind::FenceKind(uint32_t bits) {
  constexpr uint32_t reads = 0xa;  // input, read
  constexpr uint32_t writes = 0x5; // output, write
  const uint32_t before = bits >> 24 & 0xf;
  const uint32_t after = bits >> 20 & 0xf;
  readsBefore = (before & reads) != 0;
  writesBefore = (before & writes) != 0;
  readsAfter = (after & reads) != 0;
  writesAfter = (after & writes) != 0;
  constexpr uint32_t fenceTso = 0x833; // with other sets: an ordinary fence
  isTso = bits >> 20 == fenceTso;
}

} // namespace dpa::cpu::jit
