// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the arrivals in the rest of a recording.
#include "emulator/schedule/replay.h"

#include "base/bytes.h"
#include "base/log-line.h"
#include "base/parse-number.h"

#include <algorithm>
#include <cstdio>

namespace dpa {
namespace {

/// Sorts them, each key once.
template <typename Counts> void addUp(Counts &counts) {
  std::ranges::sort(counts, {}, [](const auto &each) { return each.key; });
  auto last = counts.begin();
  for (auto &each : counts) {
    if (&each == &*last)
      continue;
    if (each.key == last->key)
      last->count += each.count;
    else
      *++last = each;
  }
  if (!counts.empty())
    counts.erase(last + 1, counts.end());
}

/// In the contents of an arrival Join.
std::string_view nameOfDevice(ByteView contents) {
  const std::string_view text = textOf(contents);
  return text.substr(0, text.rfind(' '));
}

} // namespace

Replay::Replay(std::shared_ptr<const Recording> recording)
    : recorded_(std::move(recording)) {
  for (const RecordedArrival &arrival : recorded_->arrivals) {
    if (isOfPort(arrival.key.kind)) {
      if (std::ranges::find(sent_, arrival.key.process, &SentFrames::port) ==
          sent_.end())
        sent_.push_back({arrival.key.process, 0});
      continue;
    }
    if (arrival.key.kind != Arrival::Kind::Ended) {
      unclaimed_.push_back({waitsAs(arrival.key), 1});
      continue;
    }
    ends_.push_back({{Arrival::Kind::Ended, arrival.key.process, 0}, 1});
    ++endsToCome_;
  }
  sent_.push_back({UINT64_MAX, 0});
  addUp(unclaimed_);
  addUp(ends_);
  skipOwn();
}

uint64_t Replay::beginSession() {
  session_ = next_;
  while (at(session_) && at(session_)->key.kind != Arrival::Kind::Open)
    ++session_;
  const uint64_t device = at(session_) ? at(session_)->key.process : 0;
  hasBegun_ = device != 0; // others join, too
  joinsTaken_.clear();
  return device;
}

std::optional<size_t> Replay::takeJoin(std::string_view name) {
  for (size_t i = session_ + 1; at(i); ++i) {
    if (at(i)->key.kind == Arrival::Kind::Open)
      break;
    if (at(i)->key.kind != Arrival::Kind::Join ||
        std::ranges::find(joinsTaken_, i) != joinsTaken_.end() ||
        nameOfDevice(contentsOf(*at(i))) != name)
      continue;
    if (at(i)->key.process == 0 && !hasBegun_)
      break; // it joins later, too
    joinsTaken_.push_back(i);
    return i;
  }
  hasBegun_ = true;
  return std::nullopt;
}

uint64_t Replay::unitsAt(size_t place) const {
  const std::string_view text = textOf(contentsOf(*at(place)));
  uint64_t units = 0;
  parseNumber(text.substr(text.rfind(' ') + 1), units);
  return units;
}

Replay::DeviceText Replay::ofDeviceText(uint64_t number) const noexcept {
  const uint64_t device = ofDevice(deviceOfArrival(number), 0);
  DeviceText made;
  if (device == 0)
    return made;
  for (const RecordedArrival &each : recorded_->arrivals) {
    if (each.key.kind != Arrival::Kind::Join || each.key.process != device)
      continue;
    const std::string_view name = nameOfDevice(contentsOf(each));
    std::snprintf(made.text.data(), made.text.size(), " of '%.*s'",
                  static_cast<int>(name.size()), name.data());
    break;
  }
  return made;
}

void Replay::skipInputs() {
  while (next() && isOfPort(next()->key.kind))
    advance();
  sentAt_ = std::max(sentAt_, next_);
}

/// Null: it never arrives.
Replay::Count *Replay::find(ApartVector<Count> &counts, const ArrivalKey &key) {
  auto found = std::ranges::lower_bound(counts, key, {}, &Count::key);
  return found != counts.end() && found->key == key ? &*found : nullptr;
}

void Replay::processEnded(uint64_t process) {
  Count *ends = endOf(process);
  if (!ends || ends->count == 0)
    return;
  --ends->count;
  --endsToCome_;
}

ArrivalKey Replay::waitsAs(ArrivalKey key) {
  if (key.kind == Arrival::Kind::Timeout)
    key.kind = Arrival::Kind::Call;
  return key;
}

Awaited Replay::isAwaited(const ArrivalKey &key) {
  const Count *left = find(unclaimed_, key);
  if (!left || left->count == 0)
    return Awaited::No;
  return next() && next()->key == key ? Awaited::Next : Awaited::Later;
}

bool Replay::claim(const ArrivalKey &key) {
  Count *left = find(unclaimed_, key);
  if (left && left->count != 0) {
    --left->count;
    return true;
  }
  const Count *ends = endOf(key.process);
  if (ends && ends->count != 0)
    return false;
  leave("no further '%s' like this one is recorded%s", nameOf(key.kind),
        recorded_->hasEnd ? ""
                          : ", nor an end: the recorded program died here, or "
                            "the file is cut off");
  return false;
}

void Replay::unclaim(const ArrivalKey &key) {
  if (Count *left = find(unclaimed_, key))
    ++left->count;
}

void Replay::leave(const char *format, ...) noexcept {
  std::va_list values;
  va_start(values, format);
  report(next_, format, values);
  va_end(values);
}

void Replay::leaveAt(size_t arrival, const char *format, ...) noexcept {
  std::va_list values;
  va_start(values, format);
  report(arrival, format, values);
  va_end(values);
}

/// Once.
void Replay::report(size_t arrival, const char *format,
                    std::va_list values) noexcept {
  constexpr size_t sizeMax = 256;
  if (left_)
    return;
  left_ = true;
  std::array<char, sizeMax> what{};
  std::vsnprintf(what.data(), what.size(), format, values);
  printLine("dpa-emulator", "error",
            "%s:%zu: the run has left the recording: %s",
            recorded_->file.c_str(), recorded_->lineOf(arrival), what.data());
}

} // namespace dpa
