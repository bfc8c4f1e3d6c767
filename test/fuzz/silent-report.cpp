// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for driver/processes/report.cpp. See silent-report.h.
#include "test/fuzz/silent-report.h"

#include "driver/processes/report.h"

#include <cstdlib>

static unsigned errors;

void dpa::test::forgetErrors() {
  errors = 0;
}

namespace dpa::driver {

const char *formatOf(Problem problem) {
  static const char *const texts[] = {
#define DPA_PROBLEM(ENUMERATOR, TEXT) TEXT,
#include "driver/processes/messages.def"
  };
  return texts[static_cast<size_t>(problem)];
}

void reportForeign(const llvm::Twine &message) {
  if (message.str().empty())
    std::abort();
  ++errors;
}

void reportForeign(llvm::StringRef, const llvm::Twine &message) {
  reportForeign(message);
}

void reportWarning(const llvm::Twine &) {}

void reportNote(const llvm::Twine &) {}

void reportText(llvm::StringRef) {}

bool hasErrors() {
  return errors != 0;
}

} // namespace dpa::driver
