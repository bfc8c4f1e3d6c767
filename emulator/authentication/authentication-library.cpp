// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads libdpa-authentication.so, once
// (emulator/authentication/program-authentication.h).
#include "emulator/authentication/program-authentication.h"

#include <dlfcn.h>

namespace dpa {

std::unique_ptr<ProgramAuthentication>
openProgramAuthentication(const std::string &folder, std::string &error) {
  constexpr const char *name = "libdpa-authentication.so.1";
  // Never unloaded: devices keep objects of its classes.
  static void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  void *function =
      library ? dlsym(library, openProgramAuthenticationName) : nullptr;
  if (!function) {
    const char *why = dlerror();
    error = std::string("state directory '") + folder +
            "': authentication library cannot be loaded: " + (why ? why : name);
    return nullptr;
  }
  return std::unique_ptr<ProgramAuthentication>(
      reinterpret_cast<OpenProgramAuthentication *>(function)(folder, error));
}

} // namespace dpa
