/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* jsmn: JSON split into tokens. */
#include "broad.h"

#include <jsmn.h>

uint64_t program_json(uint64_t rounds) {
  static char text[8192];
  static jsmntok_t tokens[2048];
  uint32_t seed = 37;
  size_t size = 0;
  uint64_t sum = 0;
  text[size++] = '[';
  while (size < 7000) {
    static const char item[] =
        "{\"name\": \"port\\t?\", \"up\": true, \"rates\": [100, -2.5e3, "
        "null], \"at\": {\"x\": 0}},\n";
    memcpy(text + size, item, sizeof item - 1);
    text[size + 16] = (char)('0' + next_random(&seed) % 10);
    size += sizeof item - 1;
  }
  text[size - 2] = ']';
  for (uint64_t round = 0; round < rounds; round++) {
    jsmn_parser parser;
    jsmn_init(&parser);
    const int count = jsmn_parse(&parser, text, size, tokens, 2048);
    if (count < 0)
      return 0;
    sum = mix(sum, (uint64_t)count +
                       (uint64_t)tokens[round % (uint64_t)count].start);
  }
  return sum;
}
