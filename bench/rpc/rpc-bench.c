/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RPC benchmark, run by run.py under dpa-run: the round trip of
 * flexio_process_call() against a round trip between two threads through a
 * condition variable, and the time from process creation to the first result.
 * Prints a median each, as NAME VALUE; the two round trips are measured in
 * turns of a block each, so that both see the same machine.
 *
 * usage: rpc-bench DEVICE [ROUNDTRIPS [STARTS]]
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

enum { BLOCK = 500 };

extern struct flexio_app *rpc_bench_app;
flexio_func_t add;

static double now_us(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left;
  double b = *(const double *)right;

  return (a > b) - (a < b);
}

static double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, compare);
  return values[count / 2];
}

static void die(const char *what) {
  fprintf(stderr, "rpc-bench: error: %s\n", what);
  exit(EXIT_FAILURE);
}

/* The peer: a thread that adds when it is asked to. */
struct peer {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  enum { IDLE, ASKED, ANSWERED, ENDED } state;
  uint64_t first, second, sum;
};

static void *serve(void *argument) {
  struct peer *peer = argument;

  pthread_mutex_lock(&peer->mutex);
  while (peer->state != ENDED) {
    if (peer->state == ASKED) {
      peer->sum = peer->first + peer->second;
      peer->state = ANSWERED;
      pthread_cond_broadcast(&peer->changed);
    }
    pthread_cond_wait(&peer->changed, &peer->mutex);
  }
  pthread_mutex_unlock(&peer->mutex);
  return NULL;
}

static uint64_t ask(struct peer *peer, uint64_t first, uint64_t second) {
  pthread_mutex_lock(&peer->mutex);
  peer->first = first;
  peer->second = second;
  peer->state = ASKED;
  pthread_cond_broadcast(&peer->changed);
  while (peer->state != ANSWERED)
    pthread_cond_wait(&peer->changed, &peer->mutex);
  uint64_t sum = peer->sum;
  peer->state = IDLE;
  pthread_mutex_unlock(&peer->mutex);
  return sum;
}

static void end(struct peer *peer) {
  pthread_mutex_lock(&peer->mutex);
  peer->state = ENDED;
  pthread_cond_broadcast(&peer->changed);
  pthread_mutex_unlock(&peer->mutex);
}

static struct ibv_context *open_device(const char *name) {
  int count = 0;
  struct ibv_device **list = ibv_get_device_list(&count);
  struct ibv_context *context = NULL;

  for (int i = 0; list && i < count; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0)
      context = ibv_open_device(list[i]);
  if (list)
    ibv_free_device_list(list);
  if (!context)
    die("cannot open the device; start the program with dpa-run");
  return context;
}

static struct flexio_process *start(struct ibv_context *device) {
  struct flexio_process *process;

  if (flexio_process_create(device, rpc_bench_app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    die("cannot create a process");
  return process;
}

static void call(struct flexio_process *process, uint64_t number) {
  uint64_t sum = 0;

  if (flexio_process_call(process, add, &sum, number, UINT64_C(1)) !=
          FLEXIO_STATUS_SUCCESS ||
      sum != number + 1)
    die("a call failed");
}

static double measure_starts(struct ibv_context *device, int count) {
  double *times = calloc((size_t)count, sizeof *times);

  if (!times)
    die("out of memory");
  for (int i = 0; i < count; i++) {
    double begin = now_us();
    struct flexio_process *process = start(device);
    call(process, 41);
    times[i] = now_us() - begin;
    flexio_process_destroy(process);
  }
  double result = median(times, (size_t)count);
  free(times);
  return result;
}

static void measure_round_trips(struct ibv_context *device, int count,
                                double *call_us, double *peer_us) {
  struct peer peer = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                      .changed = PTHREAD_COND_INITIALIZER,
                      .state = IDLE};
  struct flexio_process *process = start(device);
  double *call_times = calloc((size_t)count, sizeof *call_times);
  double *peer_times = calloc((size_t)count, sizeof *peer_times);
  pthread_t thread;

  if (!call_times || !peer_times ||
      pthread_create(&thread, NULL, serve, &peer) != 0)
    die("out of resources");
  for (int done = 0; done < count; done += BLOCK) {
    for (int i = done; i < done + BLOCK && i < count; i++) {
      double begin = now_us();
      call(process, (uint64_t)i);
      call_times[i] = now_us() - begin;
    }
    for (int i = done; i < done + BLOCK && i < count; i++) {
      double begin = now_us();
      if (ask(&peer, (uint64_t)i, 1) != (uint64_t)i + 1)
        die("the peer answered wrong");
      peer_times[i] = now_us() - begin;
    }
  }
  end(&peer);
  pthread_join(thread, NULL);
  *call_us = median(call_times, (size_t)count);
  *peer_us = median(peer_times, (size_t)count);
  free(call_times);
  free(peer_times);
  flexio_process_destroy(process);
}

int main(int argc, char **argv) {
  int round_trips = argc > 2 ? atoi(argv[2]) : 10000;
  int starts = argc > 3 ? atoi(argv[3]) : 21;
  double call_us;
  double peer_us;

  if (argc < 2 || round_trips < 1 || starts < 1)
    die("usage: rpc-bench DEVICE [ROUNDTRIPS [STARTS]]");
  struct ibv_context *device = open_device(argv[1]);
  double start_us = measure_starts(device, starts);
  measure_round_trips(device, round_trips, &call_us, &peer_us);
  printf("call_us %.4f\npeer_us %.4f\nstart_ms %.4f\n", call_us, peer_us,
         start_us / 1e3);
  ibv_close_device(device);
  return EXIT_SUCCESS;
}
