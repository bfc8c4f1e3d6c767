/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that end their process, each in another way, and one that does not. Volatile keeps the
 * compiler from removing the faults. */
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <stdint.h>

/* Crash reports then show each function under its own name. */
#define NOINLINE __attribute__((noinline))

NOINLINE __dpa_rpc__ uint64_t add(uint64_t a, uint64_t b) { return a + b; }

NOINLINE static uint64_t read_at(uint64_t address) {
  return *(volatile uint64_t *)address;
}

NOINLINE static void write_at(uint64_t address) {
  *(volatile uint32_t *)address = 5;
}

NOINLINE __dpa_rpc__ uint64_t read_null(void) { return read_at(16) + 1; }

static uint64_t numbers[4];

NOINLINE __dpa_rpc__ uint64_t read_misaligned(void) {
  return read_at((uint64_t)numbers + 3) + 1;
}

NOINLINE __dpa_rpc__ uint64_t write_misaligned(void) {
  write_at((uint64_t)numbers + 1);
  return 0;
}

NOINLINE __dpa_rpc__ uint64_t write_text(void) {
  *(volatile uint64_t *)((uint64_t)&add & ~7ull) = 0;
  return 0;
}

NOINLINE __dpa_rpc__ uint64_t illegal_instruction(void) {
  __asm__ volatile(".4byte 0xffffffff");
  return 0;
}

/* An instruction that the hart has only in machine mode. */
NOINLINE __dpa_rpc__ uint64_t privileged_instruction(void) {
  uint64_t value;

  __asm__ volatile("csrr %0, mstatus" : "=r"(value));
  return value;
}

NOINLINE __dpa_rpc__ uint64_t jump_to_data(void) {
  return ((uint64_t (*)(void))numbers)();
}

/* Uses more than the 8184 bytes of a stack, in steps. */
NOINLINE static uint64_t recurse(uint64_t depth) {
  volatile uint64_t block[16];

  block[depth % 16] = depth;
  return depth == 0 ? block[0] : recurse(depth - 1) + block[depth % 16];
}

NOINLINE __dpa_rpc__ uint64_t overflow_stack(void) { return recurse(100000); }

NOINLINE __dpa_rpc__ uint64_t loop_for_ever(void) {
  for (;;)
    __asm__ volatile("");
}

NOINLINE __dpa_rpc__ uint64_t report_error(void) { flexio_dev_error(200); }

NOINLINE __dpa_rpc__ uint64_t finish_process(void) {
  flexio_dev_process_finish();
}

NOINLINE __dpa_rpc__ uint64_t finish_thread(void) {
  flexio_dev_thread_finish();
}
