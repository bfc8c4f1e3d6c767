/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counters of the samples that handle packets: see sample_wait.h. */
#include "sample_wait.h"

#include <poll.h>
#include <signal.h>

/* Handlers on different execution units write to different cache lines. */
enum { WORDS_OF_COUNTER = 8, WAIT_MILLISECONDS = 10 };

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal_number) {
  (void)signal_number;
  is_interrupted = 1;
}

void sample_catch_signals(void) {
  signal(SIGINT, interrupt);
  signal(SIGTERM, interrupt);
}

bool sample_open_counters(const struct sample *sample, size_t count,
                          struct sample_counters *counters) {
  counters->count = count;
  return sample_open_window(sample, count * WORDS_OF_COUNTER * sizeof(uint64_t),
                            &counters->window);
}

bool sample_close_counters(const struct sample *sample,
                           struct sample_counters *counters) {
  return sample_close_window(sample, &counters->window);
}

struct sample_counter sample_counter_of(const struct sample_counters *counters,
                                        size_t number) {
  const uint64_t *words = counters->window.memory;

  return (struct sample_counter){
      .address = (uint64_t)(uintptr_t)&words[number * WORDS_OF_COUNTER],
      .window = flexio_window_get_id(counters->window.window),
      .key = counters->window.region->lkey};
}

static uint64_t sum_of(const struct sample_counters *counters) {
  const volatile uint64_t *words = counters->window.memory;
  uint64_t sum = 0;

  for (size_t i = 0; i < counters->count; i++)
    sum += words[i * WORDS_OF_COUNTER];
  return sum;
}

bool sample_wait(const struct sample *sample,
                 const struct sample_counters *counters, uint64_t wanted,
                 uint64_t *total) {
  struct pollfd death = {.fd = flexio_err_handler_fd(sample->process),
                         .events = POLLIN};

  while (!is_interrupted && sum_of(counters) < wanted)
    if (poll(&death, 1, WAIT_MILLISECONDS) > 0)
      return sample_fail(sample, "the process has ended");
  *total = sum_of(counters);
  return true;
}
