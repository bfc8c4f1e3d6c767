/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Fields: headers of packets, read by functions of view.c.
 */
#include "modules.h"

static uint8_t packet[64];

static void fill_packet(uint64_t seed) {
  for (uint32_t i = 0; i < sizeof packet; i++)
    packet[i] = (uint8_t)(seed >> i % 8) ^ (uint8_t)(i * 11);
  packet[12] = seed & 1 ? 0x81 : 0x08;
  packet[13] = 0;
  packet[16] = 0x08;
  packet[17] = 0;
}

static uint32_t read_transport(struct view *view) {
  uint32_t ports = view_word(view, 0);
  if (view_byte(view, 13) & 2)
    ports ^= view_word(view, 4);
  return ports + view_half(view, 14) + view_half(view, 16);
}

static uint32_t read_packet(struct view *view) {
  uint16_t type = view_half(view, 12);
  if (type == 0x8100) {
    type = view_half(view, 16);
    if (view_skip(view, 4))
      return 1;
  }
  if (type != 0x0800 || view_skip(view, 14))
    return 2;
  uint32_t key = view_word(view, 12) ^ view_word(view, 16);
  key += view_byte(view, 9);
  if (view_skip(view, 4u * (view_byte(view, 0) & 15)))
    return key;
  return key + read_transport(view);
}

uint64_t program_fields(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; i++) {
    struct view view = {packet, sizeof packet, 0};
    fill_packet(sum + i);
    sum = sum * 31 + read_packet(&view);
  }
  return sum;
}
