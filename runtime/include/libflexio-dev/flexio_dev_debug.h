/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Help for debugging device programs: how many instructions and cycles a
 * statement takes, and the printers that older programs use.
 */
#ifndef FLEXIO_DEV_DEBUG_H
#define FLEXIO_DEV_DEBUG_H

#include "flexio_dev.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flexio_dev_perf_data {
  uint64_t cycles; /* clock cycles */
  uint64_t insts;  /* instructions */
  int flag;        /* 1 while a measurement runs */
};

/*
 *   FLEXIO_DEV_PERF_MEASURE(copy) memcpy(to, from, size);
 *
 * runs the statement, which must not be left by break, and sends "copy:
 * instructions/cycles: 120/240" to the default stream. `keyword` is a word or a
 * string.
 */
#define FLEXIO_DEV_PERF_MEASURE(keyword)                                       \
  for (struct flexio_dev_perf_data flexio_dev_perf_ = flexio_dev_perf_begin(); \
       flexio_dev_perf_.flag; flexio_dev_perf_end(&flexio_dev_perf_),          \
                                   flexio_dev_perf_print(&flexio_dev_perf_,    \
                                                         #keyword))

/* Runs the statement and adds what it took to *ptr (struct
 * flexio_dev_perf_data), which begins with zeros. */
#define FLEXIO_DEV_PERF_COLLECT(ptr)                                           \
  for (struct flexio_dev_perf_data flexio_dev_perf_ = flexio_dev_perf_begin(); \
       flexio_dev_perf_.flag; flexio_dev_perf_end(&flexio_dev_perf_),          \
                                   (ptr)->cycles += flexio_dev_perf_.cycles,   \
                                   (ptr)->insts += flexio_dev_perf_.insts)

/* What the two macros are made of: a running measurement, and its end, which
 * turns it into figures. */
FLEXIO_DEV_EXPERIMENTAL struct flexio_dev_perf_data flexio_dev_perf_begin(void);
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_perf_end(struct flexio_dev_perf_data *pdata);

/* Sends "<keyword>: instructions/cycles: <insts>/<cycles>" to the default
 * stream. Quotes around the keyword are left out. */
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_perf_print(const struct flexio_dev_perf_data *pdata,
                      const char *keyword);

/* Measures the measuring itself; from then on it is taken off all figures of
 * the process. */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_perf_measure_calibrate(void);

/* Printers of a simulator that older programs were written for: text goes to the
 * default stream, at level DEBUG. `length` 0: up to the NUL; `digits`: at least
 * so many, in hexadecimal or decimal. */
FLEXIO_DEV_EXPERIMENTAL void print_sim_str(const char *text, int length);
FLEXIO_DEV_EXPERIMENTAL void print_sim_hex(uint64_t value, int digits);
FLEXIO_DEV_EXPERIMENTAL void print_sim_int(uint64_t value, int digits);
FLEXIO_DEV_EXPERIMENTAL void print_sim_putc(char c);

#ifdef __cplusplus
}
#endif

#endif
