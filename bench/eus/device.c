/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the EU benchmark: work alone, work under a lock, work without
 * an end. */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#include "work.h"

static struct spinlock_s lock; /* zero: free */
static struct {
  uint64_t next;
  uint64_t served;
} ticket;
static volatile uint64_t counter;

__dpa_rpc__ uint64_t nothing(void) { return 1; }

__dpa_rpc__ uint64_t busy(uint64_t rounds) { return work(rounds); }

__dpa_rpc__ uint64_t spin_locked(uint64_t sections) {
  for (uint64_t i = 0; i < sections; i++) {
    spin_lock(&lock);
    counter = counter + 1;
    spin_unlock(&lock);
  }
  return 0;
}

__dpa_rpc__ uint64_t ticket_locked(uint64_t sections) {
  for (uint64_t i = 0; i < sections; i++) {
    uint64_t mine = __atomic_fetch_add(&ticket.next, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&ticket.served, __ATOMIC_ACQUIRE) != mine) {
    }
    counter = counter + 1;
    __atomic_store_n(&ticket.served, mine + 1, __ATOMIC_RELEASE);
  }
  return 0;
}

/* Returns when so many are here. */
__dpa_rpc__ uint64_t meet(uint64_t units) {
  static uint64_t here;

  __atomic_fetch_add(&here, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&here, __ATOMIC_RELAXED) < units) {
  }
  return 0;
}

__dpa_rpc__ uint64_t count(void) {
  uint64_t value = counter;

  counter = 0;
  return value;
}

__dpa_rpc__ uint64_t endless(void) {
  for (volatile uint64_t i = 0;; i = i + 1) {
  }
}
