// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts what the rest of a recording has.
#include "emulator/schedule/replay.h"

#include "emulator/schedule/digest.h"

#include <cstdarg>
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
  for (const RecordedArrival &arrival : Recorded->arrivals) {
    if (arrival.key.kind != Arrival::Kind::Ended) {
      ++Unclaimed[comesAs(arrival.key)];
      continue;
    }
    ++Ends[arrival.key.process];
    ++EndsToCome;
  }
  skipEnds();
}

void Replay::processEnded(uint32_t process) {
  auto found = Ends.find(process);
  if (found == Ends.end() || found->second == 0)
    return;
  --found->second;
  --EndsToCome;
}

ArrivalKey Replay::comesAs(ArrivalKey key) {
  if (key.kind == Arrival::Kind::Timeout)
    key.kind = Arrival::Kind::Call;
  return key;
}

bool Replay::claim(const ArrivalKey &key) {
  auto found = Unclaimed.find(key);
  if (found != Unclaimed.end() && found->second != 0) {
    --found->second;
    return true;
  }
  auto ends = Ends.find(key.process);
  if (ends != Ends.end() && ends->second != 0)
    return false;
  leave("it has no further '%s' like the one that came%s", nameOf(key.kind),
        Recorded->hasEnd ? ""
                         : ", and no end: the program that was recorded died "
                           "here, or the file is cut off");
  return false;
}

void Replay::giveBack(const ArrivalKey &key) {
  if (auto found = Unclaimed.find(key); found != Unclaimed.end())
    ++found->second;
}

void Replay::leave(const char *format, ...) noexcept {
  constexpr size_t SizeMax = 256;
  if (Left)
    return;
  Left = true;
  std::array<char, SizeMax> what{};
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(what.data(), what.size(), format, values);
  va_end(values);
  std::fprintf(stderr,
               "dpa-emulator: error: %s:%zu: the run has left the recording: "
               "%s\n",
               Recorded->file.c_str(), Recorded->lineOf(Next), what.data());
}

} // namespace dpa
