/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counters that device code stores in memory of the host, and how the host waits
 * for them. */
#ifndef SAMPLE_WAIT_H
#define SAMPLE_WAIT_H

#include "../device/sample_rings.h"
#include "sample.h"

struct sample_counters {
  struct sample_window window;
  size_t count;
};

bool sample_open_counters(const struct sample *sample, size_t count,
                          struct sample_counters *counters);
/* Accepts counters whose opening failed. */
bool sample_close_counters(const struct sample *sample,
                           struct sample_counters *counters);

/* What device code needs of one of them. */
struct sample_counter sample_counter_of(const struct sample_counters *counters,
                                        size_t number);

/* Makes Ctrl-C and SIGTERM end sample_wait(). */
void sample_catch_signals(void);

/* Waits until all counters together have reached `wanted`, or the program is
 * interrupted; returns their sum in `total`. False: the process has ended. */
bool sample_wait(const struct sample *sample,
                 const struct sample_counters *counters, uint64_t wanted,
                 uint64_t *total);

#endif
