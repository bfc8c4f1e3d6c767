// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts what the rest of a recording has.
#include "emulator/schedule/replay.h"

#include "emulator/schedule/digest.h"

#include <cstdio>

namespace dpa {

size_t Replay::Hash::operator()(const ArrivalKey &key) const {
  return Digest()
      .number(static_cast<uint64_t>(key.kind))
      .number(key.process)
      .number(key.digest)
      .value();
}

Replay::Replay(std::shared_ptr<const Recording> recording)
    : Recorded(std::move(recording)) {
  for (const RecordedArrival &arrival : Recorded->arrivals)
    ++Unclaimed[arrival.key];
}

bool Replay::claim(const ArrivalKey &key) {
  auto found = Unclaimed.find(key);
  if (found != Unclaimed.end() && found->second != 0) {
    --found->second;
    return true;
  }
  std::string what = std::string("it has no further '") + nameOf(key.kind) +
                     "' like the one that came";
  if (!Recorded->hasEnd)
    what += ", and no end: the program that was recorded died here, or the "
            "file is cut off";
  leave(what);
  return false;
}

void Replay::leave(const std::string &what) {
  if (Left)
    return;
  Left = true;
  std::fprintf(stderr,
               "dpa-emulator: error: %s:%zu: the run has left the recording: "
               "%s\n",
               Recorded->file.c_str(), Recorded->lineOf(Next), what.c_str());
}

} // namespace dpa
