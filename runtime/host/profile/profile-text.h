// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profile as tables: functions and lines by cycles, and execution units.
#ifndef DPA_RUNTIME_HOST_PROFILE_PROFILE_TEXT_H
#define DPA_RUNTIME_HOST_PROFILE_PROFILE_TEXT_H

#include "runtime/host/profile/profile.h"

namespace dpa::host {

std::string profileText(const Profile &profile);

} // namespace dpa::host

#endif
