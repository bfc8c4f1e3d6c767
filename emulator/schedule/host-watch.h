// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watches the threads of the host program while a replay waits for an arrival
// that may never be made: whether all of them wait for each other, which the
// kernel knows, or else whether the program has been idle for long. Used by one
// thread, which is not counted and looks every `interval`. Allocates apart from
// the program's memory only.
#ifndef DPA_EMULATOR_SCHEDULE_HOST_WATCH_H
#define DPA_EMULATOR_SCHEDULE_HOST_WATCH_H

#include "emulator/host/apart-memory.h"

#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace dpa {

class HostWatch {
public:
  static constexpr std::chrono::milliseconds interval{100};
  /// Looks at an idle program until the replay gives up: 30 seconds.
  static constexpr unsigned patienceDefault = 300;

  explicit HostWatch(unsigned patience) : patience_(patience) {}

  /// Why the awaited host thread cannot arrive; null if it still may.
  const char *look() noexcept;
  /// An arrival was made: starts again.
  void reset();

private:
  /// A thread, and its number of context switches.
  struct Thread {
    pid_t id = 0;
    uint64_t switches = 0;
    bool operator==(const Thread &) const = default;
  };

  static ApartVector<Thread> waitingThreads();
  bool isIdle();

  const unsigned patience_;
  unsigned idle_ = 0;           ///< looks, in a row
  int64_t used_ = 0;            ///< processor time of the program, nanoseconds
  ApartVector<Thread> waiting_; ///< all of them, at the last look; or none
};

} // namespace dpa

#endif
