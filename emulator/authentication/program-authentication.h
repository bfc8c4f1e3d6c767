// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of programs on a device with a state directory, as the device sees it.
// It is in a library of its own, libdpa-authentication.so, which is loaded when a
// device has a state directory: OpenSSL would delay the start of every program.
#ifndef DPA_EMULATOR_AUTHENTICATION_PROGRAM_AUTHENTICATION_H
#define DPA_EMULATOR_AUTHENTICATION_PROGRAM_AUTHENTICATION_H

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace dpa {

/// What a device is given to create a process.
struct ProgramBytes {
  std::string_view name; ///< of the app
  std::span<const std::byte> elf;
  std::span<const std::byte> cryptoData; ///< empty: unsigned
  std::optional<std::span<const std::byte>> attributes;
};

/// Thread safe.
class ProgramAuthentication {
public:
  virtual ~ProgramAuthentication() = default;
  /// False, with the app, the reason and the syndrome in `error`: the program
  /// must not run. Roots are read at each call.
  virtual bool admits(const ProgramBytes &program, std::string &error) = 0;
  /// Whether authentication is on; nothing, with a message in `error`: the store
  /// cannot be read. Reads it if it has changed.
  virtual std::optional<bool> isOn(std::string &error) = 0;
};

/// Of the state directory `folder`; null, with a message in `error`: there is
/// none, or it is damaged. Loads the library.
std::unique_ptr<ProgramAuthentication>
openProgramAuthentication(const std::string &folder, std::string &error);

/// The function of the library, and its name.
using OpenProgramAuthentication =
    ProgramAuthentication *(const std::string &folder, std::string &error);
inline constexpr const char *openProgramAuthenticationName =
    "dpa_open_program_authentication";

} // namespace dpa

#endif
