/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An interpreter of byte code: a switch in a loop. */
#include "broad.h"

enum opcode {
  PUSH,
  ADD,
  MULTIPLY,
  SUBTRACT,
  COPY,
  SWAP,
  LOAD,
  STORE,
  LESS,
  JUMP_IF,
  MASK,
  END
};

/* i = n; sum = 0; do { sum = (sum * 31 + i * i) & mask; i -= 1; } while (0 < i)
 */
static const uint8_t code[] = {
    PUSH,     0,    STORE, 1,    LOAD,     1,        PUSH,  31,
    MULTIPLY, LOAD, 0,     COPY, MULTIPLY, ADD,      MASK,  STORE,
    1,        LOAD, 0,     PUSH, 1,        SUBTRACT, STORE, 0,
    PUSH,     0,    LOAD,  0,    LESS,     JUMP_IF,  4,     END};

static uint64_t execute(uint64_t n) {
  uint64_t stack[16], variables[2] = {n, 0};
  uint64_t *top = stack;
  for (const uint8_t *at = code;;) {
    switch ((enum opcode) * at++) {
    case PUSH:
      *top++ = *at++;
      break;
    case ADD:
      top--;
      top[-1] += *top;
      break;
    case MULTIPLY:
      top--;
      top[-1] *= *top;
      break;
    case SUBTRACT:
      top--;
      top[-1] -= *top;
      break;
    case COPY:
      *top = top[-1];
      top++;
      break;
    case SWAP: {
      const uint64_t kept = top[-1];
      top[-1] = top[-2];
      top[-2] = kept;
      break;
    }
    case LOAD:
      *top++ = variables[*at++];
      break;
    case STORE:
      variables[*at++] = *--top;
      break;
    case LESS:
      top--;
      top[-1] = top[-1] < *top;
      break;
    case JUMP_IF:
      at = *--top ? code + *at : at + 1;
      break;
    case MASK:
      top[-1] &= 0xffffffffffff;
      break;
    case END:
      return variables[1];
    }
  }
}

uint64_t program_vm(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    sum = mix(sum, execute(100 + round % 16));
  return sum;
}
