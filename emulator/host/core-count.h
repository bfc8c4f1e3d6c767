// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many cores this program may use.
#ifndef DPA_EMULATOR_HOST_CORE_COUNT_H
#define DPA_EMULATOR_HOST_CORE_COUNT_H

#include <algorithm>
#include <cstdint>
#include <sched.h>
#include <thread>

namespace dpa {

/// At least 1.
inline uint32_t coreCount() noexcept {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<uint32_t>(CPU_COUNT(&allowed));
  return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace dpa

#endif
