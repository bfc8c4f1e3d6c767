/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Small uses of the C library as packet code has them: headers copied and
 * compared, a structure cleared, lengths of constant strings. One function for
 * each, so that the instructions of each can be counted.
 */
#include <string.h>

#include "copies.h"

void copies_address(struct address *to, const struct address *from) {
  memcpy(to, from, sizeof *to);
}

void copies_header(struct header *to, const struct header *from) {
  memcpy(to, from, sizeof *to);
}

void copies_swap(struct header *header) {
  struct address old;
  memcpy(&old, &header->source, sizeof old);
  memcpy(&header->source, &header->destination, sizeof old);
  memcpy(&header->destination, &old, sizeof old);
}

void copies_clear(struct header *header) { memset(header, 0, sizeof *header); }

int copies_is_same(const struct address *a, const struct address *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

int copies_is_same_label(const uint32_t *a, const uint32_t *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

uint32_t copies_read_word(const uint32_t *at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

size_t copies_name_length(void) { return strlen("flow-meter"); }

int copies_is_named(const char *name) { return strcmp(name, "") == 0; }
