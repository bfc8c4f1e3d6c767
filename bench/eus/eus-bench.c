/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * EU benchmark, run by run.py under dpa-run: prints one figure a line, "name
 * value", for one measurement.
 *
 * usage: eus-bench start | scale ROUNDS | watchdog |
 *        lock spin|compare|ticket|plain UNITS SECTIONS_OF_EACH
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include "work.h"

enum { UNITS_MAX = 256 };

extern struct flexio_app *eus_bench_app;
flexio_func_t nothing, busy, spin_locked, compare_locked, ticket_locked,
    plain_locked, meet, count, endless;

static void die(const char *what) {
  fprintf(stderr, "eus-bench: error: %s\n", what);
  exit(EXIT_FAILURE);
}

static double seconds_of(clockid_t clock) {
  struct timespec time;

  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double now(void) { return seconds_of(CLOCK_MONOTONIC); }

static struct ibv_context *open_device(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = list && *list ? ibv_open_device(*list) : NULL;

  if (!context)
    die("cannot open a device; start the program with dpa-run");
  ibv_free_device_list(list);
  return context;
}

static struct flexio_process *start(struct ibv_context *context) {
  struct flexio_process *process;

  if (flexio_process_create(context, eus_bench_app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    die("cannot create a process");
  return process;
}

/* Functions take of the arguments what they want. */
static uint64_t call(struct flexio_process *process, flexio_func_t *function,
                     uint64_t argument, uint64_t units) {
  uint64_t result = 0;

  if (flexio_process_call(process, function, &result, argument, units) !=
      FLEXIO_STATUS_SUCCESS)
    die("a call failed");
  return result;
}

/* Threads that begin together; each does its task once. */
struct team {
  pthread_barrier_t begin;
  pthread_barrier_t end;
  void (*task)(const struct team *team);
  struct flexio_process *process;
  flexio_func_t *function;
  uint64_t argument;
  uint64_t units;
  pthread_mutex_t lock; /* of what follows */
  double first;         /* begin of a task */
  double last;          /* end of a task */
};

static void *member(void *argument) {
  struct team *team = argument;

  pthread_barrier_wait(&team->begin);
  double begin = now();
  team->task(team);
  double end = now();
  pthread_mutex_lock(&team->lock);
  if (team->first == 0 || begin < team->first)
    team->first = begin;
  if (end > team->last)
    team->last = end;
  pthread_mutex_unlock(&team->lock);
  pthread_barrier_wait(&team->end);
  return NULL;
}

static void call_task(const struct team *team) {
  call(team->process, team->function, team->argument, team->units);
}

static void native_task(const struct team *team) {
  volatile uint64_t result = work(team->argument);

  (void)result;
}

/* Seconds that `size` threads take together, by their own clocks: this one may
 * have no core while they work. */
static double run_team(struct team *team, unsigned size) {
  pthread_t threads[UNITS_MAX];

  team->first = team->last = 0;
  pthread_mutex_init(&team->lock, NULL);
  pthread_barrier_init(&team->begin, NULL, size + 1);
  pthread_barrier_init(&team->end, NULL, size + 1);
  for (unsigned i = 0; i < size; i++)
    if (pthread_create(&threads[i], NULL, member, team) != 0)
      die("cannot create a thread");
  pthread_barrier_wait(&team->begin);
  pthread_barrier_wait(&team->end);
  for (unsigned i = 0; i < size; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&team->begin);
  pthread_barrier_destroy(&team->end);
  pthread_mutex_destroy(&team->lock);
  return team->last - team->first;
}

static void scale(uint64_t rounds) {
  struct flexio_process *process = start(open_device());
  struct team device = {.task = call_task,
                        .process = process,
                        .function = busy,
                        .argument = rounds};
  struct team native = {.task = native_task, .argument = rounds * 4};

  call(process, busy, rounds, 1);
  double one = run_team(&device, 1);
  double native_one = run_team(&native, 1);
  double two = run_team(&device, 2);
  double native_two = run_team(&native, 2);
  printf("device %f\nnative %f\n", 2 * one / two, 2 * native_one / native_two);
}

/* The same work by 1, 2 and 4 EUs; with --threads=1 they share a thread. */
static void share(uint64_t rounds) {
  struct team team = {
      .task = call_task, .process = start(open_device()), .function = busy};

  call(team.process, busy, rounds, 1);
  for (unsigned units = 1; units <= 4; units *= 2) {
    team.argument = rounds / units;
    printf("of%u %f\n", units, (double)rounds / run_team(&team, units));
  }
}

static flexio_func_t *locked(const char *kind) {
  if (strcmp(kind, "spin") == 0)
    return spin_locked;
  if (strcmp(kind, "compare") == 0)
    return compare_locked;
  if (strcmp(kind, "ticket") == 0)
    return ticket_locked;
  if (strcmp(kind, "plain") == 0)
    return plain_locked;
  die("no lock of that kind");
  return NULL;
}

static void lock(const char *kind, unsigned units, uint64_t sections) {
  struct team team = {.task = call_task,
                      .process = start(open_device()),
                      .function = locked(kind),
                      .argument = sections,
                      .units = units};

  if (units < 1 || units > UNITS_MAX)
    die("1 to 256 units");
  double seconds = run_team(&team, units);
  uint64_t counted = call(team.process, count, 0, 0);
  if (counted != units * sections)
    die("sections were lost");
  printf("sections %f\n", (double)counted / seconds);
}

/* Resident KiB of this program. */
static long resident(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");

  if (!file || fscanf(file, "%*d %ld", &pages) != 1)
    die("/proc/self/statm");
  fclose(file);
  return pages * 4;
}

/* A lone call takes the idle EU with the lowest number; to reach all, as many
 * calls are made at once and meet on the device. */
static void first_steps(void) {
  double begin = now();
  struct ibv_context *context = open_device();
  struct flexio_process *process = start(context);
  call(process, nothing, 0, 0);
  printf("start %f\n", (now() - begin) * 1e3);
  long before = resident();
  struct team team = {.task = call_task,
                      .process = process,
                      .function = meet,
                      .argument = UNITS_MAX};
  run_team(&team, UNITS_MAX);
  printf("memory %f\n", (double)(resident() - before) / 1024);
}

static void watchdog(void) {
  struct flexio_process *process = start(open_device());
  uint64_t result;
  /* Processor time: the watchdog does not count that of others, either. */
  double begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);

  if (flexio_process_call(process, endless, &result) != FLEXIO_STATUS_FATAL_ERR)
    die("an endless loop ended");
  printf("seconds %f\n", seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";

  if (strcmp(what, "start") == 0)
    first_steps();
  else if (strcmp(what, "scale") == 0 && argc == 3)
    scale(strtoull(argv[2], NULL, 10));
  else if (strcmp(what, "share") == 0 && argc == 3)
    share(strtoull(argv[2], NULL, 10));
  else if (strcmp(what, "lock") == 0 && argc == 5)
    lock(argv[2], (unsigned)atoi(argv[3]), strtoull(argv[4], NULL, 10));
  else if (strcmp(what, "watchdog") == 0)
    watchdog();
  else
    die("usage: start | scale ROUNDS | share ROUNDS | lock KIND UNITS SECTIONS "
        "| watchdog");
  return EXIT_SUCCESS;
}
