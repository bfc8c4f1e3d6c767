// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the interpreter runs: blocks of ops. An op is one guest instruction or
// two fused ones, 16 bytes, with the address of its handler. A block lies in
// memory as
//
//   Block | Op Op ... Op | BlockExit | InstructionPlace for each op
//
// and never changes once it is published, except the two links of its exit,
// which are filled in when first taken, the count of its runs, and what belongs to its
// translation: Block::native, Block::effort and the handler of its first op.
#ifndef DPA_EMULATOR_CPU_OP_H
#define DPA_EMULATOR_CPU_OP_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

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

struct HartState;
struct Op;

#if DPA_CPU_TAIL_CALLS
#define DPA_CPU_HANDLER __attribute__((preserve_none))
using Handler = DPA_CPU_HANDLER void (*)(HartState *hart, const Op *op,
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
  Handler
      run; ///< setNative() and countRuns() replace that of a block's first op
  uint8_t rd; ///< in branches: instructions that the block retires
  uint8_t rs1;
  uint8_t rs2;   ///< in jumps: instructions that the block retires
  uint8_t index; ///< position in the block
  int32_t immediate;
};
static_assert(sizeof(Op) == 16);

enum class Operation : uint16_t;

/// Where an op's instruction is (of a fused one: the part that can trap), its
/// length, and what the block has retired before it.
struct InstructionPlace {
  int32_t offset; ///< from the block's address
  uint8_t retiredBefore;
  uint8_t length; ///< bytes
  Operation
      operation; ///< of the op alone, if it shares a handler with the next
};
static_assert(sizeof(InstructionPlace) == 8);

/// What a hart has done last to have a block translated, because harts run it often.
enum class Effort : uint8_t {
  None,
  Postponed, ///< other code was translated, which may contain it
  Requested, ///< from the thread that translates
  Urged,     ///< requested again, ahead of usual requests
  Made,      ///< on the hart's own thread
};

/// A block that was cut to fit the end of a budget.
struct ShortBlock {
  uint32_t limit = 0;           ///< that it is made for
  bool skipsBreakpoint = false; ///< at its first instruction
  uint32_t retires = 0; ///< at most, without a system instruction at its end
  std::vector<Op> memory;

  /// Whether it is what would be made for this limit, too.
  bool fits(uint32_t wanted) const {
    return wanted == limit || (retires < limit && retires < wanted);
  }
};

/// After the last op: where a block continues. A link leads to the first op of
/// that block; until it is known, to one of the two ops here, which find it.
struct alignas(sizeof(Op)) BlockExit { // a whole number of ops
  mutable std::atomic<const Op *> taken;
  mutable std::atomic<const Op *> next;
  bool takenIsHead; ///< the block at takenAddress, see Block::countRuns()
  uint64_t takenAddress;
  uint64_t nextAddress;
  Op linkTaken;
  Op linkNext;
};

struct Block {
  uint64_t address;
  /// The block translated, or null.
  mutable std::atomic<const void *> native{nullptr};
  Handler firstHandler =
      nullptr; ///< the first op's own, which may be replaced in the op
  uint16_t opCount = 0;
  uint8_t retires = 0; ///< at most, without a system instruction at its end
  mutable std::atomic<Effort> effort{Effort::None};
  /// Runs until a hart checks again whether to translate the block. Counted down without atomic
  /// additions: a lost count does no harm.
  mutable std::atomic<uint32_t> runsLeft{0};

  const Op *ops() const { return reinterpret_cast<const Op *>(this + 1); }
  const BlockExit &exit() const {
    return *reinterpret_cast<const BlockExit *>(ops() + opCount);
  }
  const InstructionPlace *places() const;
  /// Whoever runs the block enters this translation of it from now on.
  void setNative(const void *code) const;
  /// The same, unless there is another already.
  void setFirstNative(const void *code) const;

  /// The block's runs are counted from now on, unless they are already or it is translated. For
  /// heads: blocks to which backward jumps, calls, returns, indirect jumps, system instructions,
  /// traps, exits of translated code, or the host lead. All code that runs often is behind one.
  void countRuns() const;

private:
  void enterNative() const;
};
static_assert(sizeof(Block) == 2 * sizeof(Op));

inline const InstructionPlace *Block::places() const {
  return reinterpret_cast<const InstructionPlace *>(&exit() + 1);
}
inline const Block &blockOf(const Op *op) {
  return *reinterpret_cast<const Block *>(op - op->index - 2);
}
inline uint64_t addressOf(const Op *op) {
  const Block &block = blockOf(op);
  return block.address +
         static_cast<uint64_t>(int64_t(block.places()[op->index].offset));
}
/// The present handler of an op. Atomic: setNative() may replace it meanwhile.
inline Handler currentHandler(const Op &op) {
  return __atomic_load_n(&op.run, __ATOMIC_RELAXED);
}
inline const BlockExit *exitAfter(const Op *op) {
  return reinterpret_cast<const BlockExit *>(op + 1);
}
/// The exit that has this op as its linkTaken or linkNext.
inline const BlockExit *exitAroundTaken(const Op *op) {
  return reinterpret_cast<const BlockExit *>(
      reinterpret_cast<const std::byte *>(op) - offsetof(BlockExit, linkTaken));
}
inline const BlockExit *exitAroundNext(const Op *op) {
  return reinterpret_cast<const BlockExit *>(
      reinterpret_cast<const std::byte *>(op) - offsetof(BlockExit, linkNext));
}

#define DPA_CPU_OWN_VALUES(X)                                                  \
  X(Copy)             /* rd = rs1 */                                           \
  X(Constant)         /* rd = sign-extended immediate */                       \
  X(ConstantUnsigned) /* rd = zero-extended immediate */                       \
  X(ConstantHigh)     /* rd = immediate << 32 */                               \
  X(OrUnsigned)       /* rd = rs1 | zero-extended immediate */                 \
  X(ShiftTwice)       /* rd = rs1 << low byte of the immediate >> next byte */
#define DPA_CPU_OWN_OPERATIONS(X)                                                \
  X(CheckStack) /* x2 = StackCandidate, if not below the stack limit */          \
  X(AddiStack)  /* x2 = rs1 + immediate, if not below the stack limit */         \
  X(Enter)      /* the first op of a block that is translated */                 \
  X(Count)      /* the first op of a block whose runs are counted */             \
  X(Fence)                                                                       \
  X(ReportFence) /* the same, reported to the observer */                        \
  X(NotePlace)   /* before an access that is observed */                         \
  X(CheckValue) /* checks of the op that follows, see value-check.h; this one */ \
                /* has the registers of that op */                               \
  X(CheckLoad)                                                                   \
  X(CheckStore)                                                                  \
  X(CheckAtomic)                                                                 \
  X(CheckBranch)                                                                 \
  X(CheckJump)                                                                   \
  X(CheckCall)                                                                   \
  X(CheckStackPointer) /* after an op that writes x2 */                          \
  X(SetDefined)        /* rd has a defined value */                              \
  X(Pause)                                                                       \
  X(Jump)         /* to taken */                                                 \
  X(JumpLink)     /* to taken; rd = address of next */                           \
  X(JumpRegister) /* to rs1 + immediate; rd = address of next */                 \
  X(Ecall)        /* see enterEcallHandler() */                                  \
  X(Ebreak)                                                                      \
  X(Illegal)   /* the immediate is the instruction's bits */                     \
  X(System)    /* the same; rs2 is the opcode; see executeSystemOp() */          \
  X(LinkTaken) /* in a block's exit: finds the block at takenAddress */          \
  X(LinkNext)  /* the same for nextAddress */

/// What a handler does; the names of single instructions are those of their
/// opcodes.
enum class Operation : uint16_t {
#define OPERATION(name) name,
#include "emulator/cpu/all-operations.def"
};

/// The pair of two neighbouring operations, or Illegal.
Operation pairOf(Operation first, Operation second);

Handler handlerOf(Operation operation) noexcept;

/// What the first op of a translated block has instead of its own handler.
extern const Handler handlerOfEnter;
/// The same for a block whose runs are counted.
extern const Handler handlerOfCount;

inline void Block::setNative(const void *code) const {
  native.store(code, std::memory_order_release);
  enterNative();
}
inline void Block::setFirstNative(const void *code) const {
  const void *none = nullptr;
  if (native.compare_exchange_strong(none, code, std::memory_order_release,
                                     std::memory_order_relaxed))
    enterNative();
}
inline void Block::countRuns() const {
  Handler own = firstHandler;
  __atomic_compare_exchange_n(&const_cast<Op *>(ops())->run, &own,
                              handlerOfCount, false, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
}
inline void Block::enterNative() const {
  __atomic_store_n(&const_cast<Op *>(ops())->run, handlerOfEnter,
                   __ATOMIC_RELEASE);
}

} // namespace dpa::cpu

#endif
