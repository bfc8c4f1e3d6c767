// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk: one instruction after the other until the loop is closed.
#include "emulator/cpu/poll.h"

#include "emulator/cpu/instruction.h"
#include "emulator/cpu/memory-access.h"
#include "emulator/cpu/semantics.h"

#include <algorithm>
#include <array>

namespace dpa::cpu {
namespace {

/// Loops that wait are short.
constexpr unsigned StepsMax = 64;
constexpr uint8_t StackPointer = 2;
constexpr unsigned RegisterCount = 32;

/// Of an operation without side effects.
uint64_t resultOf(const Instruction &i, uint64_t a, uint64_t b) {
  const auto immediate = static_cast<uint64_t>(int64_t(i.immediate));
  switch (i.opcode) {
#define REGISTER(name, match, extension, value)                                \
  case Opcode::name:                                                           \
    return valueOf<Operation::name>(a, b, immediate);
#define IMMEDIATE(name, match, extension, value)                               \
  REGISTER(name, match, extension, value)
#define SHIFT(name, match, extension, value)                                   \
  REGISTER(name, match, extension, value)
#define SHIFTW(name, match, extension, value)                                  \
  REGISTER(name, match, extension, value)
#define UNARY(name, match, extension, value)                                   \
  REGISTER(name, match, extension, value)
#include "emulator/cpu/instructions.def"
  default:
    return 0;
  }
}

bool branches(Opcode opcode, uint64_t a, uint64_t b) {
  switch (opcode) {
#define BRANCH(name, match, condition)                                         \
  case Opcode::name:                                                           \
    return isTaken<Operation::name>(a, b);
#include "emulator/cpu/instructions.def"
  default:
    return false;
  }
}

class Walk {
public:
  explicit Walk(const Hart::Impl &hart) : TheHart(hart), Pc(hart.pc) {
    std::copy_n(hart.x, RegisterCount, X.begin());
  }

  /// What was in the registers at first may be of an earlier state of memory;
  /// so the loop is closed when two rounds end alike.
  bool comesRound() {
    std::array<uint64_t, RegisterCount> before = X;
    const uint64_t begin = Pc;
    for (unsigned i = 0; i < StepsMax; ++i) {
      if (!step())
        return false;
      if (Pc != begin)
        continue;
      if (X == before)
        return true;
      before = X;
    }
    return false;
  }

private:
  const std::byte *hostOf(uint64_t address, unsigned bytes,
                          bool Permissions::*right) const;
  bool fetch(uint64_t address, uint16_t &half) const;
  bool decode(Instruction &instruction) const;
  bool step();
  bool special(const Instruction &i);
  bool access(const Instruction &i, uint64_t &value);
  template <class T>
  bool load(const Window &window, uint64_t address, T &cell) const;
  template <class T>
  bool amo(AmoOperation operation, const Instruction &i, uint64_t &value);

  const Hart::Impl &TheHart;
  uint64_t Pc;
  uint64_t Next = 0;
  std::array<uint64_t, RegisterCount> X{};
};

/// Null: no memory, or no right to it.
const std::byte *Walk::hostOf(uint64_t address, unsigned bytes,
                              bool Permissions::*right) const {
  const Region *region = TheHart.space.find(address);
  if (region == nullptr || region->host == nullptr ||
      !(permissionsOf(*region, TheHart.dataPrivilege).*right) ||
      region->base + region->size - address < bytes)
    return nullptr;
  return region->host + (address - region->base);
}

bool Walk::fetch(uint64_t address, uint16_t &half) const {
  const std::byte *host = hostOf(address, sizeof half, &Permissions::execute);
  if (host != nullptr)
    half = loadRelaxed<uint16_t>(host);
  return host != nullptr;
}

bool Walk::decode(Instruction &instruction) const {
  uint16_t low = 0;
  uint16_t high = 0;
  if (!fetch(Pc, low))
    return false;
  if (!isWide(low)) {
    instruction = decodeCompressed(low);
    return true;
  }
  if (!fetch(Pc + 2, high))
    return false;
  instruction = decodeWide(uint32_t(high) << 16 | low, TheHart.isa);
  return true;
}

bool Walk::step() {
  Instruction i;
  if (!decode(i))
    return false;
  Next = Pc + i.length;
  const uint64_t a = X[i.rs1];
  const uint64_t b = X[i.rs2];
  uint64_t value = 0;
  switch (kindOf(i.opcode)) {
  case Kind::Register:
  case Kind::Immediate:
    value = resultOf(i, a, b);
    break;
  case Kind::Branch:
    if (branches(i.opcode, a, b))
      Next = Pc + static_cast<uint64_t>(int64_t(i.immediate));
    Pc = Next;
    return true;
  case Kind::Special:
    return special(i);
  case Kind::Load:
  case Kind::LoadReserved:
  case Kind::Amo:
    if (!access(i, value))
      return false;
    break;
  default:
    return false; // a store, or something of machine mode
  }
  if (i.rd == StackPointer) // may trap
    return false;
  if (i.rd != 0)
    X[i.rd] = value;
  Pc = Next;
  return true;
}

bool Walk::special(const Instruction &i) {
  const auto immediate = static_cast<uint64_t>(int64_t(i.immediate));
  uint64_t value = Next;
  switch (i.opcode) {
  case Opcode::Lui:
    value = immediate;
    break;
  case Opcode::Auipc:
    value = Pc + immediate;
    break;
  case Opcode::Jal:
    Next = Pc + immediate;
    break;
  case Opcode::Jalr:
    Next = (X[i.rs1] + immediate) & ~uint64_t(1);
    break;
  case Opcode::Pause:
  case Opcode::Fence:
    Pc = Next;
    return true;
  default:
    return false;
  }
  if (i.rd == StackPointer)
    return false;
  if (i.rd != 0)
    X[i.rd] = value;
  Pc = Next;
  return true;
}

template <class T>
bool Walk::load(const Window &window, uint64_t address, T &cell) const {
  const std::byte *host = nullptr;
  if (window.holds<T>(address))
    host = window.at(address);
  else if (address % sizeof(T) == 0)
    host = hostOf(address, sizeof(T),
                  &window == &TheHart.readable ? &Permissions::read
                                               : &Permissions::write);
  if (host != nullptr)
    cell = loadRelaxed<T>(host);
  return host != nullptr;
}

/// One that leaves what is there: a lock that is taken is taken again.
template <class T>
bool Walk::amo(AmoOperation operation, const Instruction &i, uint64_t &value) {
  T old = 0;
  if (!load<T>(TheHart.writable, X[i.rs1], old))
    return false;
  T after = old;
  atomicUpdate(operation, &after, static_cast<T>(X[i.rs2]));
  value = toRegister(old);
  return after == old;
}

bool Walk::access(const Instruction &i, uint64_t &value) {
  const uint64_t address =
      X[i.rs1] + static_cast<uint64_t>(int64_t(i.immediate));
  switch (i.opcode) {
#define LOAD(name, match, type)                                                \
  case Opcode::name: {                                                         \
    type cell = 0;                                                             \
    if (!load<type>(TheHart.readable, address, cell))                          \
      return false;                                                            \
    value = extended(cell);                                                    \
    return true;                                                               \
  }
#define LOAD_RESERVED(name, match, type)                                       \
  case Opcode::name: {                                                         \
    type cell = 0;                                                             \
    if (!load<type>(TheHart.readable, X[i.rs1], cell))                         \
      return false;                                                            \
    value = toRegister(cell);                                                  \
    return true;                                                               \
  }
#define AMO(name, match, type, operation)                                      \
  case Opcode::name:                                                           \
    return amo<type>(AmoOperation::operation, i, value);
#include "emulator/cpu/instructions.def"
  default:
    return false;
  }
}

} // namespace

bool goesRound(Hart &hart) {
  return Walk(hart.impl()).comesRound();
}

} // namespace dpa::cpu
