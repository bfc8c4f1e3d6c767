// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lock of all tables: see table-lock.h.
#include "runtime/host/support/table-lock.h"

#include <new>

namespace dpa::host {

namespace {

constinit TableLock theLock;

// The child cannot unlock what its parent's thread locked, so it makes the lock
// anew.
[[gnu::constructor]] void watchForks() {
  pthread_atfork([] { theLock.lock(); }, [] { theLock.unlock(); },
                 [] { new (&theLock) TableLock; });
}

} // namespace

TableLock &tableLock() {
  return theLock;
}

} // namespace dpa::host
