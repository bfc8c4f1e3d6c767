// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of runs between exits.
#include "emulator/cpu/jit/exits.h"

#include <algorithm>

namespace dpa::cpu::jit {

void ExitCounter::closeGroup(size_t end) {
  result_.instructions += group_;
  if (groupExits_ * exitLimit > group_)
    std::fill(result_.isFrequent.begin() + static_cast<ptrdiff_t>(groupBegin_),
              result_.isFrequent.begin() + static_cast<ptrdiff_t>(end), true);
  groupBegin_ = end;
  group_ = groupExits_ = 0;
}

} // namespace dpa::cpu::jit
