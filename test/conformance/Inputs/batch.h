/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What sequence-harness.c reads and writes, and where its memory is; shared by the guest and by the
 * tool that feeds it. A batch is a header, its sequences and their code; the answer is one result
 * for each sequence, then, if asked for, one state for each.
 */
#ifndef TEST_CONFORMANCE_BATCH_H
#define TEST_CONFORMANCE_BATCH_H

/* Of batch-harness.ld. A sequence ends by a jump to the stub of its base register. */
#define STUBS_BASE 0x100000
#define STUB_SIZE 256
#define CODE_BASE 0x102000
#define CODE_SIZE 0xe0000 /* so that every stub is in reach of a jal */
#define SCRATCH_NEAR 0x1f0000
#define SCRATCH_FAR 0x40000000
#define SCRATCH_SIZE 512
/* The base register points here, into the scratch memory. */
#define SCRATCH_ORIGIN 128

#define SEQUENCES_MAX 4096
#define STATES_MAX 16

#ifndef __ASSEMBLER__
#include <stdint.h>

struct BatchHeader {
  uint32_t count;
  uint32_t codeSize;
  uint64_t scratch;     /* SCRATCH_NEAR or SCRATCH_FAR */
  uint64_t wantsStates; /* 1: of at most STATES_MAX sequences */
};

struct BatchSequence {
  uint32_t offset; /* of its code */
  uint32_t base;   /* the register that points into the scratch memory */
  uint64_t seed;   /* of registers and memory before it */
};

struct BatchResult {
  uint64_t digest;
  uint64_t retired; /* instructions, if the machine counts them */
};

struct BatchState {
  uint64_t before[32]; /* registers */
  uint64_t after[32];
  uint64_t memory[SCRATCH_SIZE / 8]; /* after */
};
#endif

#endif
