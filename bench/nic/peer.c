/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a program without a card does with the packets of a pcap file: reads
 * them with libpcap, swaps the addresses and sends each on. The peer of run.py.
 *
 * usage: peer IN COUNT [OUT]     OUT: a pcap file; without it packets go to a
 * ring of 64 buffers in memory
 */
#include <pcap/pcap.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 64, BUFFER = 2048, HEADER = 14, ADDRESS = 6 };

static uint8_t ring[RING][BUFFER];

/* Copies a packet into its buffer, with source and destination swapped. */
static uint8_t *reflect(const uint8_t *packet, uint32_t size, uint64_t number) {
  uint8_t *buffer = ring[number % RING];

  memcpy(buffer, packet + ADDRESS, ADDRESS);
  memcpy(buffer + ADDRESS, packet, ADDRESS);
  memcpy(buffer + 2 * ADDRESS, packet + 2 * ADDRESS, size - 2 * ADDRESS);
  __asm__ volatile("" : : "r"(buffer) : "memory"); /* counts as read */
  return buffer;
}

/* Packets that were read; stops after `count` or at an error. */
static uint64_t reflect_all(pcap_t *in, uint64_t count, pcap_dumper_t *out) {
  struct pcap_pkthdr *head;
  const uint8_t *packet;
  uint64_t number = 0;

  while (number < count && pcap_next_ex(in, &head, &packet) == 1 &&
         head->caplen >= HEADER && head->caplen <= BUFFER) {
    uint8_t *sent = reflect(packet, head->caplen, number++);

    if (out)
      pcap_dump((uint8_t *)out, head, sent);
  }
  return number;
}

int main(int count, char **arguments) {
  char problem[PCAP_ERRBUF_SIZE] = "";
  pcap_dumper_t *out = NULL;
  pcap_t *in;
  uint64_t packets;

  if (count < 3) {
    fprintf(stderr, "usage: peer IN COUNT [OUT]\n");
    return 2;
  }
  in = pcap_open_offline(arguments[1], problem);
  if (!in) {
    fprintf(stderr, "peer: error: %s\n", problem);
    return 1;
  }
  if (count > 3 && !(out = pcap_dump_open(in, arguments[3]))) {
    fprintf(stderr, "peer: error: %s: %s\n", arguments[3], pcap_geterr(in));
    return 1;
  }
  packets = strtoull(arguments[2], NULL, 10);
  if (reflect_all(in, packets, out) != packets) {
    fprintf(stderr, "peer: error: %s: fewer than %s packets\n", arguments[1],
            arguments[2]);
    return 1;
  }
  if (out)
    pcap_dump_close(out);
  pcap_close(in);
  return 0;
}
