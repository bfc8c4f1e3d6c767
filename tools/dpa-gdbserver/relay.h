// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies bytes between a debugger and a process, until one of them ends.
#ifndef DPA_TOOLS_DPA_GDBSERVER_RELAY_H
#define DPA_TOOLS_DPA_GDBSERVER_RELAY_H

#include "base/result.h"

namespace dpa::gdbserver {

/// The descriptors of a debugger, which may be the same.
struct Debugger {
  int input = 0;
  int output = 1;
};

/// Returns when the debugger or the process has closed its end.
Result<void> relay(const Debugger &debugger, int process);

/// Writes all bytes, also to a non-blocking file. False: the other end is closed.
bool writeAll(int file, const char *bytes, size_t size);

} // namespace dpa::gdbserver

#endif
