// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lock of all tables: see table-lock.h.
#include "runtime/host/support/table-lock.h"

#include <new>
#include <pthread.h>

namespace dpa::host {

// Never destroyed: a program's exit handlers may still destroy its objects.
std::shared_mutex &tableLock() {
  static auto &lock = *new std::shared_mutex;
  return lock;
}

namespace {

// When the program is loaded: later, a thread that only the parent has may be
// amid the making of it. The child's thread is no longer the one that the lock
// was taken by, so it cannot unlock it; nobody else has it.
__attribute__((constructor)) void watchForks() {
  tableLock();
  pthread_atfork([] { tableLock().lock(); }, [] { tableLock().unlock(); },
                 [] { new (&tableLock()) std::shared_mutex; });
}

} // namespace

} // namespace dpa::host
