// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watches the threads of the host program while a replay waits for one of them
// that may never come: whether all of them wait for each other, which the
// kernel knows, or else whether the program has done nothing for long. For one
// thread, which is not counted and looks every `Interval`. Takes memory apart
// from the program's only.
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
  /// Looks at a program that does nothing, but might: 30 seconds.
  static constexpr unsigned patienceDefault = 300;

  explicit HostWatch(unsigned patience) : patience_(patience) {}

  /// What can be said of one who will not come; null: somebody may.
  const char *look() noexcept;
  /// Somebody has come: begins anew.
  void reset();

private:
  /// A thread, and how often it was taken off or put on a core.
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
