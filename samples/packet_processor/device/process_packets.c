/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the packet processor: how a packet is changed before it is
 * sent back. Queues and events: ../../common/device/sample_echo.h.
 */
#include <stdint.h>

#include <libflexio-libc/string.h>

#include "sample_echo.h"

enum { PAYLOAD = 14 + 20 + 8 }; /* offset: after Ethernet, IPv4 and UDP */

/* What the generator sends, and what replaces it: the first character is the
 * packet's number, as the last hexadecimal digit. */
static const char pattern[] = "===============12345678";
static const char text[] = "? Event demo***********";

static void process(uint8_t *packet, uint32_t size, uint32_t number) {
  const uint32_t length = sizeof pattern - 1;

  flexio_dev_print("Process packet: %u\n", number);
  sample_swap_macs(packet);
  if (size < PAYLOAD + length || memcmp(packet + PAYLOAD, pattern, length) != 0)
    return;
  memcpy(packet + PAYLOAD, text, length);
  packet[PAYLOAD] = (uint8_t)"0123456789abcdef"[number % 16];
}

__dpa_global__ void process_packets(uint64_t echo) {
  sample_echo_run((struct sample_echo *)echo, process);
}
