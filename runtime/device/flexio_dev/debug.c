/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Measurements of statements, and the printers of older programs. A calibration
 * measures the cost of a measurement itself. */
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_debug.h>

static struct flexio_dev_perf_data overhead;

struct flexio_dev_perf_data flexio_dev_perf_begin(void) {
  struct flexio_dev_perf_data data = {.flag = 1};
  data.insts = __dpa_thread_inst_ret();
  data.cycles = __dpa_thread_cycles();
  return data;
}

static uint64_t without(uint64_t whole, uint64_t part) {
  return whole > part ? whole - part : 0;
}

void flexio_dev_perf_end(struct flexio_dev_perf_data *pdata) {
  uint64_t cycles = __dpa_thread_cycles() - pdata->cycles;
  uint64_t insts = __dpa_thread_inst_ret() - pdata->insts;
  pdata->cycles = without(cycles, overhead.cycles);
  pdata->insts = without(insts, overhead.insts);
  pdata->flag = 0;
}

void flexio_dev_perf_measure_calibrate(void) {
  overhead = (struct flexio_dev_perf_data){0};
  struct flexio_dev_perf_data empty = flexio_dev_perf_begin();
  flexio_dev_perf_end(&empty);
  overhead = empty;
}

static int length_without_quote(const char *text) {
  int length = 0;
  while (text[length] && text[length] != '"')
    length++;
  return length;
}

void flexio_dev_perf_print(const struct flexio_dev_perf_data *pdata,
                           const char *keyword) {
  if (*keyword == '"')
    keyword++;
  flexio_dev_print("%.*s: instructions/cycles: %lu/%lu\n",
                   length_without_quote(keyword), keyword,
                   (unsigned long)pdata->insts, (unsigned long)pdata->cycles);
}

void print_sim_str(const char *text, int length) {
  flexio_dev_msg_dflt(FLEXIO_MSG_DEV_DEBUG, "%.*s", length > 0 ? length : -1,
                      text);
}

void print_sim_hex(uint64_t value, int digits) {
  flexio_dev_msg_dflt(FLEXIO_MSG_DEV_DEBUG, "%.*lx", digits > 0 ? digits : 1,
                      (unsigned long)value);
}

void print_sim_int(uint64_t value, int digits) {
  flexio_dev_msg_dflt(FLEXIO_MSG_DEV_DEBUG, "%.*ld", digits > 0 ? digits : 1,
                      (long)value);
}

void print_sim_putc(char c) {
  flexio_dev_msg_dflt(FLEXIO_MSG_DEV_DEBUG, "%c", c);
}
