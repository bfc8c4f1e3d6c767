/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Debugging of device programs: the instructions and cycles that a statement takes, and the
 * printers of older programs.
 */
#ifndef FLEXIO_DEV_DEBUG_H
#define FLEXIO_DEV_DEBUG_H

#include "flexio_dev.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A measurement. */
struct flexio_dev_perf_data {
  uint64_t cycles; /**< clock cycles */
  uint64_t insts;  /**< instructions */
  int flag;        /**< 1 while a measurement runs */
};

/**
 * Measures a statement, which must not be left by break, and sends the result to the default
 * stream. `keyword` is a word or a string.
 *
 *   FLEXIO_DEV_PERF_MEASURE(copy) memcpy(to, from, size);
 *
 * sends "copy: instructions/cycles: 120/240".
 */
#define FLEXIO_DEV_PERF_MEASURE(keyword)                                       \
  for (struct flexio_dev_perf_data flexio_dev_perf_ = flexio_dev_perf_begin(); \
       flexio_dev_perf_.flag; flexio_dev_perf_end(&flexio_dev_perf_),          \
                                   flexio_dev_perf_print(&flexio_dev_perf_,    \
                                                         #keyword))

/** Measures a statement as FLEXIO_DEV_PERF_MEASURE() does, and adds the result to *ptr (struct
 * flexio_dev_perf_data), which is initially zero. */
#define FLEXIO_DEV_PERF_COLLECT(ptr)                                           \
  for (struct flexio_dev_perf_data flexio_dev_perf_ = flexio_dev_perf_begin(); \
       flexio_dev_perf_.flag; flexio_dev_perf_end(&flexio_dev_perf_),          \
                                   (ptr)->cycles += flexio_dev_perf_.cycles,   \
                                   (ptr)->insts += flexio_dev_perf_.insts)

/** Starts a measurement, for the two macros. */
FLEXIO_DEV_STABLE struct flexio_dev_perf_data flexio_dev_perf_begin(void);

/** Ends a measurement: *pdata then has the cycles and instructions since its start. */
FLEXIO_DEV_STABLE void flexio_dev_perf_end(struct flexio_dev_perf_data *pdata);

/** Sends "<keyword>: instructions/cycles: <insts>/<cycles>" to the default stream, without quotes
 * around the keyword. */
FLEXIO_DEV_STABLE void
flexio_dev_perf_print(const struct flexio_dev_perf_data *pdata,
                      const char *keyword);

/** Measures the measurement itself, which is then subtracted from all later results of the process.
 */
FLEXIO_DEV_STABLE void flexio_dev_perf_measure_calibrate(void);

/** Sends `length` bytes of text, 0 for all of it, to the default stream with level DEBUG. */
FLEXIO_DEV_STABLE void print_sim_str(const char *text, int length);
/** Sends a hexadecimal number with at least `digits` digits to the default stream with level DEBUG.
 */
FLEXIO_DEV_STABLE void print_sim_hex(uint64_t value, int digits);
/** Sends a decimal number with at least `digits` digits to the default stream with level DEBUG. */
FLEXIO_DEV_STABLE void print_sim_int(uint64_t value, int digits);
/** Sends a character to the default stream with level DEBUG. */
FLEXIO_DEV_STABLE void print_sim_putc(char c);

FLEXIO_DEV_MARKS_OF_DEBUG_

#ifdef __cplusplus
}
#endif

#endif
