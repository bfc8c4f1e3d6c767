// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: configuration files as XML.
#include "authentication/nv-file.h"
#include "tools/dpa-config/xml-file.h"

using namespace dpa;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto tlvs = config::readXml(std::as_bytes(std::span(data, size)),
                                    [](const std::string &) {});
  if (tlvs)
    (void)static_cast<bool>(auth::makeNvFile(*tlvs));
  return 0;
}
