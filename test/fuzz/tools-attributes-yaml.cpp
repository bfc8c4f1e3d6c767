// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any text as the YAML of process attributes. Attributes that were read can be
// written.
#include "tools/app-attributes2blob/yaml-reader.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto attributes = dpa::attributes::readYaml(
      {reinterpret_cast<const char *>(data), size}, "input.yaml");
  if (attributes && !dpa::image::encodeProcessAttributes(*attributes))
    std::abort();
  return 0;
}
