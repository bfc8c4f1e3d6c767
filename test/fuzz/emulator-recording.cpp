// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as the file of a recorded run, and with a valid end, in which
// case it is replayed to its end.
#include "emulator/schedule/digest.h"
#include "emulator/schedule/replay.h"

#include <cstdlib>

namespace {

std::string lineOf(const dpa::Recording &recording,
                   const dpa::RecordedArrival &arrival) {
  dpa::ApartString line;
  if (dpa::hasContents(arrival.key.kind))
    dpa::appendLine(line, arrival, recording.contentsOf(arrival));
  else
    line = dpa::RecordingLine(arrival).text();
  return {line.begin(), line.end()};
}

/// A recording that was read is written back unchanged.
void check(std::string_view text) {
  std::string error;
  auto recording = dpa::parseRecording(text, "file", error);
  if (!recording)
    return;
  std::string again(dpa::RecordingLine::head(recording->turns).text());
  dpa::Replay replay(recording);
  for (const dpa::RecordedArrival &arrival : recording->arrivals) {
    again += lineOf(*recording, arrival);
    if (arrival.key.kind == dpa::Arrival::Kind::Sent) {
      replay.compareSent(arrival);
      continue;
    }
    if (!replay.checkSent(arrival.instructions))
      std::abort();
    if (dpa::isInput(arrival.key.kind) || dpa::hasContents(arrival.key.kind)) {
      if (replay.next() != &arrival)
        std::abort();
      replay.advance();
      continue;
    }
    if (arrival.key.kind == dpa::Arrival::Kind::Ended) {
      replay.processEnded(arrival.key.process);
      continue;
    }
    // A call that timed out had arrived as a call.
    dpa::ArrivalKey key = arrival.key;
    if (key.kind == dpa::Arrival::Kind::Timeout)
      key.kind = dpa::Arrival::Kind::Call;
    if (!replay.claim(key) || replay.next() != &arrival)
      std::abort();
    replay.advance();
  }
  if (recording->hasEnd)
    again += dpa::RecordingLine::end(dpa::Digest().text(again).value()).text();
  if (again != text || replay.isFollowed() == recording->hasEnd)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  check(text);
  check(text +
        std::string(
            dpa::RecordingLine::end(dpa::Digest().text(text).value()).text()));
  return 0;
}
