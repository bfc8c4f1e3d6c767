// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any text as an option list. The items read from it, quoted again, give the same
// items.
#include "driver/options/option-list.h"

#include <cstdint>
#include <cstdlib>

namespace {

/// The item in single quotes; a quote in it is escaped by a backslash.
std::string quoted(const std::string &item) {
  std::string text = "'";
  for (const char c : item)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using dpa::driver::splitOptionList;
  const auto items =
      splitOptionList({reinterpret_cast<const char *>(data), size});
  if (!items)
    return 0;
  std::string again;
  for (const std::string &item : *items)
    again += quoted(item) + ' ';
  if (splitOptionList(again) != items)
    std::abort();
  return 0;
}
