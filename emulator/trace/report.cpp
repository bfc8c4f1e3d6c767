// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A batch has four lists: titles of new tracks, new texts, new shapes, and events as
// numbers. A shape is what events of a kind have in common:
//   [phase, category, [key..]]   keys of texts end with '$'
// An event is
//   shape, name, track, time since the event before[, duration | source, time
//   since the cause][, argument..]
// report-data.js reads them.
#include "emulator/trace/report.h"

#include "emulator/trace/output-file.h"
#include "emulator/trace/timeline.h"
#include "emulator/trace/track-table.h"

#include <unordered_map>

namespace dpa::trace {
namespace {

class Report : public Sink {
public:
  explicit Report(const Names &names) : names_(names) {}

  bool open(const std::string &file, std::string &error) {
    if (!file_.open(file, error))
      return false;
    file_ << reportPage();
    return true;
  }

  void add(const Event &event) override;
  void flush(bool atFixedPlaces) override {
    if (!atFixedPlaces)
      endBatch();
  }
  void setProfile(std::string_view foldedStacks) override {
    profile_ = foldedStacks;
  }
  bool finish(std::string &error) override {
    endBatch();
    if (!profile_.empty()) {
      file_ << R"(<script type="application/json" id="folded">)";
      file_.quote(profile_);
      file_ << "</script>\n";
    }
    file_ << "</body>\n</html>\n";
    return file_.finish(error);
  }

private:
  static constexpr size_t batchSize = size_t(128) << 10;

  void endBatch();
  void number(uint64_t value);
  void difference(uint64_t value, uint64_t before);
  uint64_t trackOf(const Track &track);
  uint64_t textOf(std::string_view text);
  uint64_t shapeOf(const Event &event);

  const Names &names_;
  OutputFile file_;
  TrackTable tracks_;
  std::unordered_map<std::string, uint64_t> texts_;
  uint64_t textCount_ = 0;
  std::unordered_map<std::string, uint64_t> shapes_;
  std::string profile_;
  uint64_t before_ = 0; ///< time of the event before

  // Of the batch, as JSON.
  JsonText newTracks_;
  JsonText newTexts_;
  JsonText newShapes_;
  JsonText events_;
};

void Report::number(uint64_t value) {
  events_ << value << ',';
}

void Report::difference(uint64_t value, uint64_t before) {
  if (value < before)
    events_ << '-';
  number(value < before ? before - value : value - before);
}

uint64_t Report::trackOf(const Track &track) {
  const TrackTable::Place place = tracks_.find(track);
  if (place.isNew) {
    const TrackTitle title = titleOf(track, names_);
    newTracks_ << '[' << uint64_t(title.groupNumber) << ','
               << uint64_t(track.number) << ',';
    newTracks_.quote(title.group);
    newTracks_ << ',';
    newTracks_.quote(title.name);
    newTracks_ << "],";
  }
  return place.index;
}

/// Texts that differ each time, such as messages, are not remembered.
uint64_t Report::textOf(std::string_view text) {
  constexpr size_t textsMax = 10'000;
  constexpr size_t sizeMax = 64;
  std::string key(text);
  if (const auto found = texts_.find(key); found != texts_.end())
    return found->second;
  newTexts_.quote(text);
  newTexts_ << ',';
  if (text.size() <= sizeMax && texts_.size() < textsMax)
    texts_.emplace(std::move(key), textCount_);
  return textCount_++;
}

uint64_t Report::shapeOf(const Event &event) {
  JsonText shape;
  shape << '[' << static_cast<uint64_t>(event.phase) << ",\"" << event.category
        << "\",[";
  for (const Argument &each : event.arguments)
    shape << (&each == event.arguments.data() ? "\"" : ",\"") << each.key
          << (each.isText() ? "$\"" : "\"");
  shape << "]]";
  const auto [found, isNew] =
      shapes_.try_emplace(std::string(shape.view()), shapes_.size());
  if (isNew)
    newShapes_ << shape.view() << ',';
  return found->second;
}

void Report::add(const Event &event) {
  number(shapeOf(event));
  number(textOf(event.name));
  number(trackOf(event.track));
  difference(event.time, before_);
  before_ = event.time;
  if (event.phase == Event::Phase::Complete)
    number(event.duration);
  if (event.phase == Event::Phase::Arrow) {
    number(trackOf(event.source));
    difference(event.time, event.sourceTime);
  }
  for (const Argument &each : event.arguments)
    number(each.isText() ? textOf(each.text) : each.number);
  if (events_.view().size() + newTexts_.view().size() >= batchSize)
    endBatch();
}

void Report::endBatch() {
  if (events_.view().empty())
    return;
  file_ << R"(<script type="application/json" class="batch">{)";
  bool isFirst = true;
  for (const auto &[name, list] :
       {std::pair("tracks", &newTracks_), std::pair("texts", &newTexts_),
        std::pair("shapes", &newShapes_), std::pair("events", &events_)}) {
    std::string_view items = list->view();
    items = items.substr(0, items.empty() ? 0 : items.size() - 1);
    file_ << (isFirst ? "\"" : ",\"") << name << "\":[" << items << ']';
    isFirst = false;
    list->clear();
  }
  file_ << "}</script>\n";
  file_.flush();
}

} // namespace

std::unique_ptr<Sink> makeReport(const std::string &file, const Names &names,
                                 std::string &error) {
  auto report = std::make_unique<Report>(names);
  if (!report->open(file, error))
    return nullptr;
  return report;
}

} // namespace dpa::trace
