// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the tools and the SDK are: the SDK around dpacc's own executable, clang's home, the host
// compiler on the PATH. Reports what cannot be found. Starts nothing.
#ifndef DPA_DRIVER_INPUTS_TOOLCHAIN_H
#define DPA_DRIVER_INPUTS_TOOLCHAIN_H

#include "driver/options/options.h"

namespace dpa::driver {

struct Toolchain {
  std::string sdk;   ///< root of the SDK tree
  std::string clang; ///< path of the clang whose headers device code uses
  std::string
      hostCompiler; ///< path of the first word of -hostcc; empty in a dry run

  std::string tool(llvm::StringRef name) const; ///< in bin/
  std::string plugin() const; ///< the keywords for plain clang
  std::string
  linkerScript(llvm::StringRef name) const; ///< "dpa_linker" or a model's name
  std::string deviceFile(const Model &model,
                         llvm::StringRef name) const; ///< library or start file
};

/// Finds the SDK and clang, no host compiler.
Toolchain findDeviceToolchain();

/// Finds everything that `options` needs.
Toolchain findToolchain(const Options &options);

} // namespace dpa::driver

#endif
