// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file of a recorded run: how it was scheduled, and each arrival with the
// number of instructions that the device had run before it. A text:
//
//   dpa-recording 3
//   seed 7
//   quantum 1000                        0: not set, turns grow
//   eus 16
//   0 open 0 0                          0 is also the device: ofDevice()
//   0 create 0 0
//   1482 call 1 9f31c2a07745e1b6        instructions, kind, process, key
//   1490 call 65537 03c8f0a1d2b4e697    in process 1 of vport 1: arrivalProcess()
//   0 port 1 81d4.. mlx5_0/1 unix:/s    live port 1, as text; its key is a digest
//   1600 frame 1 73ac.. ffffffffffff..  it receives a frame, in hexadecimal
//   1600 sent 1 40c1f00ba27769e3        it sends a frame with this digest
//   1600 link 1 0                       its link is down (1: up) from now on
//   1700 join 4294967296 1e5b.. mlx5_1 256
//                                       another device with 256 units is opened:
//                                       ofDevice(1, 0)
//   1700 port 4294967297 90c2.. mlx5_1/1 unix:/s
//                                       its live ports follow
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
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dpa {

/// How a reproducible run is scheduled.
struct Turns {
  uint64_t seed = 0;
  /// Instructions of the longest turn; 0: turns grow while units only compute.
  uint64_t quantum = 0;
  uint32_t units = 1;

  bool operator==(const Turns &) const = default;
};

struct RecordedArrival {
  uint64_t instructions = 0;
  ArrivalKey key;
  /// Of those with contents, in Recording::contents.
  size_t contentsAt = 0;
  size_t contentsSize = 0;
};

/// Whether the contents are part of a recording: the text of a port or a device, the
/// bytes of a frame.
constexpr bool hasContents(Arrival::Kind kind) {
  return kind == Arrival::Kind::Port || kind == Arrival::Kind::Frame ||
         kind == Arrival::Kind::Join;
}

/// The first line. A new version is needed when the same lines give another schedule.
constexpr std::string_view recordingHeader = "dpa-recording 3";

const char *nameOf(Arrival::Kind kind);
/// None: no kind has this name.
std::optional<Arrival::Kind> arrivalKind(std::string_view name);

/// A line of a file, with its newline, without contents. Does not allocate.
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

/// Appends the line of an arrival with contents.
void appendLine(ApartString &text, const RecordedArrival &arrival,
                std::span<const std::byte> contents);
/// The reverse for the contents: appends the bytes of `text`, at most `most`.
/// False: it is not what appendLine() writes.
bool readContents(Arrival::Kind kind, std::string_view text, size_t most,
                  ApartVector<std::byte> &bytes);

struct Recording {
  ApartString file;
  Turns turns;
  ApartVector<RecordedArrival> arrivals;
  ApartVector<std::byte> contents;
  bool hasEnd = false; ///< the recorded program has ended regularly

  std::span<const std::byte> contentsOf(const RecordedArrival &arrival) const {
    return std::span(contents).subspan(arrival.contentsAt,
                                       arrival.contentsSize);
  }

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
