// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of programs by a device with a state directory. It is in a separate library,
// libdpa-authentication.so, which is loaded only for such devices, because loading
// OpenSSL delays the start of a program.
#ifndef DPA_EMULATOR_AUTHENTICATION_PROGRAM_AUTHENTICATION_H
#define DPA_EMULATOR_AUTHENTICATION_PROGRAM_AUTHENTICATION_H

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace dpa {

/// The program of a process that is created.
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
  /// False if the program is rejected; `error` has the app, the reason and the syndrome
  /// then. Roots are read at each call.
  virtual bool admits(const ProgramBytes &program, std::string &error) = 0;
  /// Whether authentication is on; nothing if the store cannot be read, with a message in
  /// `error`. The store is read again if it has changed.
  virtual std::optional<bool> isOn(std::string &error) = 0;
};

/// Loads the library and opens the state directory `folder`. Null if it is missing or
/// damaged, with a message in `error`.
std::unique_ptr<ProgramAuthentication>
openProgramAuthentication(const std::string &folder, std::string &error);

/// The function of the library, and its name.
using OpenProgramAuthentication =
    ProgramAuthentication *(const std::string &folder, std::string &error);
inline constexpr const char *openProgramAuthenticationName =
    "dpa_open_program_authentication";

} // namespace dpa

#endif
