/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Probes of locks, atomics, counters and the libraries, for the firmware's tests. Part of a device
 * program that is built without dpacc.
 */
#include "test/unit/device/image/probe.h"

#include <libflexio-dev/flexio_dev.h>

#include <dpaintrin.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static struct spinlock_s lock;
static uint64_t guarded;

PROBE probe_lock_init(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  spin_init(&lock);
  guarded = 0;
  return spin_trylock(&lock) * 2 + spin_trylock(&lock) +
         (spin_unlock(&lock), 0);
}

PROBE probe_locked_increments(uint64_t count, uint64_t b) {
  (void)b;
  for (uint64_t i = 0; i < count; i++) {
    spin_lock(&lock);
    guarded = *(volatile uint64_t *)&guarded + 1;
    spin_unlock(&lock);
  }
  return guarded;
}

/* Instructions between two counter reads with `count` loop rounds between them; 0 if a counter
 * went back. */
PROBE probe_counters(uint64_t count, uint64_t b) {
  (void)b;
  uint64_t cycles = __dpa_thread_cycles();
  uint64_t time = __dpa_thread_time();
  uint64_t instructions = __dpa_thread_inst_ret();
  __asm__ volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(count));
  uint64_t passed = __dpa_thread_inst_ret() - instructions;
  return __dpa_thread_cycles() < cycles || __dpa_thread_time() < time ? 0
                                                                      : passed;
}

static uint64_t total64;
static uint32_t total32;
static uint64_t swapped;

/* Additions by every atomic operation; returns how often this thread changed `swapped` from zero
 * to its own value. */
PROBE probe_atomics(uint64_t count, uint64_t own) {
  uint64_t wins = 0;
  for (uint64_t i = 0; i < count; i++) {
    __atomic_fetch_add(&total64, 1, __ATOMIC_RELAXED);
    uint32_t seen = __atomic_load_n(&total32, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&total32, &seen, seen + 1, 0,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    uint64_t zero = 0;
    if (__atomic_compare_exchange_n(&swapped, &zero, own, 0, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      wins += __atomic_exchange_n(&swapped, 0, __ATOMIC_SEQ_CST) == own;
  }
  return wins;
}

PROBE probe_atomic_totals(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  return total64 << 32 | total32;
}

/* Instructions of a message with an argument; the letter of `kind` is in its text. */
PROBE probe_message_instructions(uint64_t kind, uint64_t number) {
  const char *format =
      kind == 's' ? "s: %lu, and more text" : "r: %lu, and more text";
  uint64_t before = __dpa_thread_inst_ret();

  flexio_dev_print(format, number);
  return __dpa_thread_inst_ret() - before;
}

/* 0 if a tick of the timer lasts 1800 cycles. */
PROBE probe_clocks(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  uint64_t before = __dpa_thread_cycles();
  uint64_t time = __dpa_thread_time();
  uint64_t after = __dpa_thread_cycles();
  return time + 1 < before / 1800 || time > after / 1800 + 1;
}

PROBE probe_cycles(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  return __dpa_thread_cycles();
}

#define SHARED_ROUNDS 4096

static uint64_t shared_data[SHARED_ROUNDS];
static uint64_t shared_flag;

/* The guide's thread-to-thread sequence in a loop: data, fence, flag. The flag counts the data
 * written. */
PROBE probe_tell(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  for (uint64_t round = 0; round < SHARED_ROUNDS; round++) {
    shared_data[round] = round * 3 + 1;
    __dpa_thread_memory_fence(__DPA_W, __DPA_W);
    *(volatile uint64_t *)&shared_flag = round + 1;
  }
  return SHARED_ROUNDS;
}

/* Number of rounds in which the flag was visible, but not the data. */
PROBE probe_hear(uint64_t a, uint64_t b) {
  uint64_t mistakes = 0;
  (void)a, (void)b;
  for (uint64_t checked = 0; checked < SHARED_ROUNDS;) {
    uint64_t seen = *(volatile uint64_t *)&shared_flag;
    for (; checked < seen; checked++)
      mistakes +=
          *(volatile uint64_t *)&shared_data[checked] != checked * 3 + 1;
  }
  return mistakes;
}

static uint64_t kept = 100;

/* A global keeps its value between activations, for all threads of this process. */
PROBE probe_global(uint64_t a, uint64_t b) {
  (void)b;
  kept += a;
  return kept;
}

static uint8_t from[128];
static uint8_t to[128];

/* memcpy, memmove and memset at every alignment: without a misaligned access. Returns the number
 * of errors. */
PROBE probe_memory_functions(uint64_t a, uint64_t b) {
  uint64_t mistakes = 0;
  (void)a, (void)b;
  for (unsigned i = 0; i < sizeof from; i++)
    from[i] = (uint8_t)(i * 7 + 1);
  for (unsigned s = 0; s < 8; s++)
    for (unsigned d = 0; d < 8; d++)
      for (unsigned n = 0; n < 70; n++) {
        memset(to, 0xee, sizeof to);
        memcpy(to + d, from + s, n);
        mistakes += memcmp(to + d, from + s, n) != 0 || to[d + n] != 0xee ||
                    (d && to[d - 1] != 0xee);
        memmove(to + s, to + d, n);
        mistakes += memcmp(to + s, from + s, n) != 0;
      }
  return mistakes;
}

/* Number of errors of the C library's formatting into memory. */
PROBE probe_snprintf(uint64_t a, uint64_t b) {
  char text[64];
  uint64_t mistakes = 0;
  mistakes += snprintf(text, sizeof text, "%lu %ld|%5d|%-5d|%05d", a, (long)b,
                       42, 42, 42) != 22;
  mistakes += strcmp(text, "7 -8|   42|42   |00042") != 0;
  mistakes += snprintf(text, sizeof text, "%#x %X %o %c %s %%", 0xabu, 0xcdu,
                       8u, 'c', "s") != 16;
  mistakes += strcmp(text, "0xab CD 10 c s %") != 0;
  memset(text, '#', sizeof text);
  mistakes += snprintf(text, 5, "%s", "abcdefgh") != 8;
  mistakes += memcmp(text, "abcd\0###", 8) != 0;
  mistakes += snprintf(NULL, 0, "%d", 12345) != 5;
  mistakes += sprintf(text, "%.2s|%8.3d", "xyz", 5) != 11;
  mistakes += strcmp(text, "xy|     005") != 0;
  return mistakes;
}

/* A console in memory, as in the manual. */
static char console[128];
static unsigned console_length;
static unsigned console_flushes;

static int console_put(char c, FILE *stream) {
  (void)stream;
  if (console_length == sizeof console)
    return _FDEV_ERR;
  console[console_length++] = c;
  return 0;
}

static int console_flush(FILE *stream) {
  (void)stream;
  console_flushes++;
  return 7;
}

static FILE console_file =
    FDEV_SETUP_STREAM(console_put, NULL, _FDEV_SETUP_WRITE);
static FILE flushed_file =
    FDEV_SETUP_STREAM(console_put, NULL, console_flush, _FDEV_SETUP_WRITE);
static FILE deaf_file = FDEV_SETUP_STREAM(NULL, NULL, _FDEV_SETUP_READ);
FILE *stdout;

/* Number of errors of the standard streams. */
PROBE probe_stdio(uint64_t a, uint64_t b) {
  static const char expected[] = "Hello, world! 7\nline\ntext:x.";
  uint64_t mistakes = 0;
  (void)b;
  stdout = &console_file;
  mistakes += printf("Hello, world! %lu\n", a) != 16;
  mistakes += puts("line") < 0;
  mistakes += fputs("text", stdout) != 0;
  mistakes += fprintf(&flushed_file, ":") != 1;
  mistakes += putchar('x') != 'x' || putc('.', stdout) != '.';
  mistakes += console_length != sizeof expected - 1 ||
              memcmp(console, expected, sizeof expected - 1) != 0;
  mistakes += fflush(&console_file) != 0 || console_flushes != 0;
  mistakes += fflush(&flushed_file) != 7 || console_flushes != 1;
  mistakes += fprintf(&deaf_file, "x") != EOF;
  mistakes += ferror(&console_file) != 0 || feof(&console_file) != 0;
  return mistakes;
}

PROBE probe_fixed_point(uint64_t a, uint64_t b) {
  return (uint64_t)(uint32_t)__dpa_fxp_log2((unsigned)a) ^
         (uint64_t)(uint32_t)__dpa_fxp_rcp((int)b) << 32;
}
