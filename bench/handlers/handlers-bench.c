/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Handlers benchmark, run by run.py under dpa-run: how much a second of
 *   calls THREADS COUNT      remote calls by so many host threads
 *   handlers COUNT           activations of event handlers, one after the other
 *   tasks WORKERS BATCH COUNT  tasks of a command queue
 * Each in turns with its peer (peer.h). Prints 'device' and 'peer', a second.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include "peer.c"

enum { BLOCKS = 5, THREADS_MAX = 64 };

extern struct flexio_app *handlers_bench_app;
flexio_func_t add, task, get_performed, hand_over, start, get_left;

static struct flexio_process *process;

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void check(bool is_fine, const char *what) {
  if (is_fine)
    return;
  fprintf(stderr, "handlers-bench: error: %s\n", what);
  exit(EXIT_FAILURE);
}

static void pause_shortly(void) {
  struct timespec time = {0, 100 * 1000};

  nanosleep(&time, NULL);
}

static void start_process(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = list && list[0] ? ibv_open_device(list[0]) : 0;

  check(context, "no device; start the program with dpa-run");
  ibv_free_device_list(list);
  check(flexio_process_create(context, handlers_bench_app, NULL, &process) ==
            FLEXIO_STATUS_SUCCESS,
        "cannot create a process");
}

static uint64_t ask(flexio_func_t *function) {
  uint64_t result = 0;

  check(flexio_process_call(process, function, &result) ==
            FLEXIO_STATUS_SUCCESS,
        "a call failed");
  return result;
}

/* ---- calls */

struct caller {
  pthread_t thread;
  struct pool *pool; /* NULL: the device */
  uint64_t count;
};

static void *call_often(void *data) {
  const struct caller *caller = data;

  for (uint64_t i = 0; i < caller->count; i++) {
    uint64_t sum = 0;
    if (caller->pool)
      sum = pool_call(caller->pool, i, 1);
    else
      check(flexio_process_call(process, add, &sum, i, UINT64_C(1)) ==
                FLEXIO_STATUS_SUCCESS,
            "a call failed");
    check(sum == i + 1, "a wrong sum");
  }
  return NULL;
}

static double time_of_calls(struct pool *pool, unsigned threads,
                            uint64_t count) {
  struct caller callers[THREADS_MAX];
  double begin = now();

  for (unsigned i = 0; i < threads; i++) {
    callers[i].pool = pool;
    callers[i].count = count / threads;
    start_thread(&callers[i].thread, call_often, &callers[i]);
  }
  for (unsigned i = 0; i < threads; i++)
    pthread_join(callers[i].thread, NULL);
  return now() - begin;
}

static void measure_calls(unsigned threads, uint64_t count, double *device,
                          double *peer) {
  struct pool *pool = pool_start(threads);

  check(threads >= 1 && threads <= THREADS_MAX, "1 to 64 threads");
  for (int block = 0; block < BLOCKS; block++) {
    *device += time_of_calls(NULL, threads, count / BLOCKS);
    *peer += time_of_calls(pool, threads, count / BLOCKS);
  }
  pool_stop(pool);
}

/* ---- handlers */

static uint32_t make_handler(uint64_t to) {
  struct flexio_event_handler_attr attributes = {
      .host_stub_func = hand_over,
      .affinity = {.type = FLEXIO_AFFINITY_STRICT, .id = 0}};
  struct flexio_event_handler *handler = NULL;

  check(flexio_event_handler_create(process, &attributes, &handler) ==
                FLEXIO_STATUS_SUCCESS &&
            flexio_event_handler_run(handler, to) == FLEXIO_STATUS_SUCCESS,
        "cannot create a handler");
  return flexio_event_handler_get_activation_id(handler);
}

static void measure_handlers(uint64_t count, double *device, double *peer) {
  uint32_t ids[2] = {make_handler(1), make_handler(0)};

  for (int block = 0; block < BLOCKS; block++) {
    double begin = now();
    check(flexio_process_call(process, start, NULL, count / BLOCKS, ids[0],
                              ids[1]) == FLEXIO_STATUS_SUCCESS,
          "a call failed");
    while (ask(get_left) != 0)
      pause_shortly();
    *device += now() - begin;
    begin = now();
    take_turns(count / BLOCKS);
    *peer += now() - begin;
  }
}

/* ---- tasks */

static double time_of_device_tasks(struct flexio_cmdq *queue, uint64_t count) {
  double begin = now();
  int is_empty;

  for (uint64_t i = 0; i < count; i++)
    check(flexio_cmdq_task_add(queue, task, 1) == FLEXIO_STATUS_SUCCESS,
          "cannot add a task");
  while ((is_empty = flexio_cmdq_is_empty(queue)) == 0)
    pause_shortly();
  check(is_empty == 1, "a task failed");
  return now() - begin;
}

static double time_of_peer_tasks(struct pool *pool, struct pool_task *tasks,
                                 uint64_t count) {
  double begin = now();

  for (uint64_t i = 0; i < count; i++) {
    tasks[i] = (struct pool_task){i, 1, 0, false, false, NULL};
    pool_add(pool, &tasks[i]);
  }
  pool_wait_until_empty(pool);
  return now() - begin;
}

static void measure_tasks(unsigned workers, int batch, uint64_t count,
                          double *device, double *peer) {
  struct flexio_cmdq_attr attributes = {.workers = (int)workers,
                                        .batch_size = batch,
                                        .state = FLEXIO_CMDQ_STATE_RUNNING};
  struct flexio_cmdq *queue = NULL;
  struct pool_task *tasks = calloc(count / BLOCKS, sizeof *tasks);
  struct pool *pool = pool_start(workers);

  check(tasks, "out of memory");
  check(flexio_cmdq_create(process, &attributes, &queue) ==
            FLEXIO_STATUS_SUCCESS,
        "cannot create a queue");
  for (int block = 0; block < BLOCKS; block++) {
    *device += time_of_device_tasks(queue, count / BLOCKS);
    *peer += time_of_peer_tasks(pool, tasks, count / BLOCKS);
  }
  check(ask(get_performed) == count / BLOCKS * BLOCKS, "tasks are lost");
  pool_stop(pool);
  free(tasks);
  flexio_cmdq_destroy(queue);
}

int main(int argc, char **argv) {
  const char *what = argc > 2 ? argv[1] : "";
  uint64_t count = strtoull(argv[argc - 1], NULL, 10);
  double device = 0;
  double peer = 0;

  start_process();
  if (strcmp(what, "calls") == 0 && argc == 4)
    measure_calls((unsigned)atoi(argv[2]), count, &device, &peer);
  else if (strcmp(what, "handlers") == 0 && argc == 3)
    measure_handlers(count, &device, &peer);
  else if (strcmp(what, "tasks") == 0 && argc == 5)
    measure_tasks((unsigned)atoi(argv[2]), atoi(argv[3]), count, &device,
                  &peer);
  else
    check(false, "expected calls, handlers or tasks, and their numbers");
  count = count / BLOCKS * BLOCKS;
  printf("device %.1f\npeer %.1f\n", (double)count / device,
         (double)count / peer);
  flexio_process_destroy(process);
  return EXIT_SUCCESS;
}
