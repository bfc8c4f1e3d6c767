// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any text as a dependency file. The names read from it, written as a rule, are read
// back unchanged.
#include "driver/options/make-rule.h"

#include <cstdint>
#include <cstdlib>

using namespace dpa::driver;

/// A rule cannot contain a name with a line break.
static bool canBeWritten(const std::string &name) {
  return name.find_first_of("\t\r\n") == std::string::npos;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MakeRule rule{{"target"},
                prerequisitesOf({reinterpret_cast<const char *>(data), size}),
                {}};
  std::erase_if(rule.files,
                [](const std::string &name) { return !canBeWritten(name); });
  if (prerequisitesOf(ruleText(rule)) != rule.files)
    std::abort();
  return 0;
}
