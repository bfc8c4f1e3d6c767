/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The C library's locks (picolibc's "retargetable" ones; its own have no
 * effect), so that threads on several execution units may use it at the same
 * time; malloc has its own lock (heap.c). A recursive spin lock, whose owner is
 * identified by its thread pointer.
 */
#include <stdint.h>

struct __lock {
  uintptr_t owner; /* thread pointer; 0: free */
  unsigned depth;
};

struct __lock __lock___libc_recursive_mutex;

void __retarget_lock_init(struct __lock **lock);
void __retarget_lock_init_recursive(struct __lock **lock);
void __retarget_lock_close(struct __lock *lock);
void __retarget_lock_close_recursive(struct __lock *lock);
void __retarget_lock_acquire(struct __lock *lock);
void __retarget_lock_acquire_recursive(struct __lock *lock);
int __retarget_lock_try_acquire(struct __lock *lock);
int __retarget_lock_try_acquire_recursive(struct __lock *lock);
void __retarget_lock_release(struct __lock *lock);
void __retarget_lock_release_recursive(struct __lock *lock);

/* Locks that are created at run time are all this one: there is no memory for
 * others. */
void __retarget_lock_init_recursive(struct __lock **lock) {
  *lock = &__lock___libc_recursive_mutex;
}

void __retarget_lock_init(struct __lock **lock) {
  __retarget_lock_init_recursive(lock);
}

void __retarget_lock_close_recursive(struct __lock *lock) { (void)lock; }

void __retarget_lock_close(struct __lock *lock) { (void)lock; }

int __retarget_lock_try_acquire_recursive(struct __lock *lock) {
  uintptr_t self = (uintptr_t)__builtin_thread_pointer();
  uintptr_t owner = 0;
  if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) != self &&
      !__atomic_compare_exchange_n(&lock->owner, &owner, self, 0,
                                   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return 0;
  lock->depth++;
  return 1;
}

int __retarget_lock_try_acquire(struct __lock *lock) {
  return __retarget_lock_try_acquire_recursive(lock);
}

void __retarget_lock_acquire_recursive(struct __lock *lock) {
  while (!__retarget_lock_try_acquire_recursive(lock)) {
  }
}

void __retarget_lock_acquire(struct __lock *lock) {
  __retarget_lock_acquire_recursive(lock);
}

void __retarget_lock_release_recursive(struct __lock *lock) {
  if (--lock->depth == 0)
    __atomic_store_n(&lock->owner, 0, __ATOMIC_RELEASE);
}

void __retarget_lock_release(struct __lock *lock) {
  __retarget_lock_release_recursive(lock);
}
