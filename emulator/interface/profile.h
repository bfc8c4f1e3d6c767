// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samples of what execution units execute. Addresses only; the host library adds
// symbols. Part of device.h, which is the header to include.
#ifndef DPA_EMULATOR_INTERFACE_PROFILE_H
#define DPA_EMULATOR_INTERFACE_PROFILE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace dpa {

enum class ProfileFormat : uint8_t { Text, Folded, Callgrind };

struct ProfileSettings {
  std::string file; ///< a pattern (base/file-pattern.h); empty: no profile
  ProfileFormat format = ProfileFormat::Text;
};

/// A unit between two instructions, with what it has used since its last sample.
struct ProfileSample {
  uint32_t eu = 0;
  uint64_t function = 0; ///< that the activation runs
  uint64_t instructions = 0;
  uint64_t cycles = 0; ///< while it was busy
  /// In user mode; else the unit is in the firmware, and the rest is not set.
  bool isUserCode = false;
  uint64_t pc = 0;
  std::array<uint64_t, 32> x{};
  std::span<const std::byte> stack; ///< from x[2] (sp) on
};

/// Host code of device code that begins at `address`.
struct HostCode {
  uint64_t hostAddress = 0;
  uint64_t size = 0;
  uint64_t address = 0; ///< of the program or of the firmware
};

/// What a unit has used in a process.
struct UnitUse {
  uint32_t eu = 0;
  uint64_t instructions = 0;
  uint64_t cycles = 0;
};

} // namespace dpa

#endif
