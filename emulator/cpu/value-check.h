// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks how user code uses values and memory, as valgrind's memcheck does: each bit of
// a register and of memory is defined or not, each byte of memory is addressable or
// not. Passed to an address space when it is made (EngineOptions); its code is then
// only interpreted, and each op of user code that computes, accesses memory or jumps has a
// check before it. Given the shadow of one range of guest memory; reports to a
// ValueObserver. Memory outside of that range is defined and not checked. Never
// changes what the guest does.
#ifndef DPA_EMULATOR_CPU_VALUE_CHECK_H
#define DPA_EMULATOR_CPU_VALUE_CHECK_H

#include "emulator/cpu/op.h"

namespace dpa::cpu {

class Hart;

/// What is known of guest memory [base, base + size), by offset from base. Written
/// by any thread, in relaxed atomic accesses.
struct ShadowMemory {
  static constexpr uint64_t bytesOfOrigin = 8;

  uint64_t base = 0;
  uint64_t size = 0;                ///< a multiple of 8
  std::byte *undefined = nullptr;   ///< a byte for each: its undefined bits
  std::byte *addressable = nullptr; ///< a bit for each byte, lowest first; 8
                                    ///< bytes longer than needed
  uint32_t *origins = nullptr; ///< of each 8 bytes: where undefined bits come
                               ///< from; the observer knows what it means
};

/// What is known of a hart's registers.
struct ShadowRegisters {
  uint64_t undefined[RegisterFileSize] = {}; ///< bits of each register
  uint32_t origin[RegisterFileSize] = {};    ///< where they come from
  uint64_t stackPointer = 0; ///< x2 as last reported; 0: unknown
};

/// How code uses a value that is not defined.
enum class ValueUse : uint8_t {
  Branch,  ///< decides a conditional branch
  Address, ///< of a load, a store or an atomic operation
  Jump,    ///< target of an indirect jump
  Device,  ///< stored to a device
};

/// Called on the thread that runs the hart, before the instruction.
class ValueObserver {
public:
  virtual ~ValueObserver() = default;

  const ShadowMemory &shadow() const { return shadow_; }

  /// Not all bytes of an access are addressable.
  virtual void badAccess(Hart &hart, uint64_t pc, uint64_t address,
                         unsigned bytes, bool stores) = 0;
  virtual void undefinedUse(Hart &hart, uint64_t pc, ValueUse use,
                            uint32_t origin) = 0;
  /// x2 has changed.
  virtual void stackMoved(Hart &hart, uint64_t pc, uint64_t from,
                          uint64_t to) = 0;

protected:
  ShadowMemory shadow_;
};

// ---- for the handlers of the interpreter; `op` is a check, the op that it
// checks follows

/// An op that computes a value, some bits of whose operands are undefined.
void checkValue(HartState &hart, const Op *op);
void checkLoad(HartState &hart, const Op *op);
void checkStore(HartState &hart, const Op *op);
void checkAtomic(HartState &hart, const Op *op);
/// Some bits of the operands are undefined.
void checkBranch(HartState &hart, const Op *op);
void checkJump(HartState &hart, const Op *op);
/// Registers have the results of a system call.
void checkCall(HartState &hart);
/// After an op that writes x2.
void checkStackPointer(HartState &hart, const Op *op);

/// Immediates of the checks of memory accesses.
enum : int32_t {
  AccessBytes = 0xf,
  AccessIsSigned = 0x10,
  AccessLoads = 0x20,  ///< of atomic operations
  AccessStores = 0x40, ///< the same
  AccessSwaps = 0x80,  ///< the same: memory becomes the operand
};

} // namespace dpa::cpu

#endif
