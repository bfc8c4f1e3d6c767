/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Right and wrong uses of a buffer of 64 bytes, compiled for the device and for the host. */
#include "cases.h"

#ifdef __riscv
#include <libflexio-dev/flexio_dev.h>
#define CASE __dpa_rpc__ uint64_t
#else
#define CASE uint64_t
#endif

static volatile uint64_t sink;
static volatile uint64_t table[256];

CASE write_all(uint64_t address) {
  for (unsigned i = 0; i < 64; i++)
    ((volatile uint8_t *)address)[i] = (uint8_t)i;
  return 0;
}

CASE write_behind(uint64_t address) {
  for (unsigned i = 0; i < 17; i++)
    ((volatile uint32_t *)address)[i] = i;
  return 0;
}

CASE read_before(uint64_t address) {
  sink = *(volatile uint16_t *)(address - 2);
  return 0;
}

CASE read_across_end(uint64_t address) {
  sink = ((volatile uint8_t *)address)[64];
  sink = *(volatile uint64_t *)(address + 64);
  return 0;
}

CASE branch_on_byte(uint64_t address) {
  if (((volatile uint8_t *)address)[3] == 7)
    sink = 1;
  return 0;
}

CASE branch_on_defined_half(uint64_t address) {
  ((volatile uint16_t *)address)[0] = 5;
  if (((volatile uint16_t *)address)[0] < 9)
    sink = 1;
  if (((volatile uint16_t *)address)[1] < 9)
    sink = 2;
  return 0;
}

CASE branch_on_masked(uint64_t address) {
  uint64_t word = *(volatile uint64_t *)address;

  word = (word & ~0xffULL) | 0x11;
  if ((word & 0xf0) == 0x10)
    sink = 3;
  if ((word & 0xf00) == 0x100)
    sink = 4;
  return 0;
}

CASE branch_on_sum(uint64_t address) {
  uint64_t sum = 0;

  ((volatile uint64_t *)address)[0] = 1;
  for (unsigned i = 0; i < 2; i++)
    sum += ((volatile uint64_t *)address)[i];
  if (sum > 3)
    sink = 5;
  return 0;
}

CASE index_of_table(uint64_t address) {
  sink = table[((volatile uint8_t *)address)[9]];
  return 0;
}

CASE copy_and_branch(uint64_t address) {
  uint8_t copy[16];

  for (unsigned i = 0; i < 16; i++)
    copy[i] = ((volatile uint8_t *)address)[i];
  if (copy[5])
    sink = 6;
  return 0;
}

static void set_first(uint64_t *words) __attribute__((noinline));
static void set_first(uint64_t *words) { words[0] = 1; }

CASE branch_on_local(uint64_t address) {
  volatile uint64_t words[4];

  (void)address;
  set_first((uint64_t *)words);
  if (words[0])
    sink = 7;
  if (words[1])
    sink = 8;
  return 0;
}

CASE switch_on_byte(uint64_t address) {
  volatile uint8_t *bytes = (volatile uint8_t *)address;

  bytes[0] = 2;
  for (unsigned i = 0; i < 2; i++)
    if (bytes[i] == 2)
      sink = i;
  return 0;
}

CASE read_first(uint64_t address) {
  sink = *(volatile uint32_t *)address;
  return 0;
}

CASE write_last(uint64_t address) {
  *(volatile uint8_t *)(address + 63) = 1;
  return 0;
}
