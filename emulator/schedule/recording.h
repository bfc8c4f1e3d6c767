// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file of a recorded run: how it was scheduled, and each arrival with the
// number of instructions that the device had run before it. A text:
//
//   dpa-recording 1
//   seed 7
//   quantum 1000
//   eus 16
//   0 open 0 0
//   0 create 0 0
//   1482 call 1 9f31c2a07745e1b6        instructions, kind, process, key
//   2961 ended 1 0                      later arrivals at it do not count
//   end 51b2f0c8d4a09377                digest of the lines above
//
// The end is missing if the program was killed or the disk was full. Reading
// checks everything and names file and line. The contents are kept in memory
// apart from that of the program.
#ifndef DPA_EMULATOR_SCHEDULE_RECORDING_H
#define DPA_EMULATOR_SCHEDULE_RECORDING_H

#include "emulator/host/apart-memory.h"
#include "emulator/schedule/arrival.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace dpa {

/// How a reproducible run is scheduled.
struct Turns {
  uint64_t seed = 0;
  /// Instructions of the longest turn.
  uint64_t quantum = 1000;
  uint32_t units = 1;

  bool operator==(const Turns &) const = default;
};

/// What distinguishes arrivals, independent of the addresses of buffers.
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

/// A line of a file, with its newline. Does not allocate.
class RecordingLine {
public:
  explicit RecordingLine(const RecordedArrival &arrival);
  /// The last line, with the digest of those before.
  static RecordingLine end(uint64_t digest);
  /// The first lines, above the arrivals.
  static RecordingLine head(const Turns &turns);

  std::string_view text() const { return {text_.data(), size_}; }

private:
  RecordingLine() = default;

  static constexpr size_t sizeMax = 96;
  std::array<char, sizeMax> text_{};
  size_t size_ = 0;
};

struct Recording {
  ApartString file;
  Turns turns;
  ApartVector<RecordedArrival> arrivals;
  bool hasEnd = false; ///< the recorded program has ended regularly

  /// Of an arrival, or of the one that would be next.
  size_t lineOf(size_t arrival) const { return arrival + headLines + 1; }
  static constexpr size_t headLines = 4;
};

/// Null on failure, with a message in `error`. A regular file of at most 1 GiB.
std::shared_ptr<Recording> readRecording(std::string_view file,
                                         std::string &error);
/// The same from a text; `file` is its name in messages.
std::shared_ptr<Recording> parseRecording(std::string_view text,
                                          std::string_view file,
                                          std::string &error);

} // namespace dpa

#endif
