// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions of a process, and the requirements of each use (call, handler, task). All
// functions log for `call` why they fail.
#ifndef DPA_RUNTIME_HOST_PROCESS_FUNCTIONS_H
#define DPA_RUNTIME_HOST_PROCESS_FUNCTIONS_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// The function of the process's app that `stub` stands for; null if
/// it does not exist.
const Function *functionOf(const char *call, const FlexioProcess &process,
                           flexio_func_t *stub);

/// The same for one that an event handler starts with: it takes its argument in
/// a register, so it has at most one, of at most 8 bytes.
const Function *handlerOf(const char *call, const FlexioProcess &process,
                          flexio_func_t *stub);

/// The address of a function of the device library; nothing if the image does
/// not have it.
std::optional<uint64_t> libraryEntry(const char *call,
                                     const FlexioProcess &process,
                                     const char *symbol);

/// False: the arguments have more than `words` times 8 bytes. `user` as in "a
/// task has one argument of", for the log.
bool fitsInto(size_t words, const char *call, const FlexioProcess &process,
              const Function &function, const char *user);

/// The arguments of a function, packed, which fitsInto() one word; the first is
/// `argument`, the others are `rest`.
uint64_t packWord(const Function &function, uint64_t argument,
                  uint64_t rest = 0);

} // namespace dpa::host

#endif
