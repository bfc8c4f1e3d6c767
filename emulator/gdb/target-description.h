// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registers of a thread by number, and their description for gdb.
#ifndef DPA_EMULATOR_GDB_TARGET_DESCRIPTION_H
#define DPA_EMULATOR_GDB_TARGET_DESCRIPTION_H

#include <cstdint>
#include <span>
#include <string>

namespace dpa::gdb {

constexpr unsigned programCounter = 32;
/// x0 to x31 and pc, which are in each list of registers.
constexpr unsigned generalRegisters = 33;
/// The privilege: 0 for user code, 3 for the firmware.
constexpr unsigned privilegeRegister = generalRegisters;
constexpr unsigned firstControlRegister = privilegeRegister + 1;

/// A control register that can be read.
struct ControlRegister {
  const char *name;
  unsigned number; ///< of the CSR
};
/// From firstControlRegister on.
std::span<const ControlRegister> controlRegisters();

/// The XML document `target.xml`.
std::string targetDescription();

} // namespace dpa::gdb

#endif
