// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waits for a moment without sleep: for a lock, or for a change. Never yields, since
// on a busy machine it may take milliseconds until a thread that yields goes on.
#ifndef DPA_EMULATOR_SCHEDULE_SHORT_WAIT_H
#define DPA_EMULATOR_SCHEDULE_SHORT_WAIT_H

#include "base/relax.h"

#include <mutex>

namespace dpa {

/// A short wait is cheaper than sleep.
inline void lockSoon(std::unique_lock<std::mutex> &guard) {
  constexpr unsigned tries = 200;
  for (unsigned i = 0; i < tries; ++i) {
    if (guard.try_lock())
      return;
    relax();
  }
  guard.lock();
}

/// For about a microsecond.
inline void pauseForAMoment() {
  constexpr unsigned pauses = 20;
  for (unsigned i = 0; i < pauses; ++i)
    relax();
}

/// Lets others have the lock for about a microsecond.
inline void unlockForAMoment(std::unique_lock<std::mutex> &guard) {
  guard.unlock();
  pauseForAMoment();
  guard.lock();
}

} // namespace dpa

#endif
