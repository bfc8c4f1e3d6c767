// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace of a program: the ring of records, and the thread that writes its files.
#ifndef DPA_EMULATOR_TRACE_RECORDER_H
#define DPA_EMULATOR_TRACE_RECORDER_H

#include "emulator/trace/log-sink.h"
#include "emulator/trace/names.h"
#include "emulator/trace/ring.h"

#include <condition_variable>
#include <string>
#include <thread>

namespace dpa::trace {

class Timeline;

/// What to write; an empty name: not that file.
struct Outputs {
  std::string trace;
  std::string report;
  LogSettings log;

  bool isAny() const {
    return !trace.empty() || !report.empty() || logsEvents(log);
  }
};

class Recorder {
public:
  Names names;

  /// Starts the thread. False, with a message in `error`.
  bool start(const Outputs &outputs, std::string &error);
  /// For the report. Throws std::bad_alloc.
  void setProfile(std::string_view foldedStacks);
  void push(const Record &record, std::string_view text) noexcept;
  /// Writes what was recorded, and the end of the files.
  void finish() noexcept;

private:
  void run(const Outputs &outputs, std::string &error) noexcept;
  bool readAll(Timeline &timeline);
  bool takePiece(void *piece);
  void reportStarted(bool isRunning);

  Ring ring_;
  std::thread thread_;
  std::mutex lock_; ///< of what follows
  std::condition_variable changed_;
  bool hasStarted_ = false;
  bool isRunning_ = false;
  std::string profile_;
  std::atomic<bool> isEnding_ = false;
  std::atomic<bool> isOver_ = false; ///< nothing is read any more
};

} // namespace dpa::trace

#endif
