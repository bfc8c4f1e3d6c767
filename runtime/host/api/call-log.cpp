// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a call: see call-log.h.
#include "runtime/host/api/call-log.h"

#include "runtime/host/support/log.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace dpa::host {

int LoggedValue::write(std::span<char> to) const {
  constexpr uint64_t addressMin = 0x10000000; // of the device
  constexpr const char *statusNames[] = {
      "FLEXIO_STATUS_SUCCESS", "FLEXIO_STATUS_FAILED", "FLEXIO_STATUS_TIMEOUT",
      "FLEXIO_STATUS_FATAL_ERR"};
  const auto number = static_cast<unsigned long long>(bits_);
  switch (kind_) {
  case Kind::Pointer:
    return bits_ == 0 ? snprintf(to.data(), to.size(), "NULL")
                      : snprintf(to.data(), to.size(), "0x%llx", number);
  case Kind::Status:
    if (bits_ < std::size(statusNames))
      return snprintf(to.data(), to.size(), "%s", statusNames[bits_]);
    [[fallthrough]];
  case Kind::Signed:
    return snprintf(to.data(), to.size(), "%lld",
                    static_cast<long long>(bits_));
  case Kind::Unsigned:
    return snprintf(to.data(), to.size(),
                    bits_ < addressMin ? "%llu" : "0x%llx", number);
  }
  return 0;
}

void logCall(const char *call, std::span<const LoggedValue> arguments,
             const LoggedValue &result) {
  constexpr size_t valueSizeMax = 32;
  std::array<char, 384> text{}; // for 10 arguments and more
  size_t length = 0;
  for (const LoggedValue &argument : arguments) {
    if (length + valueSizeMax > text.size())
      break;
    if (length != 0)
      length += snprintf(&text[length], text.size() - length, ", ");
    length += argument.write(std::span(text).subspan(length));
  }
  std::array<char, valueSizeMax> shown{};
  result.write(shown);
  logDebug(call, "(%s) = %s", text.data(), shown.data());
}

} // namespace dpa::host
