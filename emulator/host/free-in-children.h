// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks that are held for moments only: a fork() waits until they are free, so
// that the child never finds one held by a thread that only its parent has.
#ifndef DPA_EMULATOR_HOST_FREE_IN_CHILDREN_H
#define DPA_EMULATOR_HOST_FREE_IN_CHILDREN_H

#include <mutex>
#include <pthread.h>

namespace dpa {

/// Says so of one lock; once, when the program is loaded: a thread that only
/// the parent has may be amid the making of what is made later. Nobody who
/// holds it may wait for another such lock, or fork. True, so that it can be a
/// static's initialiser.
template <std::mutex &(*Lock)()> bool keepFreeInChildren() {
  pthread_atfork([] { Lock().lock(); }, [] { Lock().unlock(); },
                 [] { Lock().unlock(); });
  return true;
}

} // namespace dpa

#endif
