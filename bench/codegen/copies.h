/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The functions of copies.c; compiled apart from their caller, so that calls
 * stay calls.
 */
#ifndef BENCH_CODEGEN_COPIES_H
#define BENCH_CODEGEN_COPIES_H

#include <stddef.h>
#include <stdint.h>

struct address {
  uint64_t words[2];
};

struct header {
  struct address source;
  struct address destination;
  uint32_t label;
  uint16_t length;
  uint16_t kind;
};

void copies_address(struct address *to, const struct address *from);
void copies_header(struct header *to, const struct header *from);
void copies_swap(struct header *header);
void copies_clear(struct header *header);
int copies_is_same(const struct address *a, const struct address *b);
int copies_is_same_label(const uint32_t *a, const uint32_t *b);
uint32_t copies_read_word(const uint32_t *at);
size_t copies_name_length(void);
int copies_is_named(const char *name);

#endif
