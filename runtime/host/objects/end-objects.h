// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of everything that a program has created in a process.
#ifndef DPA_RUNTIME_HOST_OBJECTS_END_OBJECTS_H
#define DPA_RUNTIME_HOST_OBJECTS_END_OBJECTS_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// Before a process is destroyed, when nothing runs in it any more: its objects
/// leave their tables. What is in its streams is shown.
void endObjects(const FlexioProcess *process);

} // namespace dpa::host

#endif
