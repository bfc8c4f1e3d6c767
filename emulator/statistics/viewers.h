// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The connections of a program's statistics, on one thread: each has one request and
// one reply. They do not block each other; one that does not send or read is closed
// after some seconds, or when there are too many newer ones.
#ifndef DPA_EMULATOR_STATISTICS_VIEWERS_H
#define DPA_EMULATOR_STATISTICS_VIEWERS_H

#include "base/descriptor.h"
#include "emulator/interface/statistics.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <list>
#include <poll.h>
#include <span>
#include <vector>

namespace dpa {

class Viewers {
public:
  /// A connection that does not block.
  void add(Descriptor connection);
  /// Serves connections until `listener` is readable or a connection must be closed. False
  /// after an error of poll().
  bool wait(int listener);

private:
  using Clock = std::chrono::steady_clock;
  static constexpr size_t viewersMax = 64;

  struct Viewer {
    Descriptor connection;
    Clock::time_point end;
    std::array<std::byte, sizeof(StatisticsRequest)> request;
    size_t received = 0;
    std::vector<std::byte> reply;
    size_t sent = 0;
    bool isAnswered = false;
  };

  static bool receive(Viewer &viewer);
  static bool send(Viewer &viewer);
  static bool answer(Viewer &viewer);
  static bool progress(Viewer &viewer);
  int timeout() const;
  void progressAll(std::span<const pollfd> ready);

  std::list<Viewer> viewers_; ///< the oldest first
};

} // namespace dpa

#endif
