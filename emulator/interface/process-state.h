// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of an ended process: its threads with their registers, its memory, and
// its configured windows. For core dumps and crash reports. Addresses
// only; the host library adds symbols. Part of device.h, which is the header to
// include.
#ifndef DPA_EMULATOR_INTERFACE_PROCESS_STATE_H
#define DPA_EMULATOR_INTERFACE_PROCESS_STATE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dpa {

/// Registers of user mode.
struct UserRegisters {
  uint64_t pc = 0;
  std::array<uint64_t, 32> x{};
};

struct StoppedThread {
  enum class State : uint8_t {
    Ended,   ///< it ended the process
    Runs,    ///< an activation was under way on `eu`
    Yielded, ///< continues with these registers at its next activation
    Waits,   ///< has no activation; its next one begins with these registers
  } state = State::Waits;
  uint32_t id = 0; ///< number of its thread area
  std::optional<uint32_t> eu;
  uint64_t function = 0; ///< device address of what it runs
  std::string label;     ///< of an event handler or worker; else empty
  UserRegisters registers;
};

struct StoppedMemory {
  enum class Kind : uint8_t { Text, Data, ThreadArea } kind = Kind::Data;
  uint64_t address = 0;
  std::span<const std::byte> bytes; ///< valid as long as the process
};

/// A configured window entity of an execution unit.
struct StoppedWindow {
  uint32_t eu = 0;
  uint32_t entity = 0;
  uint32_t window = 0;
  uint32_t key = 0;         ///< 0: none
  uint64_t hostAddress = 0; ///< first one that the key allows
  uint64_t size = 0;
};

/// The thread that ended the process is the first.
struct ProcessState {
  std::vector<StoppedThread> threads;
  std::vector<StoppedMemory> memory;
  std::vector<StoppedWindow> windows;
};

} // namespace dpa

#endif
