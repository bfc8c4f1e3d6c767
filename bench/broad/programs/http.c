/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* http-parser: requests parsed, call-backs for their parts. */
#include "broad.h"

#include <http_parser.h>

static int note(http_parser *parser, const char *at, size_t length) {
  uint64_t *sum = parser->data;
  *sum = mix(*sum, length + (uint8_t)*at);
  return 0;
}

static int finish(http_parser *parser) {
  uint64_t *sum = parser->data;
  *sum += parser->method;
  return 0;
}

uint64_t program_http(uint64_t rounds) {
  static const char text[] =
      "GET /flows/17?from=3&to=9 HTTP/1.1\r\nHost: device.example\r\nAccept: "
      "application/json, text/plain;q=0.5\r\n"
      "User-Agent: bench/1.0 (broad)\r\nConnection: keep-alive\r\n\r\n"
      "POST /rules HTTP/1.1\r\nHost: device.example\r\nContent-Type: "
      "application/json\r\nContent-Length: 27\r\n\r\n"
      "{\"port\": 1, \"action\": \"go\"}"
      "PUT /chunks HTTP/1.1\r\nHost: device.example\r\nTransfer-Encoding: "
      "chunked\r\n\r\n"
      "5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n";
  uint64_t sum = 0;
  http_parser parser;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = settings.on_header_field = settings.on_header_value =
      settings.on_body = note;
  settings.on_message_complete = finish;
  for (uint64_t round = 0; round < rounds; round++) {
    http_parser_init(&parser, HTTP_REQUEST);
    parser.data = &sum;
    const size_t cut = round % (sizeof text - 1);
    size_t done = http_parser_execute(&parser, &settings, text, cut);
    done += http_parser_execute(&parser, &settings, text + cut,
                                sizeof text - 1 - cut);
    sum = mix(sum, done);
  }
  return sum;
}
