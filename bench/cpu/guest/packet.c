/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a packet handler does: swap the addresses of an Ethernet, IPv4 and UDP
 * packet, change the time to live, and make both checksums anew. The packet
 * begins at offset 2, so that the IP header is aligned.
 */
#include "programs.h"

enum { PACKET_MAX = 1536, ETHERNET_AT = 2, IP_AT = 16, UDP_AT = 36 };

static uint64_t storage[PACKET_MAX / 8];
static const uint16_t sizes[] = {64, 128, 256, 512, 1024, 1500};

static uint16_t swap16(uint16_t value) {
  return (uint16_t)(value << 8 | value >> 8);
}

static uint16_t fold(uint32_t sum) {
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}

static void swap_ethernet(uint16_t *header) {
  for (int i = 0; i < 3; i++) {
    const uint16_t saved = header[i];
    header[i] = header[3 + i];
    header[3 + i] = saved;
  }
}

static void rewrite_ip(uint32_t *ip) {
  const uint32_t source = ip[3];
  ip[3] = ip[4];
  ip[4] = source ^ 0x01010101U;
  uint8_t *time_to_live = (uint8_t *)ip + 8;
  *time_to_live = (uint8_t)(*time_to_live - 1);
  uint16_t *halves = (uint16_t *)ip;
  halves[5] = 0;
  uint32_t sum = 0;
  for (int i = 0; i < 10; i++)
    sum += halves[i];
  halves[5] = fold(sum);
}

static uint16_t udp_checksum(const uint32_t *ip, uint32_t *udp,
                             uint32_t bytes) {
  uint64_t sum = 0;
  const uint32_t words = bytes / 4;
  const uint8_t *rest = (const uint8_t *)(udp + words);
  ((uint16_t *)udp)[3] = 0;
  for (uint32_t i = 0; i < words; i++)
    sum += udp[i];
  if (bytes & 2)
    sum += *(const uint16_t *)rest;
  if (bytes & 1)
    sum += rest[bytes & 2];
  sum += (uint64_t)ip[3] + ip[4] + 0x1100 + swap16((uint16_t)bytes);
  sum = (sum & 0xffffffff) + (sum >> 32);
  sum = (sum & 0xffffffff) + (sum >> 32);
  return fold((uint32_t)(sum & 0xffff) + (uint32_t)(sum >> 16));
}

__attribute__((noinline)) static uint64_t rewrite(uint8_t *packet,
                                                  uint32_t length) {
  uint16_t *ethernet = (uint16_t *)(packet + ETHERNET_AT);
  swap_ethernet(ethernet);
  if (ethernet[6] != 0x0008)
    return 0;
  uint32_t *ip = (uint32_t *)(packet + IP_AT);
  uint32_t *udp = (uint32_t *)(packet + UDP_AT);
  rewrite_ip(ip);
  const uint16_t checksum = udp_checksum(ip, udp, length - 34);
  ((uint16_t *)udp)[3] = checksum;
  return checksum;
}

uint64_t program_packet(uint64_t rounds) {
  uint8_t *packet = (uint8_t *)storage;
  for (uint32_t i = 0; i < PACKET_MAX; i++)
    packet[i] = (uint8_t)(i * 13 + 1);
  packet[14] = 8;
  packet[15] = 0;
  packet[16] = 0x45;
  uint64_t checksum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      checksum = checksum * 31 + rewrite(packet, sizes[i]);
  return checksum;
}
