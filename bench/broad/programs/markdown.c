/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* md4c: Markdown parsed. */
#include "broad.h"

#include <md4c.h>

static uint64_t sum;

static int take_block(MD_BLOCKTYPE type, void *detail, void *context) {
  (void)detail;
  (void)context;
  sum = mix(sum, (uint64_t)type);
  return 0;
}

static int take_span(MD_SPANTYPE type, void *detail, void *context) {
  (void)detail;
  (void)context;
  sum = mix(sum, (uint64_t)type + 100);
  return 0;
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size,
                     void *context) {
  (void)context;
  sum = mix(sum, (uint64_t)type + size + (uint8_t)text[0]);
  return 0;
}

uint64_t program_markdown(uint64_t rounds) {
  static const char *const parts[] = {
      "# A *heading*\n\n",
      "- item `code` and **bold**\n",
      "plain text with a [link](http://x.y/z) and <b>html</b>\n",
      "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
      "> quote with \\* escapes &amp; more\n\n",
      "```\ncode block\n```\n"};
  static char text[6000];
  const MD_PARSER parser = {.flags = MD_DIALECT_GITHUB,
                            .enter_block = take_block,
                            .leave_block = take_block,
                            .enter_span = take_span,
                            .leave_span = take_span,
                            .text = take_text};
  uint32_t seed = 3;
  size_t size = 0;
  while (size < 5000) {
    const char *part = parts[next_random(&seed) % 6];
    memcpy(text + size, part, strlen(part));
    size += strlen(part);
  }
  sum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    if (md_parse(text, (MD_SIZE)size, &parser, NULL) != 0)
      return 0;
  return sum;
}
