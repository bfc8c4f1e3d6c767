/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packets: headers parsed, a Toeplitz hash, a table of flows, checksums. */
#include "broad.h"

enum { PACKETS = 64, BYTES = 128, FLOWS = 256 };

struct flow {
  uint32_t source, destination;
  uint16_t ports[2];
  uint32_t packets, bytes;
};

static uint8_t packets[PACKETS][BYTES];
static const uint8_t key[40] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2,
                                0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0,
                                0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4,
                                0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30, 0xf2, 0x0c,
                                0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

static uint32_t read32(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 |
         at[3];
}
static uint16_t read16(const uint8_t *at) {
  return (uint16_t)(at[0] << 8 | at[1]);
}

static uint32_t toeplitz(const uint8_t *input, int length) {
  uint32_t window = read32(key), result = 0;
  for (int i = 0; i < length; i++)
    for (int bit = 7; bit >= 0; bit--) {
      if (input[i] >> bit & 1)
        result ^= window;
      window = window << 1 | (key[i + 4] >> bit & 1);
    }
  return result;
}

static uint16_t checksum(const uint8_t *at, int length) {
  uint32_t sum = 0;
  for (int i = 0; i < length; i += 2)
    sum += read16(at + i);
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}

static void make_packets(void) {
  uint32_t seed = 17;
  for (int i = 0; i < PACKETS; i++) {
    uint8_t *packet = packets[i];
    for (int k = 0; k < BYTES; k++)
      packet[k] = (uint8_t)next_random(&seed);
    packet[12] = i % 16 == 5 ? 0x86 : 0x08;
    packet[13] = i % 16 == 5 ? 0xdd : 0x00;
    packet[14] = 0x45 + (i % 8 == 3);
    packet[23] = i % 3 ? 17 : 6;
    memset(packet + 26, 10, 3);
    packet[29] = (uint8_t)(i % 8);
  }
}

uint64_t program_flows(uint64_t rounds) {
  static struct flow table[FLOWS];
  uint64_t sum = 0, others = 0;
  make_packets();
  memset(table, 0, sizeof table);
  for (uint64_t round = 0; round < rounds; round++)
    for (int i = 0; i < PACKETS; i++) {
      uint8_t *packet = packets[i], *ip = packet + 14;
      if (read16(packet + 12) != 0x0800) {
        others++;
        continue;
      }
      const int length = (ip[0] & 15) * 4;
      const uint32_t hash = toeplitz(ip + 12, 8);
      struct flow *flow = &table[hash % FLOWS];
      flow->source = read32(ip + 12);
      flow->destination = read32(ip + 16);
      flow->ports[0] = read16(ip + length);
      flow->ports[1] = read16(ip + length + 2);
      flow->packets++;
      flow->bytes += read16(ip + 2);
      ip[8]--;
      ip[10] = ip[11] = 0;
      const uint16_t check = checksum(ip, length);
      ip[10] = (uint8_t)(check >> 8);
      ip[11] = (uint8_t)check;
      sum += check ^ hash;
    }
  return mix_bytes(mix(sum, others), table, sizeof table);
}
