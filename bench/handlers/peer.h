/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The peers of the handlers benchmark, of host threads, a mutex and condition
 * variables: a pool whose workers perform tasks and calls, and two threads that
 * alternate. Exits if resources cannot be allocated.
 */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stdint.h>

/* A task; the worker signals `done` if a caller waits for it. */
struct pool_task {
  uint64_t first, second, result;
  bool has_caller, is_done;
  struct pool_task *next;
};

struct pool;
struct pool *pool_start(unsigned workers);
void pool_stop(struct pool *pool);
/* Waits for the result. */
uint64_t pool_call(struct pool *pool, uint64_t first, uint64_t second);
/* `task` stays the caller's, until all are performed. */
void pool_add(struct pool *pool, struct pool_task *task);
void pool_wait_until_empty(struct pool *pool);

/* Two threads take turns, `count` in all. */
void take_turns(uint64_t count);

#endif
