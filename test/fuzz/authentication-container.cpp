// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: certificate containers, as a device reads them. An unsigned one that
// is accepted is made again from what was read.
#include "authentication/certificate-container.h"

using namespace dpa;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ByteView bytes = std::as_bytes(std::span(data, size));
  const auto content = auth::readContainer(bytes);
  if (!content || !content->problem.empty())
    return 0;
  const Bytes again = auth::makeContainer(*content);
  if (!std::equal(again.begin(), again.end(), content->signedBytes.begin(),
                  content->signedBytes.end()))
    __builtin_trap();
  return 0;
}
