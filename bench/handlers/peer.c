/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the host does with its own threads: see peer.h. */
#include "peer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t work, performed;
  struct pool_task *first, **end;
  uint64_t waiting; /* not performed yet */
  bool is_over;
  unsigned count;
  pthread_t workers[];
};

static void start_thread(pthread_t *thread, void *(*body)(void *), void *data) {
  if (pthread_create(thread, NULL, body, data) == 0)
    return;
  fprintf(stderr, "handlers-bench: error: out of threads\n");
  exit(EXIT_FAILURE);
}

static void perform(struct pool *pool, struct pool_task *task) {
  pthread_mutex_unlock(&pool->mutex);
  task->result = task->first + task->second;
  pthread_mutex_lock(&pool->mutex);
  task->is_done = true;
  if (--pool->waiting == 0 || task->has_caller)
    pthread_cond_broadcast(&pool->performed);
}

static void *work(void *data) {
  struct pool *pool = data;

  pthread_mutex_lock(&pool->mutex);
  while (!pool->is_over) {
    struct pool_task *task = pool->first;
    if (!task) {
      pthread_cond_wait(&pool->work, &pool->mutex);
      continue;
    }
    pool->first = task->next;
    if (!pool->first)
      pool->end = &pool->first;
    perform(pool, task);
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

struct pool *pool_start(unsigned workers) {
  struct pool *pool = calloc(1, sizeof *pool + workers * sizeof(pthread_t));

  if (!pool)
    exit(EXIT_FAILURE);
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->work, NULL);
  pthread_cond_init(&pool->performed, NULL);
  pool->end = &pool->first;
  for (pool->count = 0; pool->count < workers; pool->count++)
    start_thread(&pool->workers[pool->count], work, pool);
  return pool;
}

void pool_stop(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->is_over = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
  for (unsigned i = 0; i < pool->count; i++)
    pthread_join(pool->workers[i], NULL);
  free(pool);
}

static void push(struct pool *pool, struct pool_task *task) {
  task->next = NULL;
  *pool->end = task;
  pool->end = &task->next;
  pool->waiting++;
  pthread_cond_signal(&pool->work);
}

uint64_t pool_call(struct pool *pool, uint64_t first, uint64_t second) {
  struct pool_task task = {first, second, 0, true, false, NULL};

  pthread_mutex_lock(&pool->mutex);
  push(pool, &task);
  while (!task.is_done)
    pthread_cond_wait(&pool->performed, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  return task.result;
}

void pool_add(struct pool *pool, struct pool_task *task) {
  pthread_mutex_lock(&pool->mutex);
  push(pool, task);
  pthread_mutex_unlock(&pool->mutex);
}

void pool_wait_until_empty(struct pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  while (pool->waiting != 0)
    pthread_cond_wait(&pool->performed, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

struct turns {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  uint64_t left;
};

/* Has the turns after which an even number is left. */
static void *take_even(void *data) {
  struct turns *turns = data;

  pthread_mutex_lock(&turns->mutex);
  while (turns->left != 0) {
    if (turns->left % 2 != 0) {
      turns->left--;
      pthread_cond_signal(&turns->changed);
    } else {
      pthread_cond_wait(&turns->changed, &turns->mutex);
    }
  }
  pthread_cond_signal(&turns->changed);
  pthread_mutex_unlock(&turns->mutex);
  return NULL;
}

void take_turns(uint64_t count) {
  struct turns turns = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                        count};
  pthread_t other;

  start_thread(&other, take_even, &turns);
  pthread_mutex_lock(&turns.mutex);
  while (turns.left != 0) {
    if (turns.left % 2 == 0) {
      turns.left--;
      pthread_cond_signal(&turns.changed);
    } else {
      pthread_cond_wait(&turns.changed, &turns.mutex);
    }
  }
  pthread_cond_signal(&turns.changed);
  pthread_mutex_unlock(&turns.mutex);
  pthread_join(other, NULL);
}
