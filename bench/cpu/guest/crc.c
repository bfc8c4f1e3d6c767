/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CRC-16 over 1 KiB: a dependent chain of shifts and xors. */
#include "programs.h"

enum { SIZE = 1024 };

static uint8_t buffer[SIZE];

uint64_t program_crc(uint64_t rounds) {
  uint16_t crc = 0xffff;
  for (int i = 0; i < SIZE; i++)
    buffer[i] = (uint8_t)(i * 31 + 7);
  for (uint64_t round = 0; round < rounds; round++)
    for (int i = 0; i < SIZE; i++)
      crc = crc16_step(crc, buffer[i]);
  return crc;
}
