/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program of the macro PROGRAM, as bench/cpu/guest/linux-start.c calls it.
 * With 0 rounds the program is not called: run.py measures the start of the
 * process so, which does not include the data that a program prepares.
 */
#include <stdint.h>

uint64_t program_run(uint64_t number, uint64_t rounds);
void abort(void);

#define JOIN(a, b) a##b
#define NAMED(name) JOIN(program_, name)
uint64_t NAMED(PROGRAM)(uint64_t rounds);

/* Thread-local variables such as errno, initially zero. */
static _Alignas(64) char thread_local_storage[4096];

/* Replaces that of the library, which makes a system call. */
void abort(void) { __builtin_trap(); }

uint64_t program_run(uint64_t number, uint64_t rounds) {
  (void)number;
  __asm__ volatile("mv tp, %0" : : "r"(thread_local_storage));
  return rounds == 0 ? 0 : NAMED(PROGRAM)(rounds);
}
