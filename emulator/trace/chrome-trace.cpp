// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events as JSON objects. Times are microseconds.
#include "emulator/trace/chrome-trace.h"

#include "emulator/trace/output-file.h"
#include "emulator/trace/timeline.h"
#include "emulator/trace/track-table.h"

#include <algorithm>
#include <vector>

namespace dpa::trace {
namespace {

class ChromeTrace : public Sink {
public:
  explicit ChromeTrace(const Names &names) : names_(names) {}

  bool open(const std::string &file, std::string &error) {
    if (!file_.open(file, error))
      return false;
    file_ << "[\n";
    file_
        << R"({"ph":"M","name":"trace_format","pid":0,"args":{"made by":"dpa-emulator"}})";
    return true;
  }

  void add(const Event &event) override;
  void flush(bool /*atFixedPlaces*/) override { file_.flush(); }
  bool finish(std::string &error) override {
    file_ << "\n]\n";
    return file_.finish(error);
  }

private:
  struct Ids {
    uint32_t group = 0;
    uint32_t row = 0;
  };
  const Ids &idsOf(const Track &track);
  void title(const char *what, const Ids &ids, std::string_view name);
  void begin(char phase, const Track &track, uint64_t time);
  void time(uint64_t nanoseconds);
  void arguments(const Event &event);
  void arrow(const Event &event);

  const Names &names_;
  OutputFile file_;
  TrackTable tracks_;
  std::vector<Ids> ids_; ///< by index of the track
  std::vector<uint32_t> groups_;
  uint64_t arrows_ = 0;
};

void ChromeTrace::title(const char *what, const Ids &ids,
                        std::string_view name) {
  file_ << ",\n{\"ph\":\"M\",\"name\":\"" << what
        << "\",\"pid\":" << uint64_t(ids.group)
        << ",\"tid\":" << uint64_t(ids.row) << ",\"args\":{\"name\":";
  file_.quote(name);
  file_ << "}}";
}

const ChromeTrace::Ids &ChromeTrace::idsOf(const Track &track) {
  const TrackTable::Place place = tracks_.find(track);
  if (!place.isNew)
    return ids_[place.index];
  const TrackTitle name = titleOf(track, names_);
  ids_.push_back({name.groupNumber, track.number});
  if (std::ranges::find(groups_, name.groupNumber) == groups_.end()) {
    groups_.push_back(name.groupNumber);
    title("process_name", ids_.back(), name.group);
  }
  title("thread_name", ids_.back(), name.name);
  return ids_.back();
}

void ChromeTrace::time(uint64_t nanoseconds) {
  constexpr uint64_t inMicrosecond = 1000;
  const uint64_t rest = nanoseconds % inMicrosecond;
  file_ << nanoseconds / inMicrosecond << '.'
        << static_cast<char>('0' + rest / 100)
        << static_cast<char>('0' + rest / 10 % 10)
        << static_cast<char>('0' + rest % 10);
}

void ChromeTrace::begin(char phase, const Track &track, uint64_t when) {
  const Ids ids = idsOf(track);
  file_ << ",\n{\"ph\":\"" << phase << "\",\"pid\":" << uint64_t(ids.group)
        << ",\"tid\":" << uint64_t(ids.row) << ",\"ts\":";
  time(when);
}

void ChromeTrace::arguments(const Event &event) {
  if (event.arguments.empty())
    return;
  char separator = '{';
  file_ << ",\"args\":";
  for (const Argument &each : event.arguments) {
    file_ << separator << '"' << each.key << "\":";
    if (each.isText())
      file_.quote(each.text);
    else
      file_ << each.number;
    separator = ',';
  }
  file_ << '}';
}

void ChromeTrace::arrow(const Event &event) {
  const uint64_t id = ++arrows_;
  begin('s', event.source, event.sourceTime);
  file_ << R"(,"cat":"cause","name":"causes","id":)" << id << '}';
  begin('f', event.track, event.time);
  file_ << R"(,"bp":"e","cat":"cause","name":"causes","id":)" << id << '}';
}

void ChromeTrace::add(const Event &event) {
  constexpr char phases[] = {'B', 'E', 'X', 'i'};
  if (event.phase == Event::Phase::Arrow)
    return arrow(event);
  begin(phases[static_cast<size_t>(event.phase)], event.track, event.time);
  if (event.phase != Event::Phase::End) {
    file_ << ",\"cat\":\"" << event.category << "\",\"name\":";
    file_.quote(event.name);
  }
  if (event.phase == Event::Phase::Complete) {
    file_ << ",\"dur\":";
    time(event.duration);
  } else if (event.phase == Event::Phase::Instant) {
    file_ << R"(,"s":"t")";
  }
  arguments(event);
  file_ << '}';
  file_.flushSometimes();
}

} // namespace

std::unique_ptr<Sink> makeChromeTrace(const std::string &file,
                                      const Names &names, std::string &error) {
  auto trace = std::make_unique<ChromeTrace>(names);
  if (!trace->open(file, error))
    return nullptr;
  return trace;
}

} // namespace dpa::trace
