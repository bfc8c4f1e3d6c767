// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RISC-V machine code, one instruction at a time, by LLVM's disassembler: given the extensions and
// the bytes, returns what the checks of images need to know of an instruction. Immediates are added
// up already (a jump's target is an address). Holds no state between instructions; one decoder must
// not be used by two threads at once.
#ifndef DPA_DRIVER_CHECKS_INSTRUCTION_DECODER_H
#define DPA_DRIVER_CHECKS_INSTRUCTION_DECODER_H

#include "base/bytes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dpa::driver {

/// Numbers of registers as in the machine code.
inline constexpr uint8_t registerZero = 0;
inline constexpr uint8_t registerReturn = 1;    ///< ra
inline constexpr uint8_t registerStack = 2;     ///< sp
inline constexpr uint8_t registerMillicode = 5; ///< t0, the other link register
inline constexpr unsigned registerCount = 32;

enum class Operation : uint8_t {
  Other,
  SetConstant,  ///< destination = immediate
  AddImmediate, ///< destination = source1 + immediate
  AddWord,      ///< the same in 32 bits, sign-extended
  Add,          ///< destination = (source1 << immediate) + source2
  Subtract,     ///< destination = source1 - source2
  And,          ///< destination = source1 & immediate
  ShiftLeft,    ///< destination = source1 << immediate
  SetBit,       ///< destination = source1 | 1 << immediate
  Jump,         ///< to `target`; the return address goes to destination
  JumpRegister, ///< to source1 + immediate; the return address goes to destination
  Branch,       ///< to `target` or on
  Stop,         ///< nothing after it runs: a trap, or no instruction at all
};

struct Instruction {
  Operation operation = Operation::Stop;
  uint8_t size = 2; ///< in bytes
  uint8_t destination = registerZero;
  uint8_t source1 = registerZero;
  uint8_t source2 = registerZero;
  int64_t immediate = 0;
  uint64_t target = 0;
  /// Integer registers that Operation::Other writes.
  llvm::SmallVector<uint8_t, 2> written;
};

class InstructionDecoder {
public:
  /// `features` as LLVM names them ("+m,+a,+c"). LLVM's RISC-V target has to be initialised
  /// (initializeInstructionDecoder).
  explicit InstructionDecoder(const std::string &features);
  ~InstructionDecoder();
  InstructionDecoder(const InstructionDecoder &) = delete;
  InstructionDecoder &operator=(const InstructionDecoder &) = delete;

  /// The instruction at the start of `code`, which lies at `address`. Never reads outside `code`.
  Instruction decode(ByteView code, uint64_t address) const;

  /// LLVM's name of the instruction, e.g. "CSRRW"; empty if it is none with these features.
  llvm::StringRef nameOf(ByteView code) const;

  /// The instruction as assembly text, e.g. "csrw mstatus, a0"; empty if it is none.
  std::string textOf(ByteView code) const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Once in a process, before the first decoder; needs initializeDeviceCompiler's targets for
/// nothing.
void initializeInstructionDecoder();

/// LLVM's features of an architecture string, in the form that Tag_RISCV_arch or -march has; empty
/// if it is none.
std::string featuresOfArchitecture(llvm::StringRef architecture);

/// Bytes of the instruction that begins with `code`, by its first half-word.
unsigned instructionSize(ByteView code);

/// Whether `code` begins with the 32-bit `unimp` of assemblers: a write to a read-only register, to
/// stop there.
bool isUnimp(ByteView code);

} // namespace dpa::driver

#endif
