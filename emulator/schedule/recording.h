// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file of a recorded run: how it was scheduled, and each arrival with the
// instructions that the device had run before it. A text:
//
//   dpa-recording 1
//   seed 7
//   quantum 1000
//   eus 16
//   0 open 0 0
//   0 create 0 0
//   1482 call 1 9f31c2a07745e1b6        instructions, kind, process, key
//
// Reading checks everything and names file and line; nothing is guessed.
#ifndef DPA_EMULATOR_SCHEDULE_RECORDING_H
#define DPA_EMULATOR_SCHEDULE_RECORDING_H

#include "emulator/schedule/arrival.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

/// How a reproducible run is scheduled.
struct Turns {
  uint64_t seed = 0;
  /// Instructions of the longest turn.
  uint64_t quantum = 1000;
  uint32_t units = 1;

  bool operator==(const Turns &) const = default;
};

/// What tells one arrival from another, wherever the host program has its
/// buffers.
struct ArrivalKey {
  Arrival::Kind kind = Arrival::Kind::Open;
  uint32_t process = 0;
  uint64_t digest = 0;

  auto operator<=>(const ArrivalKey &) const = default;
};

struct RecordedArrival {
  uint64_t instructions = 0;
  ArrivalKey key;
};

const char *nameOf(Arrival::Kind kind);

class RecordingWriter {
public:
  /// Null on failure, with a message in `error`. An older file is replaced.
  static std::shared_ptr<RecordingWriter>
  create(const std::string &file, const Turns &turns, std::string &error);

  void add(const RecordedArrival &arrival);

private:
  explicit RecordingWriter(FILE *stream) : Stream(stream, std::fclose) {}

  std::unique_ptr<FILE, int (*)(FILE *)> Stream;
};

struct Recording {
  std::string file;
  Turns turns;
  std::vector<RecordedArrival> arrivals;
  size_t next = 0; ///< the first that has not come again yet
};

/// Null on failure, with a message in `error`.
std::shared_ptr<Recording> readRecording(const std::string &file,
                                         std::string &error);
/// The same from a text; `file` is its name in messages.
std::shared_ptr<Recording> parseRecording(std::string_view text,
                                          const std::string &file,
                                          std::string &error);

} // namespace dpa

#endif
