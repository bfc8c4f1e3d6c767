// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as a linked device image, through the checks that follow a link:
// instructions, call graph, stack, architecture, source lines.
#include "driver/checks/image-check.h"
#include "driver/checks/stack-check.h"
#include "test/fuzz/driver-findings.h"

using namespace dpa;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  driver::StackLimits limits;
  limits.stackSize = 256;
  limits.isLibraryFunction = [](llvm::StringRef name) {
    return name.starts_with("library");
  };
  const auto findings = driver::checkStack(bytes, limits);
  if (findings)
    test::checkTexts(*findings);
  else if (findings.error().message.empty())
    std::abort();
  test::checkTexts(
      driver::checkArchitecture({"image", bytes}, test::someModel()));
  return 0;
}
