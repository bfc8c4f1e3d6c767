/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* expat: a document parsed, call-backs for its elements. */
#include "broad.h"

#include <expat.h>

static void start(void *data, const char *name, const char **attributes) {
  uint64_t *sum = data;
  *sum = mix(*sum, strlen(name));
  for (; *attributes; attributes++)
    *sum = mix(*sum, (uint8_t)**attributes);
}

static void end(void *data, const char *name) {
  *(uint64_t *)data += (uint8_t)*name;
}

static void characters(void *data, const char *text, int length) {
  *(uint64_t *)data += (uint64_t)length + (uint8_t)*text;
}

uint64_t program_xml(uint64_t rounds) {
  static char text[8192];
  size_t size = 0;
  uint64_t sum = 0;
  const char open[] = "<?xml version='1.0' encoding='UTF-8'?><device>",
             close[] = "</device>";
  const char item[] = "<port id=\"1\" up='yes'><rate unit=\"Gb\">100</rate>a "
                      "&lt; b &amp; c<!-- x --><empty/></port>\n";
  memcpy(text, open, size = sizeof open - 1);
  while (size < 7000) {
    memcpy(text + size, item, sizeof item - 1);
    size += sizeof item - 1;
  }
  memcpy(text + size, close, sizeof close - 1);
  size += sizeof close - 1;
  for (uint64_t round = 0; round < rounds; round++) {
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser)
      return 0;
    XML_SetHashSalt(parser, 1); /* else it asks the system for entropy */
    XML_SetUserData(parser, &sum);
    XML_SetElementHandler(parser, start, end);
    XML_SetCharacterDataHandler(parser, characters);
    if (XML_Parse(parser, text, (int)size, 1) != XML_STATUS_OK)
      return 0;
    XML_ParserFree(parser);
  }
  return sum;
}
