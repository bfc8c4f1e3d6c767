// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One device compilation inside this process: Clang with the DPA keywords attached. Given an
// invocation, writes the object; what the unit gives for the host is handed over as soon as it is
// parsed, and what other models can be compiled from before code is generated. Messages are
// collected, because several compilations run at a time.
#ifndef DPA_DRIVER_COMPILE_COMPILE_DEVICE_H
#define DPA_DRIVER_COMPILE_COMPILE_DEVICE_H

#include "clang-plugin/unit-options.h"
#include "driver/compile/device-invocation.h"
#include "driver/compile/macro-probe.h"

#include <functional>

namespace dpa::driver {

struct CompileResult {
  bool isOk = false;
  std::vector<std::string> messages; ///< one for each problem

  /// The result of the next step.
  void add(CompileResult next) {
    isOk = next.isOk;
    for (std::string &message : next.messages)
      messages.push_back(std::move(message));
  }
};

/// A unit after parsing.
struct ParsedUnit {
  MacroProbe macros;
  std::string bitcode; ///< of the module before any pass, exact
};

using OnModule = std::function<void(ParsedUnit)>;

struct CompileJob {
  const DeviceInvocation &invocation;
  const std::string &stem;
  const frontend::WarningOptions &warnings;
  bool checksAssembly; ///< inline assembly
  std::function<void(const frontend::Products &)> onParsed;
  /// Called once if code is about to be generated; may be empty.
  OnModule onModule;
};

/// To be called once, before any compilation.
void initializeDeviceCompiler();

CompileResult compileDevice(const CompileJob &job);

/// Only parses and checks, with everything that the front end says and gives.
CompileResult checkDevice(const CompileJob &job);

} // namespace dpa::driver

#endif
