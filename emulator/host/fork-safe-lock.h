// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks that are held briefly: fork() waits until they are free, so that the
// child never finds one held by a thread that only its parent has.
#ifndef DPA_EMULATOR_HOST_FORK_SAFE_LOCK_H
#define DPA_EMULATOR_HOST_FORK_SAFE_LOCK_H

#include <mutex>
#include <pthread.h>

namespace dpa {

/// Registers one lock; once, when the program is loaded, as a thread of the
/// parent could be creating it at a fork() later. The holder of such a lock must
/// not wait for another one, or fork. Returns true, for initialisers of statics.
template <std::mutex &(*Lock)()> bool makeForkSafe() {
  pthread_atfork([] { Lock().lock(); }, [] { Lock().unlock(); },
                 [] { Lock().unlock(); });
  return true;
}

} // namespace dpa

#endif
