// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For targets without emulator/trace: no timeline is recorded.
#include "emulator/trace/trace.h"

namespace dpa::trace {

void add(Record /*record*/, std::string_view /*text*/) noexcept {}
Cause causeNow() {
  return {};
}

} // namespace dpa::trace
