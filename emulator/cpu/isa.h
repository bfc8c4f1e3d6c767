// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the RISC-V specifications: extensions, privileges, causes of traps.
#ifndef DPA_EMULATOR_CPU_ISA_H
#define DPA_EMULATOR_CPU_ISA_H

#include <cstddef>
#include <cstdint>

namespace dpa::cpu {

/// Extensions beyond rv64imac_zicntr_zicsr_zifencei. An instruction of an
/// absent one is illegal; only `pause` is a fence hint of the base instruction
/// set, and so does nothing where Zihintpause is absent.
struct Isa {
  bool zba = false;
  bool zbb = false;
  bool zbs = false;
  bool zihintpause = false;
};

enum class Privilege : uint8_t { User = 0, Machine = 3 };

/// Index of arrays that have one entry for each privilege.
constexpr size_t indexOf(Privilege privilege) {
  return privilege == Privilege::Machine ? 1 : 0;
}

/// Exception codes of the privileged specification (mcause without the
/// interrupt bit).
enum class Cause : uint8_t {
  FetchMisaligned = 0,
  FetchFault = 1,
  IllegalInstruction = 2,
  Breakpoint = 3,
  LoadMisaligned = 4,
  LoadFault = 5,
  StoreMisaligned = 6,
  StoreFault = 7,
  EcallFromUser = 8,
  EcallFromMachine = 11,
  StackOverflow = 24, ///< custom: a user-mode result for x2 below the stack
                      ///< limit
};

/// The custom CSR with the stack limit.
constexpr unsigned stackLimitCsr = 0x7c0;
constexpr uint8_t stackPointer = 2; ///< x2, by the calling convention

} // namespace dpa::cpu

#endif
