/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs instruction sequences given in batches on standard input, and writes the resulting registers
 * and memory. A static Linux program that needs only read, write and exit_group, so that it runs on
 * qemu-riscv64 and on our hart alike.
 */
#include "batch.h"
#include "operands.h"

enum { SYS_READ = 63, SYS_WRITE = 64, SYS_EXIT_GROUP = 94 };

static uint8_t stack[16384] __attribute__((aligned(16), used));
__asm__(".globl stack_end\n .set stack_end, stack + 16384");
uint64_t frame[32];
uint64_t stack_of_enter;
extern char loaders[];
void enter(const char *loader);

static uint8_t *const code = (uint8_t *)CODE_BASE;

static struct BatchHeader header;
static struct BatchSequence sequences[SEQUENCES_MAX];
static struct BatchResult results[SEQUENCES_MAX];
static struct BatchState states[STATES_MAX];

static long system_call(long number, long a, long b, long c) {
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
  return a0;
}

static void leave_program(int status) {
  for (;;)
    system_call(SYS_EXIT_GROUP, status, 0, 0);
}

static void read_all(void *to, uint64_t size) {
  for (uint64_t done = 0; done < size;) {
    const long count =
        system_call(SYS_READ, 0, (long)to + (long)done, (long)(size - done));
    if (count <= 0)
      leave_program(done == 0 && count == 0 ? 0 : 1);
    done += (uint64_t)count;
  }
}

static void write_all(const void *from, uint64_t size) {
  for (uint64_t done = 0; done < size;) {
    const long count =
        system_call(SYS_WRITE, 1, (long)from + (long)done, (long)(size - done));
    if (count <= 0)
      leave_program(1);
    done += (uint64_t)count;
  }
}

static uint64_t hash_of(const uint64_t *values, uint64_t count, uint64_t hash) {
  for (uint64_t i = 0; i < count; i++) {
    hash = (hash ^ values[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return hash;
}

static uint64_t retired(void) {
  uint64_t count;
  __asm__ volatile("rdinstret %0" : "=r"(count)::"memory");
  return count;
}

/* No sequence may see a reservation of the one before it. */
static void drop_reservation(uint64_t *cell) {
  uint64_t failed;
  __asm__ volatile("sc.d %0, zero, (%1)"
                   : "=&r"(failed)
                   : "r"(cell)
                   : "memory");
}

static void run(uint64_t index, uint64_t *scratch) {
  const struct BatchSequence *sequence = &sequences[index];
  uint64_t random = sequence->seed;
  drop_reservation(scratch);
  for (uint64_t i = 0; i < SCRATCH_SIZE / 8; i++)
    scratch[i] = (random + i) * UINT64_C(0x9e3779b97f4a7c15);
  frame[0] = 0;
  for (int r = 1; r < 32; r++)
    frame[r] = operand(&random);
  frame[sequence->base] = (uint64_t)code + sequence->offset;
  if (header.wantsStates)
    for (int r = 0; r < 32; r++)
      states[index].before[r] = frame[r];

  const uint64_t begin = retired();
  enter(loaders + STUB_SIZE * sequence->base);
  results[index].retired = retired() - begin;
  results[index].digest =
      hash_of(scratch, SCRATCH_SIZE / 8, hash_of(frame, 32, sequence->seed));
  if (!header.wantsStates)
    return;
  for (int r = 0; r < 32; r++)
    states[index].after[r] = frame[r];
  for (uint64_t i = 0; i < SCRATCH_SIZE / 8; i++)
    states[index].memory[i] = scratch[i];
}

__attribute__((used, noreturn)) void harness(void) {
  for (;;) {
    read_all(&header, sizeof header);
    if (header.count > SEQUENCES_MAX || header.codeSize > CODE_SIZE ||
        (header.wantsStates && header.count > STATES_MAX))
      leave_program(2);
    read_all(sequences, header.count * sizeof sequences[0]);
    read_all(code, header.codeSize);
    __asm__ volatile("fence.i" ::: "memory");
    uint64_t *scratch = (uint64_t *)header.scratch;
    for (uint64_t i = 0; i < header.count; i++)
      run(i, scratch);
    write_all(results, header.count * sizeof results[0]);
    if (header.wantsStates)
      write_all(states, header.count * sizeof states[0]);
  }
}
