// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutex that is held for some microseconds. A thread that finds it taken looks again for a while
// before it sleeps: waking it would take the owner longer than what it does under the mutex.
#ifndef DPA_EMULATOR_CPU_BRIEF_MUTEX_H
#define DPA_EMULATOR_CPU_BRIEF_MUTEX_H

#include "emulator/cpu/relax.h"

#include <mutex>

namespace dpa::cpu {

class BriefMutex {
public:
  void lock() {
    constexpr int looksMax = 2000;
    for (int look = 0; look < looksMax; ++look) {
      if (mutex_.try_lock())
        return;
      relax();
    }
    mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }

private:
  std::mutex mutex_;
};

} // namespace dpa::cpu

#endif
