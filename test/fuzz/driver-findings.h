// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the targets of the driver's checks share: a hardware model, and what holds for every
// finding.
#ifndef DPA_TEST_FUZZ_DRIVER_FINDINGS_H
#define DPA_TEST_FUZZ_DRIVER_FINDINGS_H

#include "driver/checks/check-findings.h"
#include "driver/options/models.h"

#include <cstdint>
#include <cstdlib>
#include <span>

namespace dpa::test {

inline const driver::Model &someModel() {
  return driver::allModels().front();
}

/// A finding has a text.
inline void checkTexts(const driver::Findings &findings) {
  for (const driver::Finding &finding : findings)
    if (finding.text.empty())
      std::abort();
}

} // namespace dpa::test

#endif
