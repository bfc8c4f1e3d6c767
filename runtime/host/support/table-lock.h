// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one lock of what all of the program shares: the tables of live objects
// (handles.h), the apps and their functions. It is held briefly, and fork() waits
// until it is free, so that a child never finds it held by a thread of its
// parent. A holder must not wait for another lock, or fork.
#ifndef DPA_RUNTIME_HOST_SUPPORT_TABLE_LOCK_H
#define DPA_RUNTIME_HOST_SUPPORT_TABLE_LOCK_H

#include <pthread.h>

namespace dpa::host {

/// A std::shared_mutex in which readers do not hold up a writer for ever: fork()
/// is one.
class TableLock {
public:
  void lock() { pthread_rwlock_wrlock(&lock_); }
  void unlock() { pthread_rwlock_unlock(&lock_); }
  // NOLINTBEGIN(readability-identifier-naming): std::shared_lock asks for them
  void lock_shared() { pthread_rwlock_rdlock(&lock_); }
  void unlock_shared() { pthread_rwlock_unlock(&lock_); }
  // NOLINTEND(readability-identifier-naming)

private:
  pthread_rwlock_t lock_ = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
};

TableLock &tableLock();

} // namespace dpa::host

#endif
