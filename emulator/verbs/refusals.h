// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are not emulated.
#ifndef DPA_EMULATOR_VERBS_REFUSALS_H
#define DPA_EMULATOR_VERBS_REFUSALS_H

#include <atomic>

namespace dpa::verbs {

/// Reports that the function is not emulated, once for each `said`, and sets errno
/// to EOPNOTSUPP.
void refuseOnce(std::atomic<bool> &said, const char *name);

} // namespace dpa::verbs

#endif
