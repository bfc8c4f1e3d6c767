// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events as lines of the log: see log-sink.h.
#include "emulator/trace/log-sink.h"

#include "base/log-line.h"
#include "emulator/trace/timeline.h"

namespace dpa::trace {
namespace {

bool showsActivations(const LogSettings &settings) {
  return settings.shows(LogLevel::Trace, LogCategory::Thread);
}

bool showsDoorbells(const LogSettings &settings) {
  return settings.shows(LogLevel::Trace, LogCategory::Queue);
}

/// ": key value, key value"
std::string textOf(std::span<const Argument> arguments) {
  std::string text;
  for (const Argument &each : arguments) {
    text += text.empty() ? ": " : ", ";
    text += each.key;
    text += ' ';
    text +=
        each.isText() ? std::string(each.text) : std::to_string(each.number);
  }
  return text;
}

class LogSink : public Sink {
public:
  LogSink(const LogSettings &settings, const Names &names)
      : settings_(settings), names_(names) {}

  void add(const Event &event) override;
  void flush(bool /*atFixedPlaces*/) override {}
  bool finish(std::string & /*error*/) override { return true; }

private:
  void write(const Event &event, const std::string &what) const;

  const LogSettings settings_;
  const Names &names_;
};

void LogSink::write(const Event &event, const std::string &what) const {
  const TrackTitle track = titleOf(event.track, names_);
  printLine("flexio", "trace", "%s: %s: %s%s", track.group.c_str(),
            track.name.c_str(), what.c_str(), textOf(event.arguments).c_str());
}

/// Activations have a second event on the track of their thread.
void LogSink::add(const Event &event) {
  const std::string_view category = event.category;
  if (category == "doorbell" && showsDoorbells(settings_))
    write(event, std::string(event.name));
  if (category != "activation" || event.track.kind != Track::Kind::Unit ||
      !showsActivations(settings_))
    return;
  if (event.phase == Event::Phase::Begin)
    write(event, "activation of '" + std::string(event.name) + "'");
  else
    write(event, "activation ended");
}

} // namespace

bool logsEvents(const LogSettings &settings) {
  return showsActivations(settings) || showsDoorbells(settings);
}

std::unique_ptr<Sink> makeLogSink(const LogSettings &settings,
                                  const Names &names) {
  return std::make_unique<LogSink>(settings, names);
}

} // namespace dpa::trace
