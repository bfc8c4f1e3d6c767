/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libyaml: a document parsed. */
#include "broad.h"

#include <yaml.h>

static int parse(const unsigned char *text, size_t size, uint64_t *sum) {
  yaml_parser_t parser;
  int is_fine, is_end = 0;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, text, size);
  do {
    yaml_event_t event;
    is_fine = yaml_parser_parse(&parser, &event);
    if (!is_fine)
      break;
    *sum = mix(*sum, (uint64_t)event.type + event.start_mark.index);
    is_end = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  } while (!is_end);
  yaml_parser_delete(&parser);
  return is_fine;
}

uint64_t program_yaml(uint64_t rounds) {
  static const unsigned char text[] =
      "---\nname: &a port\nrates: [100, -2.5e3, ~, \"quoted \\t text\"]\n"
      "nested:\n  - x: 1\n    y: 'single'\n  - *a\n"
      "  - |\n    literal\n    lines\n  - >\n    folded\n    lines\n"
      "? complex\n: value\nlast: {a: b, c: [d, e]}\n...\n";
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    if (!parse(text, sizeof text - 1, &sum))
      return 0;
  return sum;
}
