// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report on the end of a process: cause, place, registers, and threads.
#ifndef DPA_RUNTIME_HOST_PROCESS_CRASH_REPORT_H
#define DPA_RUNTIME_HOST_PROCESS_CRASH_REPORT_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// Several lines. Error: the process is alive.
Result<std::string> crashReport(FlexioProcess &process);

} // namespace dpa::host

#endif
