// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guard words behind the buffers that the program has on a process's heap: set
// when a buffer is allocated, checked when it is freed and when its process is
// destroyed. A changed word is an entry in the log and nothing else.
#ifndef DPA_RUNTIME_HOST_PROCESS_BUFFER_GUARDS_H
#define DPA_RUNTIME_HOST_PROCESS_BUFFER_GUARDS_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// The address of a new buffer with its guard; nothing if no free range fits.
/// `caller`: where the program asked for it.
std::optional<uint64_t> allocateGuarded(FlexioProcess &process, size_t size,
                                        const void *caller);

/// Logs for `call` if code has written behind the buffer at `address`, which the
/// program is about to free.
void checkGuard(const char *call, FlexioProcess &process, uint64_t address);
/// The same for all buffers of the process.
void checkGuards(const char *call, FlexioProcess &process);

} // namespace dpa::host

#endif
