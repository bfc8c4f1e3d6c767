/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tre: regular expressions compiled, and matched against lines. */
#include "broad.h"

#include <tre.h>

uint64_t program_regex(uint64_t rounds) {
  static const char *const patterns[] = {
      "[a-z]+ (flow|port|queue): ([0-9]+)", "error|0x[0-9a-f]+",
      "(a|b)*c.d?e{2,3}$", "^(the|of) .*thread .*error"};
  static char text[1024];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    fill_text(text, sizeof text - 1, (uint32_t)round % 8 + 1);
    for (int i = 0; i < 4; i++) {
      regex_t regex;
      regmatch_t matches[3] = {{0, 0}, {0, 0}, {0, 0}};
      if (tre_regncomp(&regex, patterns[i], strlen(patterns[i]),
                       REG_EXTENDED) != 0)
        return 0;
      const char *at = text;
      while (tre_regnexec(&regex, at, strlen(at), 3, matches, 0) == 0 &&
             matches[0].rm_eo > 0) {
        sum = mix(sum, (uint64_t)matches[0].rm_eo + (uint64_t)matches[1].rm_so);
        at += matches[0].rm_eo;
      }
      tre_regfree(&regex);
    }
  }
  return sum;
}
