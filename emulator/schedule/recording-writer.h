// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the file of a recorded run, line by line, so that after a kill
// only the end is missing. A file that cannot grow is reported once, on
// standard error, and keeps its whole lines; the run continues. Never causes
// signals in the program (SIGXFSZ, SIGPIPE). Thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_RECORDING_WRITER_H
#define DPA_EMULATOR_SCHEDULE_RECORDING_WRITER_H

#include "emulator/schedule/digest.h"
#include "emulator/schedule/recording.h"

#include <mutex>
#include <sys/types.h>

namespace dpa {

class RecordingWriter {
public:
  /// Null on failure, with a message in `error`. An older file is replaced,
  /// unless another program writes to it.
  static std::shared_ptr<RecordingWriter>
  create(std::string_view file, const Turns &turns, std::string &error);
  /// Of an open file, which it closes.
  RecordingWriter(int descriptor, std::string_view file, const Turns &turns);
  ~RecordingWriter();

  const Turns &turns() const { return recorded_; }

  void add(const RecordedArrival &arrival);
  /// With contents. Without memory for the line, the recording ends.
  void add(const RecordedArrival &arrival,
           std::span<const std::byte> contents) noexcept;
  /// Nothing is added after it.
  void end();

private:
  int put(std::string_view text);
  void putOrReport(std::string_view text);
  void endWith(const char *why);

  const int descriptor_;
  const ApartString file_;
  const Turns recorded_;

  std::mutex lock_; ///< of what follows
  Digest sum_;      ///< of what is written
  size_t lines_ = 0;
  off_t whole_ = 0;  ///< bytes of the lines that are written
  ApartString line_; ///< kept, so that not each line is mapped
  bool isOver_ = false;
};

} // namespace dpa

#endif
