// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions that are emitted most, encoded in one step: xbyak finds the form of an
// instruction anew each time and stores it byte by byte, which took a third of the time of
// translating. Overloads for 64-bit registers, which C++ prefers to the library's, and a few
// functions of our own; they make the same code.
#ifndef DPA_EMULATOR_CPU_JIT_X86_64_FREQUENT_INSTRUCTIONS_H
#define DPA_EMULATOR_CPU_JIT_X86_64_FREQUENT_INSTRUCTIONS_H

#ifndef XBYAK_NO_EXCEPTION
#define XBYAK_NO_EXCEPTION
#endif
#include <cstdint>
#include <cstring>
#include <xbyak/xbyak.h>

namespace dpa::cpu::jit {

/// base + index * 2^shift + displacement, of 64-bit registers; the index is not rsp.
struct HostAddress {
  Xbyak::Reg64 base;
  Xbyak::Reg64 index;
  int shift = 0;
  int32_t displacement = 0;

  Xbyak::RegExp expression() const {
    return base + index * (1 << shift) + displacement;
  }
};

/// As in the opcodes of conditional instructions, in which bit 0 negates.
enum class Condition : uint8_t {
  Below = 2,
  NotBelow,
  Equal,
  NotEqual,
  Less = 12,
  NotLess,
  NotGreater,
  Greater
};
constexpr Condition negationOf(Condition condition) {
  return static_cast<Condition>(static_cast<uint8_t>(condition) ^ 1);
}

/// The encoding of a load or store of a register.
struct Transfer {
  uint8_t opcode;
  bool isWide = false;    ///< the register has 64 bits, else 32
  bool hasEscape = false; ///< 0f precedes the opcode
  bool has16Bits = false; ///< the prefix 66
  bool isByte = false;    ///< the register has 8 bits
};

class FrequentInstructions : public Xbyak::CodeGenerator {
public:
  using Reg64 = Xbyak::Reg64;
  using CodeGenerator::add;
  using CodeGenerator::cmp;
  using CodeGenerator::CodeGenerator;
  using CodeGenerator::lea;
  using CodeGenerator::mov;
  using CodeGenerator::sub;
  using CodeGenerator::test;

  void mov(const Reg64 &to, const Reg64 &from) {
    append(rexOf(from, to) | 0x89 << 8 | registers(from, to) << 16, 3);
  }
  void mov(const Reg64 &to, uint64_t value) {
    if (value <= UINT32_MAX)
      return movUnsigned32(to, value);
    if (isInt32(value))
      return append(rexOf(to) | 0xc7 << 8 | registers(0, to) << 16 |
                        low32(value) << 24,
                    7);
    append(rexOf(to) | (0xb8 | low3(to)) << 8, 2);
    append(value, 8);
  }
  void test(const Reg64 &a, const Reg64 &b) {
    append(rexOf(b, a) | 0x85 << 8 | registers(b, a) << 16, 3);
  }
  /// `mask` is sign-extended to 64 bits, as are the values below.
  void test(const Reg64 &reg, uint32_t mask) {
    if (reg.getIdx() == 0)
      return append(rexW | 0xa9 << 8 | uint64_t(mask) << 16, 6);
    append(rexOf(reg) | 0xf7 << 8 | registers(0, reg) << 16 |
               uint64_t(mask) << 24,
           7);
  }
  void add(const Reg64 &to, uint32_t value) { arithmetic(0, to, value); }
  void sub(const Reg64 &to, uint32_t value) { arithmetic(5, to, value); }
  void cmp(const Reg64 &to, uint32_t value) { arithmetic(7, to, value); }

  void moveIf(Condition condition, const Reg64 &to, const Reg64 &from) {
    append(rexOf(to, from) | 0x0f << 8 |
               (0x40 | static_cast<uint64_t>(condition)) << 16 |
               registers(to, from) << 24,
           4);
  }
  /// `to`: al, cl, dl or bl.
  void setIf(Condition condition, const Xbyak::Reg8 &to) {
    append(0x0f | (0x90 | static_cast<uint64_t>(condition)) << 8 |
               (0xc0 | static_cast<uint64_t>(to.getIdx())) << 16,
           3);
  }

  /// lea to, [base + displacement]
  void lea(const Reg64 &to, const Reg64 &base, int32_t displacement) {
    const uint64_t start = rexOf(to, base) | 0x8d << 8;
    appendWithMemory(start, 2, to, base, displacement);
  }
  /// lea rax, [rip + ..], that is, the address of `target`, which is not farther than 2 GiB.
  void leaRaxOf(const void *target) {
    constexpr size_t size = 7;
    const auto distance = static_cast<uint64_t>(
        static_cast<const uint8_t *>(target) - (top_ + size_ + size));
    append(rexW | 0x8d << 8 | 0x05 << 16 | low32(distance) << 24, size);
  }
  void transfer(const Transfer &form, const Reg64 &reg, const HostAddress &at) {
    constexpr uint64_t rexEmpty = 0x40;
    constexpr uint64_t sibFollows = 4;
    uint64_t bytes = 0;
    size_t count = 0;
    const auto put = [&](uint64_t byte) { bytes |= byte << 8 * count++; };
    if (form.has16Bits)
      put(0x66);
    const uint64_t rex = rexEmpty | uint64_t(form.isWide) << 3 |
                         bit3(reg) << 2 | bit3(at.index) << 1 | bit3(at.base);
    if (rex != rexEmpty || (form.isByte && reg.getIdx() >= 4))
      put(rex);
    if (form.hasEscape)
      put(0x0f);
    put(form.opcode);
    const auto displacement = static_cast<uint32_t>(at.displacement);
    const uint64_t mode = modeOf(displacement, at.base);
    put(mode | low3(reg) << 3 | sibFollows);
    put(static_cast<uint64_t>(at.shift) << 6 | low3(at.index) << 3 |
        low3(at.base));
    append(bytes, count);
    appendDisplacement(displacement, mode);
  }
  // mov between a register and [rbp + offset]
  void loadAtRbp(const Reg64 &to, int8_t offset) {
    moveAtRbp(0x8b, to, offset);
  }
  void storeAtRbp(int8_t offset, const Reg64 &from) {
    moveAtRbp(0x89, from, offset);
  }

protected:
  /// The `count` low bytes of `bytes`, at most 8.
  void append(uint64_t bytes, size_t count) {
    if (maxSize_ - size_ < sizeof bytes)
      return db(bytes, count); // sets the error if they do not fit
    std::memcpy(top_ + size_, &bytes, sizeof bytes);
    size_ += count;
  }

private:
  static constexpr uint64_t rexW = 0x48;
  static constexpr uint64_t sibWithoutIndex = 0x24; // base rsp or r12
  static constexpr uint64_t modDisp8 = 0x40;
  static constexpr uint64_t modDisp32 = 0x80;

  static bool isInt8(uint32_t value) {
    return static_cast<int32_t>(value) ==
           static_cast<int8_t>(static_cast<uint8_t>(value));
  }
  static bool isInt32(uint64_t value) {
    return static_cast<int64_t>(value) ==
           static_cast<int32_t>(static_cast<uint32_t>(value));
  }
  static uint64_t low32(uint64_t value) { return value & UINT32_MAX; }
  static uint64_t low3(const Reg64 &reg) {
    return static_cast<uint64_t>(reg.getIdx()) & 7;
  }
  static uint64_t bit3(const Reg64 &reg) {
    return static_cast<uint64_t>(reg.getIdx()) >> 3;
  }
  /// The prefix for 64 bits, by the registers in the fields reg and rm of ModRM.
  static uint64_t rexOf(const Reg64 &reg, const Reg64 &rm) {
    return rexW | bit3(reg) << 2 | bit3(rm);
  }
  static uint64_t rexOf(const Reg64 &rm) { return rexW | bit3(rm); }
  /// ModRM of two registers, or of the field reg and a register.
  static uint64_t registers(const Reg64 &reg, const Reg64 &rm) {
    return registers(low3(reg), rm);
  }
  static uint64_t registers(uint64_t reg, const Reg64 &rm) {
    return 0xc0 | reg << 3 | low3(rm);
  }

  void movUnsigned32(const Reg64 &to, uint64_t value) {
    constexpr uint64_t rexB = 0x41;
    if (bit3(to) == 0)
      append(0xb8 | low3(to) | value << 8, 5);
    else
      append(rexB | (0xb8 | low3(to)) << 8 | value << 16, 6);
  }
  /// `operation`: the number that stands in ModRM.
  void arithmetic(uint64_t operation, const Reg64 &to, uint32_t value) {
    const uint64_t rex = rexOf(to);
    const uint64_t operands = registers(operation, to);
    if (isInt8(value))
      append(rex | 0x83 << 8 | operands << 16 | uint64_t(value & 0xff) << 24,
             4);
    else if (to.getIdx() == 0)
      append(rex | (operation << 3 | 5) << 8 | uint64_t(value) << 16, 6);
    else
      append(rex | 0x81 << 8 | operands << 16 | uint64_t(value) << 24, 7);
  }
  /// The field mod of ModRM: the size of the displacement.
  static uint64_t modeOf(uint32_t displacement, const Reg64 &base) {
    constexpr uint64_t rbp =
        5; // also r13: as a base it always needs a displacement
    if (displacement == 0 && low3(base) != rbp)
      return 0;
    return isInt8(displacement) ? modDisp8 : modDisp32;
  }
  void appendDisplacement(uint32_t displacement, uint64_t mode) {
    if (mode != 0)
      append(displacement, mode == modDisp8 ? 1 : 4);
  }
  /// The bytes so far, then the operands reg and [base + displacement].
  void appendWithMemory(uint64_t bytes, size_t count, const Reg64 &reg,
                        const Reg64 &base, int32_t displacement) {
    constexpr uint64_t rsp = 4; // also r12: as a base it needs a SIB byte
    const auto value = static_cast<uint32_t>(displacement);
    const uint64_t mode = modeOf(value, base);
    bytes |= (mode | low3(reg) << 3 | low3(base)) << 8 * count++;
    if (low3(base) == rsp)
      bytes |= sibWithoutIndex << 8 * count++;
    append(bytes, count);
    appendDisplacement(value, mode);
  }
  void moveAtRbp(uint64_t opcode, const Reg64 &reg, int8_t offset) {
    constexpr uint64_t rbpWithByte = 0x45;
    append(rexW | bit3(reg) << 2 | opcode << 8 |
               (rbpWithByte | low3(reg) << 3) << 16 |
               uint64_t(static_cast<uint8_t>(offset)) << 24,
           4);
  }
};

} // namespace dpa::cpu::jit

#endif
