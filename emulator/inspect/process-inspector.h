// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of an ended process, none of whose units runs any more.
#ifndef DPA_EMULATOR_INSPECT_PROCESS_INSPECTOR_H
#define DPA_EMULATOR_INSPECT_PROCESS_INSPECTOR_H

#include "emulator/process/process-core.h"

namespace dpa {

/// Throws std::bad_alloc.
ProcessState inspectStopped(const ProcessCore &core);

} // namespace dpa

#endif
