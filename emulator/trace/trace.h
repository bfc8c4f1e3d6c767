// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording the events of a run for its timeline (dpa-run --trace, --report). Every
// room may record; while nothing is to be written, an event costs one comparison.
// Recording takes no lock and allocates nothing; it waits if the thread that
// writes the files is far behind.
//
// In reproducible runs the time of an event is the moment of its turn, and only
// the scheduler's thread records, so that two runs write the same bytes.
#ifndef DPA_EMULATOR_TRACE_TRACE_H
#define DPA_EMULATOR_TRACE_TRACE_H

#include "emulator/interface/log-settings.h"
#include "emulator/trace/record.h"

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace dpa::trace {

inline constinit std::atomic<bool> isOnNow = false;
inline bool isOn() {
  return isOnNow.load(std::memory_order_relaxed);
}

/// Starts the trace that the environment and the settings of the log ask for, once for
/// each program. False, with a message in `error`: a file cannot be written.
bool start(const LogSettings &log, std::string &error);

/// What the calling thread does at the moment.
struct Current {
  Track track = {};
  uint16_t process = 0;
  bool isReproducible = false; ///< the time is `moment`
  bool hasTrack = false;       ///< else it is a thread of the host program
  uint32_t thread = 0;
  uint64_t moment = 0;
  Cause cause;
};
inline constinit thread_local Current current;

/// The program has a device whose runs are reproducible.
inline constinit std::atomic<bool> isReproducible = false;

/// Of all host threads, where runs are reproducible.
inline constexpr Track hostTrack = {Track::Kind::Host, 0, 0};

/// Of a reproducible run: this thread records from now on at this moment. What it
/// does for the host program is on one track.
inline void setMoment(uint64_t nanoseconds, const Track &track) {
  if (!isReproducible.load(std::memory_order_relaxed))
    isReproducible = true;
  current.isReproducible = current.hasTrack = true;
  current.moment = nanoseconds;
  current.track = track;
  current.cause = {};
}
uint64_t hostNanoseconds(); ///< since start()
inline uint64_t now() {
  return current.isReproducible ? current.moment : hostNanoseconds();
}

/// Indexes of names. The index of a device or process is 0 if there are too many
/// or nothing is recorded.
uint16_t addDevice(std::string_view name);
uint16_t addProcess(uint16_t device, std::string_view name, uint32_t id);
uint32_t nameIndex(std::string_view name);

Track currentTrack();

/// The next activations that this thread starts are caused by an event of now.
Cause causeNow();
/// The present cause, or an event of now if there is none.
inline Cause presentCause() {
  return current.cause.isKnown ? current.cause : causeNow();
}
/// That cause, as long as it exists.
class Causing {
public:
  explicit Causing(const Cause &cause) : isOn_(isOn()) {
    if (isOn_)
      before_ = std::exchange(current.cause, cause);
  }
  ~Causing() {
    if (isOn_)
      current.cause = before_;
  }
  Causing(const Causing &) = delete;
  Causing &operator=(const Causing &) = delete;

private:
  const bool isOn_;
  Cause before_;
};

/// Adds the present process and thread, and track and time unless the record has them.
/// Only while isOn().
void add(Record record, std::string_view text = {}) noexcept;

/// A duration, and the cause of what happens in it: begins at construction.
class Span {
public:
  Span() : isOn_(isOn()) {
    if (isOn_)
      before_ = std::exchange(current.cause, causeNow());
  }
  ~Span() {
    if (isOn_)
      current.cause = before_;
  }
  Span(const Span &) = delete;
  Span &operator=(const Span &) = delete;

  /// The record, whose first value is the duration.
  void end(Kind kind, uint8_t detail, uint64_t first, uint64_t second) const {
    if (isOn_)
      add({.kind = kind,
           .detail = detail,
           .time = current.cause.time,
           .values = {now() - current.cause.time, first, second}});
  }

private:
  const bool isOn_;
  Cause before_;
};

/// The turn of an execution unit, as long as it exists.
class TurnScope {
public:
  TurnScope(uint16_t device, uint32_t unit, uint16_t process, uint32_t thread)
      : before_(current) {
    current.track = {Track::Kind::Unit, device, unit};
    current.process = process;
    current.thread = thread;
    current.hasTrack = true;
    current.cause = {};
  }
  ~TurnScope() {
    const uint64_t moment = current.moment;
    current = before_;
    current.moment = moment;
  }
  TurnScope(const TurnScope &) = delete;
  TurnScope &operator=(const TurnScope &) = delete;

private:
  const Current before_;
};

} // namespace dpa::trace

#endif
