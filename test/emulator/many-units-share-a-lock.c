// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 256 execution units work under one lock, whichever way it spins, with one host thread and with
// several, in either engine, compiled with and without optimisation, and in a reproducible run: no
// unit waits for ever, no update is lost, and a waiting unit runs only for short looks. All units
// do wait: unit 0 holds the locks until all others want one.
// PROVES: R-RTOS-11 R-MEM-15
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/plain.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/plain.a %flexio_libs -lpthread -o %t/plain
// RUN: %dpacc_bf3 -devicecc-options=-O2 %t/device.c -o %t/optimised.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/optimised.a %flexio_libs -lpthread -o %t/optimised
// RUN: env DPA_ENGINE=interp dpa-run --eus=256 --threads=2 -- %t/plain
// RUN: env DPA_ENGINE=jit dpa-run --eus=256 --threads=1 -- %t/plain
// RUN: env DPA_ENGINE=interp dpa-run --eus=256 --threads=1 -- %t/optimised
// RUN: env DPA_ENGINE=jit dpa-run --eus=256 --threads=2 -- %t/optimised
// RUN: dpa-run --eus=256 --seed=3 --quantum=200 -- %t/plain in-turns

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

#include "locks.h"

static struct spinlock_s lock;
static struct {
  uint64_t next;
  uint64_t served;
} ticket;
static uint32_t taken;
static volatile uint64_t counters[3]; /* each protected by its lock */
static uint64_t here;
static uint64_t ready;
static struct totals totals;

static uint64_t lock_ticket(uint64_t *waits) {
  uint64_t mine = __atomic_fetch_add(&ticket.next, 1, __ATOMIC_RELAXED);

  if (__atomic_load_n(&ticket.served, __ATOMIC_ACQUIRE) != mine)
    *waits += 1;
  while (__atomic_load_n(&ticket.served, __ATOMIC_ACQUIRE) != mine) {
  }
  return mine;
}

static void unlock_ticket(uint64_t mine) {
  __atomic_store_n(&ticket.served, mine + 1, __ATOMIC_RELEASE);
}

static void lock_compare(void) {
  uint32_t free = 0;

  while (!__atomic_compare_exchange_n(&taken, &free, 1, 1, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED))
    free = 0;
}

static void unlock_compare(void) {
  __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
}

static uint64_t sections(uint64_t kinds, uint64_t rounds) {
  uint64_t waits = 0;

  for (uint64_t i = 0; i < rounds; i++) {
    if (kinds & SPIN) {
      spin_lock(&lock);
      counters[0] = counters[0] + 1;
      spin_unlock(&lock);
    }
    if (kinds & TICKET) {
      uint64_t mine = lock_ticket(&waits);
      counters[1] = counters[1] + 1;
      unlock_ticket(mine);
    }
    if (kinds & COMPARE) {
      lock_compare();
      counters[2] = counters[2] + 1;
      unlock_compare();
    }
  }
  return waits;
}

static void wait_for(uint64_t *units, uint64_t count) {
  while (__atomic_load_n(units, __ATOMIC_ACQUIRE) < count) {
  }
}

/* Holds all locks until all others are about to wait for one. */
static void hold(void) {
  uint64_t waits = 0;
  uint64_t mine = lock_ticket(&waits);

  spin_lock(&lock);
  lock_compare();
  __atomic_fetch_add(&here, 1, __ATOMIC_RELEASE);
  wait_for(&ready, UNITS - 1);
  here = 0;
  ready = 0;
  unlock_compare();
  spin_unlock(&lock);
  unlock_ticket(mine);
}

/* Counts only when all units have arrived: until then they wait for the host. */
__dpa_rpc__ uint64_t work(uint64_t unit, uint64_t kinds, uint64_t rounds) {
  if (unit == 0) {
    hold();
  } else {
    __atomic_fetch_add(&here, 1, __ATOMIC_RELEASE);
    wait_for(&here, UNITS);
  }
  uint64_t begin = __dpa_thread_inst_ret();
  if (unit != 0)
    __atomic_fetch_add(&ready, 1, __ATOMIC_RELEASE);
  uint64_t waits = sections(kinds, rounds);
  __atomic_fetch_add(&totals.waits, waits, __ATOMIC_RELAXED);
  __atomic_fetch_add(&totals.instructions, __dpa_thread_inst_ret() - begin,
                     __ATOMIC_RELAXED);
  return 0;
}

/* The same rounds of one unit that never waits. */
__dpa_rpc__ uint64_t alone(uint64_t kinds, uint64_t rounds) {
  uint64_t begin = __dpa_thread_inst_ret();

  sections(kinds, rounds);
  return __dpa_thread_inst_ret() - begin;
}

__dpa_rpc__ uint64_t take_waits(void) {
  return __atomic_exchange_n(&totals.waits, 0, __ATOMIC_RELAXED);
}

__dpa_rpc__ uint64_t take_instructions(void) {
  return __atomic_exchange_n(&totals.instructions, 0, __ATOMIC_RELAXED);
}

__dpa_rpc__ uint64_t take_counters(void) {
  uint64_t sum = counters[0] + counters[1] + counters[2];

  counters[0] = counters[1] = counters[2] = 0;
  return sum;
}

//--- locks.h
#ifndef LOCKS_H
#define LOCKS_H

/* A set: one after the other. */
enum { SPIN = 1, TICKET = 2, COMPARE = 4, ALL = 7 };
enum { UNITS = 256 };

struct totals {
  uint64_t waits; /* for the ticket lock */
  uint64_t instructions;
};

#endif

//--- host.c
#include "host.h"
#include "locks.h"

#include <pthread.h>

flexio_func_t work, alone, take_waits, take_instructions, take_counters;

static struct flexio_process *process;
static uint64_t kinds, rounds;
static bool in_parallel;

static void *run(void *unit) {
  EXPECT_SUCCESS(
      flexio_process_call(process, work, NULL, (uint64_t)unit, kinds, rounds));
  return NULL;
}

static uint64_t ask(flexio_func_t *function) {
  uint64_t value = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &value, kinds, rounds));
  return value;
}

/* If `how_often` is 0, enough rounds for some turns: units are then interrupted while they hold a
 * lock. Handing over a ticket takes looks of 120 instructions. */
static void share(uint64_t which, uint64_t how_often) {
  enum { QUANTUM = 96000, LOOKS = 4 * 120, NOTICED = 20000, SAMPLE = 1000 };
  pthread_t threads[UNITS];

  kinds = which;
  rounds = SAMPLE;
  uint64_t need = ask(alone);
  rounds = how_often ? how_often : 5 * QUANTUM * SAMPLE / need / 2;
  need = need * rounds / SAMPLE;
  EXPECT(ask(take_counters) != 0);
  for (uint64_t i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, run, (void *)i) == 0);
  for (int i = 0; i < UNITS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);

  uint64_t locks = (uint64_t)__builtin_popcountll(kinds);
  EXPECT(ask(take_counters) == UNITS * locks * rounds);
  uint64_t waits = ask(take_waits);
  uint64_t instructions = ask(take_instructions);
  printf("locks %u: %.1f instructions a round, %.1f alone, %.2f waits\n",
         (unsigned)kinds, (double)instructions / (double)(UNITS * rounds),
         (double)need / (double)rounds,
         (double)waits / (double)(UNITS * rounds));
  if (kinds == TICKET)
    EXPECT(waits >= (UNITS - 1) * rounds / 2);
  EXPECT(!in_parallel ||
         instructions <= UNITS * (3 * need + NOTICED) + waits * LOOKS);
}

int main(int argc, char **argv) {
  (void)argv;
  in_parallel = argc == 1;
  process = create_process(open_device());
  if (in_parallel) {
    share(SPIN, 0);
    share(COMPARE, 0);
    share(TICKET, 200);
    share(ALL, 0);
  } else {
    share(ALL, 3);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
