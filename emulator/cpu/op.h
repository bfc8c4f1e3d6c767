// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the interpreter runs: blocks of ops. An op is one guest instruction or
// two fused ones, 16 bytes, with the address of its handler. A block lies in
// memory as
//
//   Block | Op Op ... Op | BlockExit | InstructionPlace for each op
//
// and never changes once it is published, except the two links of its exit,
// which are filled in when first taken.
#ifndef DPA_EMULATOR_CPU_OP_H
#define DPA_EMULATOR_CPU_OP_H

#include "emulator/cpu/hart.h"

#include <atomic>

#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(preserve_none) && __has_attribute(musttail)
#define DPA_CPU_HAS_TAIL_CALLS 1
#endif
#endif
#ifndef DPA_CPU_HAS_TAIL_CALLS
#define DPA_CPU_HAS_TAIL_CALLS 0
#endif
// DPA_CPU_TAIL_CALLS=0 asks for the portable dispatch.
#ifndef DPA_CPU_TAIL_CALLS
#define DPA_CPU_TAIL_CALLS DPA_CPU_HAS_TAIL_CALLS
#endif

namespace dpa::cpu {

struct Op;

#if DPA_CPU_TAIL_CALLS
#define DPA_CPU_HANDLER __attribute__((preserve_none))
using Handler = DPA_CPU_HANDLER void (*)(Hart::Impl *hart, const Op *op,
                                         int64_t fuel);
#else
using Handler = const void *; // a label
#endif

/// Registers of the hart that the guest cannot name.
enum : uint8_t {
  SinkRegister = 32, ///< takes results for x0
  StackCandidate,    ///< a user-mode result for x2 before the stack-limit check
  JumpBase,          ///< rs1 of a jalr whose link register is x2
  RegisterFileSize,
};

struct Op {
  Handler run;
  uint8_t rd; ///< in branches: instructions that the block retires
  uint8_t rs1;
  uint8_t rs2;   ///< in jumps: instructions that the block retires
  uint8_t index; ///< position in the block
  int32_t immediate;
};
static_assert(sizeof(Op) == 16);

/// Where an op's instruction is (of a fused one: the part that can trap), and
/// what the block has retired before it.
struct InstructionPlace {
  int32_t offset; ///< from the block's address
  uint32_t retiredBefore;
};

struct Block {
  const InstructionPlace *places;
  uint64_t address;
};
static_assert(sizeof(Block) == sizeof(Op));

/// After the last op: where a block continues.
struct BlockExit {
  mutable std::atomic<const Op *> taken{nullptr};
  mutable std::atomic<const Op *> next{nullptr};
  uint64_t takenAddress = 0;
  uint64_t nextAddress = 0;
};

inline const Block &blockOf(const Op *op) {
  return *reinterpret_cast<const Block *>(op - op->index - 1);
}
inline const BlockExit *exitAfter(const Op *op) {
  return reinterpret_cast<const BlockExit *>(op + 1);
}

/// What a handler does. First the instructions that are one op, under their own
/// names, then the interpreter's own.
enum class Operation : uint8_t {
#define REGISTER(name, match, extension, value) name,
#define IMMEDIATE(name, match, extension, value) name,
#define SHIFT(name, match, extension, value) name,
#define SHIFTW(name, match, extension, value) name,
#define UNARY(name, match, extension, value) name,
#define LOAD(name, match, type) name,
#define STORE(name, match, type) name,
#define BRANCH(name, match, condition) name,
#define AMO(name, match, type, operation) name,
#define LOAD_RESERVED(name, match, type) name,
#define STORE_CONDITIONAL(name, match, type) name,
#include "emulator/cpu/instructions.def"
#define LOAD(name, match, type) AddThen##name,
#include "emulator/cpu/instructions.def"
#define BRANCH(name, match, condition) AddiThen##name,
#include "emulator/cpu/instructions.def"
#define DPA_CPU_OWN_OPERATIONS(X)                                              \
  X(Constant)         /* rd = sign-extended immediate */                       \
  X(ConstantUnsigned) /* rd = zero-extended immediate */                       \
  X(ConstantHigh)     /* rd = immediate << 32 */                               \
  X(OrUnsigned)       /* rd = rs1 | zero-extended immediate */                 \
  X(ShiftTwice) /* rd = rs1 << low byte of the immediate >> second byte */     \
  X(CheckStack) /* x2 = StackCandidate, if not below the stack limit */        \
  X(AddiStack)  /* x2 = rs1 + immediate, if not below the stack limit */       \
  X(Fence)                                                                     \
  X(Pause)                                                                     \
  X(Jump)         /* to taken */                                               \
  X(JumpLink)     /* to taken; rd = address of next */                         \
  X(JumpRegister) /* to rs1 + immediate; rd = address of next */               \
  X(Ecall)                                                                     \
  X(Ebreak)                                                                    \
  X(Illegal) /* the immediate is the instruction's bits */                     \
  X(System)  /* the same; leaves the interpreter */
#define X(name) name,
  DPA_CPU_OWN_OPERATIONS(X)
#undef X
};

/// A fused operation for an instruction of the table: `first` + the distance of
/// `opcode` from the first of its kind.
Handler handlerOf(Operation operation);

} // namespace dpa::cpu

#endif
