// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: see exerciseCoreFile in image-readers.h.
#include "test/fuzz/image-readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dpa::test::exerciseCoreFile(std::as_bytes(std::span(data, size)));
  return 0;
}
