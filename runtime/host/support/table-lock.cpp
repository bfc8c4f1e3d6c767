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

// Runs when the library is loaded, so that a fork never interrupts the creation
// of the lock. The child cannot unlock what its parent's thread locked, so it
// makes the lock anew.
__attribute__((constructor)) void watchForks() {
  tableLock();
  pthread_atfork([] { tableLock().lock(); }, [] { tableLock().unlock(); },
                 [] { new (&tableLock()) std::shared_mutex; });
}

} // namespace

} // namespace dpa::host
