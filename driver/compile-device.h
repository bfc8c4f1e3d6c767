// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One device compilation inside this process: Clang with the DPA keywords attached. Given a clang command line, writes
// the object; what the unit gives for the host is handed over as soon as it is parsed. Messages are collected, because
// several compilations run at a time.
#ifndef DPA_DRIVER_COMPILE_DEVICE_H
#define DPA_DRIVER_COMPILE_DEVICE_H

#include "clang-plugin/frontend.h"
#include "driver/plan.h"

#include <functional>

namespace dpa::driver {

struct CompileResult {
  bool isOk = false;
  std::string messages;
};

struct CompileJob {
  const CompilePlan &plan;
  const std::string &stem;
  const std::string &clang;
  const frontend::WarningOptions &warnings;
  std::function<void(const frontend::Products &)> onParsed;
};

/// To be called once, before any compilation.
void initializeDeviceCompiler();

CompileResult compileDevice(const CompileJob &job);

} // namespace dpa::driver

#endif
