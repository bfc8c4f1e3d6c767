// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the heap check reports at the end of a process: buffers that were not freed, and
// how much it has found.
#ifndef DPA_RUNTIME_HOST_PROCESS_HEAP_CHECK_END_H
#define DPA_RUNTIME_HOST_PROCESS_HEAP_CHECK_END_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// Logs the buffers that the program has not freed, by the places that have allocated
/// them, and the number of violations; `call` has ended the process. Nothing if the
/// heap is not checked. At the end of the program the same is logged for each process
/// that it has not destroyed.
void reportHeapCheck(const char *call, FlexioProcess &process);

} // namespace dpa::host

#endif
