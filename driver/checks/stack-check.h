// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns of stacks that overflow: given a linked device image and the size of a thread's stack, adds
// up the call graph from the entry points on and returns findings: frames and chains that are too
// deep, recursion, frames of unknown size. Names source lines if there is debug information.
// Changes nothing.
#ifndef DPA_DRIVER_CHECKS_STACK_CHECK_H
#define DPA_DRIVER_CHECKS_STACK_CHECK_H

#include "base/bytes.h"
#include "base/result.h"
#include "driver/checks/check-findings.h"

#include "llvm/ADT/StringRef.h"

#include <functional>

namespace dpa::driver {

struct StackLimits {
  uint64_t stackSize = 0;
  /// Functions whose recursion is known to end soon: those of the SDK, such as qsort.
  std::function<bool(llvm::StringRef)> isLibraryFunction;
  /// Functions whose frames the compiler looked at in this run.
  std::function<bool(llvm::StringRef)> isFrameChecked = [](llvm::StringRef) {
    return false;
  };
};

/// Errors: not an ELF file, a damaged symbol table.
Result<Findings> checkStack(ByteView image, const StackLimits &limits);

} // namespace dpa::driver

#endif
