/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls each function of copies.c once a round.
 */
#include "copies.h"
#include "measure.h"

uint64_t program_copies(uint64_t rounds);

uint64_t program_copies(uint64_t rounds) {
  struct header packet = {{{1, 2}}, {{3, 4}}, 5, 6, 7}, kept;
  uint64_t sum = 0;

  for (uint64_t i = 0; i < rounds; i++) {
    copies_clear(&kept);
    copies_header(&kept, &packet);
    copies_swap(&packet);
    copies_address(&kept.source, &packet.destination);
    packet.label += copies_read_word(&kept.label) + (uint32_t)i;
    sum = sum * 31 + (uint64_t)copies_is_same(&kept.source, &packet.source) +
          (uint64_t)copies_is_same_label(&kept.label, &packet.label) +
          packet.source.words[0] + kept.label + copies_name_length() +
          (uint64_t)copies_is_named(kept.kind == 7 ? "" : "x");
  }
  return sum;
}

MEASURE(copies)
