// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as the archive of a device library.
#include "driver/inputs/library-content.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto content =
      dpa::driver::readLibraryContent(std::as_bytes(std::span(data, size)));
  if (!content && content.error().message.empty())
    std::abort();
  return 0;
}
