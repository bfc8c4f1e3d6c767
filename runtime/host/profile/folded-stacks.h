// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profile as folded stacks: "process;outermost;...;innermost cycles", the input of
// flamegraph.pl, inferno and speedscope.
#ifndef DPA_RUNTIME_HOST_PROFILE_FOLDED_STACKS_H
#define DPA_RUNTIME_HOST_PROFILE_FOLDED_STACKS_H

#include "runtime/host/profile/profile.h"

namespace dpa::host {

std::string foldedStacks(const Profile &profile);

} // namespace dpa::host

#endif
