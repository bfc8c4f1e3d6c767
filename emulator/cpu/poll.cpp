// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk: one instruction after the other until the loop is closed.
#include "emulator/cpu/poll.h"

#include "emulator/cpu/instruction.h"
#include "emulator/cpu/memory-access.h"
#include "emulator/cpu/semantics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dpa::cpu {
namespace {

/// Loops that wait are short, even where functions are called in them.
constexpr unsigned stepsMax = 256;
constexpr unsigned leadIn = 64;
constexpr unsigned registerCount = 32;

/// Of an operation without side effects.
uint64_t resultOf(const Instruction &i, uint64_t a, uint64_t b) {
  const auto immediate = static_cast<uint64_t>(int64_t(i.immediate));
  switch (i.opcode) {
#define VALUE(name, match, extension, value)                                   \
  case Opcode::name:                                                           \
    return valueOf<Operation::name>(a, b, immediate);
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

bool isEqual(const Reservation &a, const Reservation &b) {
  return a.bytes == b.bytes &&
         (a.bytes == 0 || (a.address == b.address && a.value == b.value));
}

class Walk {
public:
  Walk(const HartState &hart, PolledCells &cells)
      : TheHart(hart), cells_(cells), pc_(hart.pc),
        reserved_(hart.reservation) {
    std::copy_n(hart.x, registerCount, X.begin());
  }

  /// What was in the registers at first may be of an earlier state of memory;
  /// so the loop is closed when two rounds end alike. The first steps may only
  /// lead to the loop.
  Polls run() {
    endRound();
    for (unsigned i = 0; i < stepsMax; ++i) {
      if (!step())
        return seesDevice_ ? Polls::Unknown : Polls::No;
      if (pc_ != begin_.pc && i != leadIn)
        continue;
      if (endRound()) {
        kept_.addTo(cells_); // loads of them were not seen as such
        return Polls::Yes;
      }
      cells_.clear(); // of an earlier round
    }
    return Polls::No;
  }

private:
  const std::byte *hostOf(uint64_t address, uint64_t bytes,
                          bool Permissions::*right) const;
  bool fetch(uint64_t address, uint16_t &half);
  bool decode(Instruction &instruction);
  bool endRound();
  bool step();
  bool set(uint8_t rd, uint64_t value);
  bool special(const Instruction &i);
  bool access(const Instruction &i, uint64_t &value);
  template <class T>
  const std::byte *cellOf(const Window &window, uint64_t address);
  template <class T> bool load(const Window &window, uint64_t address, T &cell);
  template <class T> bool store(uint64_t address, T value);
  bool keep(uint64_t address, uint64_t value, unsigned bytes);
  template <class T> bool loadReserved(uint64_t address, uint64_t &value);
  template <class T>
  bool storeConditional(const Instruction &i, uint64_t &value);
  template <class T>
  bool amo(AmoOperation operation, const Instruction &i, uint64_t &value);

  const HartState &TheHart;
  PolledCells &cells_;
  const Region *code_ = nullptr; ///< of the last instruction
  uint64_t pc_;
  uint64_t next_ = 0;
  Reservation reserved_;
  bool seesDevice_ = false;
  Scratch kept_;
  std::array<uint64_t, registerCount> X{};
  struct {
    uint64_t pc = 0;
    Reservation reserved;
    std::array<uint64_t, registerCount> x{};
  } begin_; ///< of the round
};

/// And begins the next. Whether the state is as at the beginning.
bool Walk::endRound() {
  const bool isSame = kept_.isUnchanged() && pc_ == begin_.pc &&
                      X == begin_.x && isEqual(reserved_, begin_.reserved);
  begin_ = {pc_, reserved_, X};
  return isSame;
}

/// Null: no memory, or no right to it.
const std::byte *Walk::hostOf(uint64_t address, uint64_t bytes,
                              bool Permissions::*right) const {
  const Region *region = TheHart.memory.find(address);
  if (region == nullptr || region->host == nullptr ||
      !(permissionsOf(*region, TheHart.dataPrivilege).*right) ||
      region->base + region->size - address < bytes)
    return nullptr;
  return region->host + (address - region->base);
}

bool Walk::fetch(uint64_t address, uint16_t &half) {
  if (code_ == nullptr || address - code_->base >= code_->size - 1) {
    if (hostOf(address, sizeof half, &Permissions::execute) == nullptr)
      return false;
    code_ = TheHart.memory.find(address);
  }
  half = loadRelaxed<uint16_t>(code_->host + (address - code_->base));
  return true;
}

bool Walk::decode(Instruction &instruction) {
  uint16_t low = 0;
  uint16_t high = 0;
  if (!fetch(pc_, low))
    return false;
  if (!isWide(low)) {
    instruction = decodeCompressed(low);
    return true;
  }
  if (!fetch(pc_ + 2, high))
    return false;
  instruction = decodeWide(uint32_t(high) << 16 | low, TheHart.isa);
  return true;
}

bool Walk::step() {
  Instruction i;
  if (!decode(i))
    return false;
  next_ = pc_ + i.length;
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
      next_ = pc_ + static_cast<uint64_t>(int64_t(i.immediate));
    pc_ = next_;
    return true;
  case Kind::Special:
    return special(i);
  case Kind::Store:
    if (!access(i, value))
      return false;
    pc_ = next_;
    return true;
  case Kind::Load:
  case Kind::LoadReserved:
  case Kind::StoreConditional:
  case Kind::Amo:
    if (!access(i, value))
      return false;
    break;
  default:
    return false; // something of machine mode
  }
  return set(i.rd, value);
}

/// Ends an instruction.
bool Walk::set(uint8_t rd, uint64_t value) {
  if (rd == stackPointer && value < TheHart.stackLimit)
    return false; // traps
  if (rd != 0)
    X[rd] = value;
  pc_ = next_;
  return true;
}

bool Walk::special(const Instruction &i) {
  const auto immediate = static_cast<uint64_t>(int64_t(i.immediate));
  uint64_t value = next_;
  switch (i.opcode) {
  case Opcode::Lui:
    value = immediate;
    break;
  case Opcode::Auipc:
    value = pc_ + immediate;
    break;
  case Opcode::Jal:
    next_ = pc_ + immediate;
    break;
  case Opcode::Jalr:
    next_ = (X[i.rs1] + immediate) & ~uint64_t(1);
    break;
  case Opcode::Pause:
  case Opcode::Fence:
    pc_ = next_;
    return true;
  default:
    return false;
  }
  return set(i.rd, value);
}

/// Null: the access would trap or reach a device.
template <class T>
const std::byte *Walk::cellOf(const Window &window, uint64_t address) {
  if (window.holds<T>(address))
    return window.at(address);
  if (address % sizeof(T) != 0)
    return nullptr;
  if (const Region *region = TheHart.memory.find(address))
    seesDevice_ = region->host == nullptr;
  return hostOf(address, sizeof(T),
                &window == &TheHart.readable ? &Permissions::read
                                             : &Permissions::write);
}

template <class T>
bool Walk::load(const Window &window, uint64_t address, T &cell) {
  const std::byte *host = cellOf<T>(window, address);
  if (host == nullptr)
    return false;
  if (const Scratch::Granule *kept = kept_.find(address)) {
    cell = static_cast<T>(Scratch::read(*kept, address));
    return true;
  }
  cell = loadRelaxed<T>(host);
  cells_.add(host, sizeof(T), static_cast<std::make_unsigned_t<T>>(cell));
  return true;
}

/// To the hart's own stack, or one that does not change the cell.
template <class T> bool Walk::store(uint64_t address, T value) {
  constexpr uint64_t nearby = 4096;
  const std::byte *host = cellOf<T>(TheHart.writable, address);
  if (host == nullptr) {
    seesDevice_ = false; // a store to it is an effect
    return false;
  }
  if (address - X[stackPointer] < nearby)
    return keep(address, static_cast<std::make_unsigned_t<T>>(value),
                sizeof(T));
  const T cell = loadRelaxed<T>(host);
  cells_.add(host, sizeof(T), static_cast<std::make_unsigned_t<T>>(cell));
  return cell == value;
}

bool Walk::keep(uint64_t address, uint64_t value, unsigned bytes) {
  constexpr uint64_t granule = Scratch::granuleBytes;
  Scratch::Granule *kept = kept_.find(address);
  if (kept == nullptr) {
    const std::byte *host =
        hostOf(address / granule * granule, granule, &Permissions::write);
    if (host != nullptr)
      kept = kept_.add(address, host, loadRelaxed<uint64_t>(host));
  }
  if (kept == nullptr)
    return false;
  Scratch::write(*kept, address, value, bytes);
  return true;
}

template <class T> bool Walk::loadReserved(uint64_t address, uint64_t &value) {
  T cell = 0;
  if (!load<T>(TheHart.readable, address, cell))
    return false;
  reserved_ = {address, cell, sizeof(T)};
  value = toRegister(cell);
  return true;
}

/// One that fails, or does not change the cell.
template <class T>
bool Walk::storeConditional(const Instruction &i, uint64_t &value) {
  const Reservation reservation = std::exchange(reserved_, {});
  const uint64_t address = X[i.rs1];
  T cell = 0;
  if (!load<T>(TheHart.writable, address, cell))
    return false;
  const bool succeeds = reservation.bytes == sizeof(T) &&
                        reservation.address == address &&
                        static_cast<T>(reservation.value) == cell;
  value = succeeds ? 0 : 1;
  return !succeeds || static_cast<T>(X[i.rs2]) == cell;
}

/// One that does not change the cell: a lock that is held is acquired again.
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
#define STORE(name, match, type)                                               \
  case Opcode::name:                                                           \
    return store<type>(address, static_cast<type>(X[i.rs2]));
#define LOAD_RESERVED(name, match, type)                                       \
  case Opcode::name:                                                           \
    return loadReserved<type>(X[i.rs1], value);
#define STORE_CONDITIONAL(name, match, type)                                   \
  case Opcode::name:                                                           \
    return storeConditional<type>(i, value);
#define AMO(name, match, type, operation)                                      \
  case Opcode::name:                                                           \
    return amo<type>(AmoOperation::operation, i, value);
#include "emulator/cpu/instructions.def"
  default:
    return false;
  }
}

} // namespace

/// The values that an observer would return to the loop are not known here.
Polls Poll::ask(Hart &hart, Points points) {
  const MemoryMap &memory = hart.state().memory;
  if (memory.options.observer != nullptr ||
      (points == Points::MustRun && memory.debug.isSet()))
    return Polls::Unknown;
  if (known_ && cells_.areUnchanged())
    return Polls::Yes;
  cells_.clear();
  const Polls answer = Walk(hart.state(), cells_).run();
  known_ = answer == Polls::Yes && !cells_.isIncomplete();
  return answer;
}

} // namespace dpa::cpu
