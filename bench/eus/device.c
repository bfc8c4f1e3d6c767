/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the EU benchmark: work alone, work under a lock by units that
 * are all there before one begins, work without an end. */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#include "work.h"

static struct spinlock_s lock; /* zero: free */
static struct {
  uint64_t next;
  uint64_t served;
} ticket;
static uint32_t taken;
static volatile uint64_t counter;
static uint64_t here;

__dpa_rpc__ uint64_t nothing(void) { return 1; }

__dpa_rpc__ uint64_t busy(uint64_t rounds) { return work(rounds); }

/* Returns when so many are here. */
static void wait_for_all(uint64_t units) {
  __atomic_fetch_add(&here, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&here, __ATOMIC_RELAXED) < units) {
  }
}

static inline void spin_section(void) {
  spin_lock(&lock);
  counter = counter + 1;
  spin_unlock(&lock);
}

static inline void ticket_section(void) {
  uint64_t mine = __atomic_fetch_add(&ticket.next, 1, __ATOMIC_RELAXED);

  while (__atomic_load_n(&ticket.served, __ATOMIC_ACQUIRE) != mine) {
  }
  counter = counter + 1;
  __atomic_store_n(&ticket.served, mine + 1, __ATOMIC_RELEASE);
}

static inline void compare_section(void) {
  uint32_t free = 0;

  while (!__atomic_compare_exchange_n(&taken, &free, 1, 1, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED))
    free = 0;
  counter = counter + 1;
  __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
}

__dpa_rpc__ uint64_t spin_locked(uint64_t sections, uint64_t units) {
  wait_for_all(units);
  for (uint64_t i = 0; i < sections; i++)
    spin_section();
  return 0;
}

__dpa_rpc__ uint64_t ticket_locked(uint64_t sections, uint64_t units) {
  wait_for_all(units);
  for (uint64_t i = 0; i < sections; i++)
    ticket_section();
  return 0;
}

__dpa_rpc__ uint64_t compare_locked(uint64_t sections, uint64_t units) {
  wait_for_all(units);
  for (uint64_t i = 0; i < sections; i++)
    compare_section();
  return 0;
}

/* As unoptimised code has it, with the loops' variables on the stack. */
__attribute__((optnone)) __dpa_rpc__ uint64_t plain_locked(uint64_t sections,
                                                           uint64_t units) {
  wait_for_all(units);
  for (uint64_t i = 0; i < sections; i++) {
    spin_lock(&lock);
    counter = counter + 1;
    spin_unlock(&lock);
  }
  return 0;
}

__dpa_rpc__ uint64_t meet(uint64_t units) {
  wait_for_all(units);
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
