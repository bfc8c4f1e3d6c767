// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the file of a recorded run, line by line, so that after a kill
// only the end is missing. A file that cannot grow is reported once, on
// standard error, and keeps its whole lines; the run continues. Never causes
// signals in the program (SIGXFSZ, SIGPIPE). Thread safe.
//
// Lines are held while a device is being opened, which may fail: a run that cannot start
// neither empties a file nor adds to it.
#ifndef DPA_EMULATOR_SCHEDULE_RECORDING_WRITER_H
#define DPA_EMULATOR_SCHEDULE_RECORDING_WRITER_H

#include "emulator/host/replaced-file.h"
#include "emulator/schedule/digest.h"
#include "emulator/schedule/recording.h"

#include <mutex>
#include <sys/types.h>

namespace dpa {

class RecordingWriter {
public:
  /// Opens the file, unless another program writes to it, and holds the head. Null on
  /// failure, with a message in `error`.
  static std::shared_ptr<RecordingWriter>
  open(std::string_view file, const Turns &turns, std::string &error);
  /// The same for a run that has started: see release().
  static std::shared_ptr<RecordingWriter>
  create(std::string_view file, const Turns &turns, std::string &error);
  /// For open().
  RecordingWriter(std::string_view file, const Turns &turns);
  ~RecordingWriter();

  const Turns &turns() const { return recorded_; }

  /// Without memory for the line, the recording ends.
  void add(const RecordedArrival &arrival) noexcept;
  /// With contents.
  void add(const RecordedArrival &arrival,
           std::span<const std::byte> contents) noexcept;
  /// Nothing is added after it. What is held is dropped.
  void end();

  /// From now on lines are held; those that are held already are dropped.
  void hold();
  /// Writes what is held. The first time, the file loses its older contents and gets the
  /// head; if that fails false, with a message in `error`.
  bool release(std::string &error);

private:
  int putHead();
  void count(std::string_view text);
  int put(std::string_view text);
  void holdOrPut(std::string_view text);
  void putOrReport(std::string_view text);
  void endWith(const char *why);

  ReplacedFile file_;
  const Turns recorded_;

  std::mutex lock_; ///< of what follows
  Digest sum_;      ///< of what is written
  size_t lines_ = 0;
  off_t whole_ = 0;  ///< bytes of the lines that are written
  ApartString line_; ///< kept, so that not each line is mapped
  ApartString held_;
  bool holds_ = true;
  bool hasBegun_ = false; ///< the file has the head
  bool isOver_ = false;
};

} // namespace dpa

#endif
