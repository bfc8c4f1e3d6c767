// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From records to events of the timeline: their names, tracks and arguments.
#ifndef DPA_EMULATOR_TRACE_TIMELINE_H
#define DPA_EMULATOR_TRACE_TIMELINE_H

#include "emulator/trace/event.h"
#include "emulator/trace/names.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace dpa::trace {

class Timeline {
public:
  explicit Timeline(const Names &names) : names_(names) {}

  void addSink(std::unique_ptr<Sink> sink) {
    sinks_.push_back(std::move(sink));
  }
  void add(const Record &record, std::string_view text);
  void flush(bool atFixedPlaces);
  void setProfile(std::string_view foldedStacks);
  bool finish(std::string &error);

private:
  Track numbered(Track track);
  void put(const Event &event);
  void addActivation(const Record &record);
  void endActivation(const Record &record);
  void addSpan(const Record &record);
  void addQueueEvent(const Record &record);
  void addMessage(const Record &record, std::string_view text);
  void addWindowPage(const Record &record);
  void addPacket(const Record &record, std::string_view text);

  const Names &names_;
  std::vector<std::unique_ptr<Sink>> sinks_;
  std::unordered_map<uint32_t, uint32_t> hostThreads_; ///< by kernel id
};

TrackTitle titleOf(const Track &track, const Names &names);

} // namespace dpa::trace

#endif
