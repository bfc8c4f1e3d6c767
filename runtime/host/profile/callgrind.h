// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Profiles in the format of callgrind, which callgrind_annotate and KCachegrind read.
// Costs are cycles and instructions; the number of calls is not known, samples stand
// in for it.
// Format: Valgrind's manual, "Callgrind Format Specification", version 1.
#ifndef DPA_RUNTIME_HOST_PROFILE_CALLGRIND_H
#define DPA_RUNTIME_HOST_PROFILE_CALLGRIND_H

#include "runtime/host/profile/profile.h"

namespace dpa::host {

std::string callgrindText(const std::vector<Profile> &profiles);

} // namespace dpa::host

#endif
