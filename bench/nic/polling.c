/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How long a remote call takes on an idle device, and while 128 handlers poll
 * memory for ever. Prints the medians 'idle' and 'polling', in nanoseconds.
 *
 * usage: polling COUNT
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

enum { HANDLERS = 128 };

extern struct flexio_app *polling_app;
flexio_func_t poll_memory, activate, get_polling, end_polling;

static struct flexio_process *process;

static void check(bool is_fine, const char *what) {
  if (is_fine)
    return;
  fprintf(stderr, "polling: error: %s\n", what);
  exit(EXIT_FAILURE);
}

static uint64_t now(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t ask(flexio_func_t *function) {
  uint64_t result = 0;

  check(flexio_process_call(process, function, &result) ==
            FLEXIO_STATUS_SUCCESS,
        "a call failed");
  return result;
}

static void start_process(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = list && list[0] ? ibv_open_device(list[0]) : 0;

  check(context, "no device; start the program with dpa-run");
  ibv_free_device_list(list);
  check(flexio_process_create(context, polling_app, NULL, &process) ==
            FLEXIO_STATUS_SUCCESS,
        "cannot create a process");
}

static int compare(const void *one, const void *other) {
  uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;

  return (a > b) - (a < b);
}

static uint64_t median_of_calls(size_t count) {
  uint64_t *times = calloc(count, sizeof *times), median;

  check(times, "out of memory");
  for (size_t i = 0; i < count; i++) {
    uint64_t begin = now();
    ask(get_polling);
    times[i] = now() - begin;
  }
  qsort(times, count, sizeof *times, compare);
  median = times[count / 2];
  free(times);
  return median;
}

static void start_handlers(struct flexio_event_handler **handlers) {
  struct flexio_event_handler_attr attributes = {
      .host_stub_func = poll_memory,
      .affinity = {.type = FLEXIO_AFFINITY_NONE}};

  for (int i = 0; i < HANDLERS; i++) {
    uint32_t id;

    check(flexio_event_handler_create(process, &attributes, &handlers[i]) ==
                  FLEXIO_STATUS_SUCCESS &&
              flexio_event_handler_run(handlers[i], 0) == FLEXIO_STATUS_SUCCESS,
          "cannot create a handler");
    id = flexio_event_handler_get_activation_id(handlers[i]);
    check(flexio_process_call(process, activate, NULL, id) ==
              FLEXIO_STATUS_SUCCESS,
          "cannot activate a handler");
  }
}

int main(int count, char **arguments) {
  struct flexio_event_handler *handlers[HANDLERS];
  size_t calls = count == 2 ? strtoull(arguments[1], NULL, 10) : 0;

  if (calls == 0) {
    fputs("usage: polling COUNT\n", stderr);
    return 2;
  }
  start_process();
  printf("idle %llu\n", (unsigned long long)median_of_calls(calls));
  start_handlers(handlers);
  while (ask(get_polling) != HANDLERS) {
  }
  printf("polling %llu\n", (unsigned long long)median_of_calls(calls));
  ask(end_polling);
  while (ask(get_polling) != 0) {
  }
  for (int i = 0; i < HANDLERS; i++)
    check(flexio_event_handler_destroy(handlers[i]) == FLEXIO_STATUS_SUCCESS,
          "cannot destroy a handler");
  check(flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS,
        "cannot destroy the process");
  return 0;
}
