/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The benchmark programs: freestanding C that builds for the guest and for the
 * host. Each takes a number of rounds and returns a checksum that depends on
 * all that it computed, so that engines can be compared.
 */
#ifndef BENCH_CPU_GUEST_PROGRAMS_H
#define BENCH_CPU_GUEST_PROGRAMS_H

#include <stddef.h>
#include <stdint.h>

uint64_t program_list(uint64_t rounds);
uint64_t program_matrix(uint64_t rounds);
uint64_t program_crc(uint64_t rounds);
uint64_t program_state(uint64_t rounds);
uint64_t program_mix(uint64_t rounds);
uint64_t program_packet(uint64_t rounds);
uint64_t program_memory(uint64_t rounds);

/* What program_run() takes; the runners know the numbers. */
enum program_number {
  PROGRAM_NONE,
  PROGRAM_LIST,
  PROGRAM_MATRIX,
  PROGRAM_CRC,
  PROGRAM_STATE,
  PROGRAM_MIX,
  PROGRAM_PACKET,
  PROGRAM_MEMORY
};

/* 0 for an unknown number. */
uint64_t program_run(uint64_t number, uint64_t rounds);

/* One step of CRC-16 (polynomial 0xA001), bit by bit. */
static inline uint16_t crc16_step(uint16_t crc, uint8_t byte) {
  for (int bit = 0; bit < 8; bit++) {
    const unsigned carry = (crc ^ byte) & 1U;
    crc = (uint16_t)(crc >> 1);
    byte = (uint8_t)(byte >> 1);
    if (carry)
      crc ^= 0xA001;
  }
  return crc;
}

#endif
