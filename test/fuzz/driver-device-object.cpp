// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as a device object, an archive or a container of them, through the checks
// of what is linked: every instruction, the architecture, entry points that are never registered.
#include "driver/checks/image-check.h"
#include "driver/checks/object-check.h"
#include "test/fuzz/driver-findings.h"

using namespace dpa;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const driver::CheckedFile file{"object",
                                 std::as_bytes(std::span(data, size))};
  const driver::Model &model = test::someModel();
  test::checkTexts(driver::checkInstructions(file, model));
  test::checkTexts(driver::checkArchitecture(file, model));
  test::checkTexts(driver::checkRegistration(file, model));
  return 0;
}
