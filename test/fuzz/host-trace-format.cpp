// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any record of a tracer with any formats. The input
// is the record, then the formats, with a NUL between them.
#include "runtime/host/messages/trace-format.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dpa_trace_record record{};
  memcpy(&record, data, std::min(size, sizeof record));
  std::string_view rest(reinterpret_cast<const char *>(data), size);
  rest.remove_prefix(std::min(size, sizeof record));
  std::vector<std::string> formats;
  while (!rest.empty()) {
    std::string_view format = rest.substr(0, rest.find('\0'));
    formats.emplace_back(format);
    rest.remove_prefix(std::min(format.size() + 1, rest.size()));
  }
  const dpa::host::TraceText first(record, formats);
  const std::string_view text = first.text();
  if (text.empty() || text.size() > DPA_MESSAGE_SIZE_MAX || text.back() != '\n')
    std::abort();
  // The same again: the result depends only on the record and the formats.
  if (dpa::host::TraceText(record, formats).text() != text)
    std::abort();
  return 0;
}
