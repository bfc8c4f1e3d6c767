// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each group of records.
#include "emulator/trace/timeline.h"

#include "runtime/abi/address-map.h"
#include "runtime/abi/mailbox.h"

#include <algorithm>

namespace dpa::trace {
namespace {

const char *nameOfOutcome(uint8_t outcome) {
  switch (outcome) {
  case DPA_OUTCOME_RETURNED:
    return "returned";
  case DPA_OUTCOME_FINISHED:
    return "finished";
  case DPA_OUTCOME_RESCHEDULED:
    return "rescheduled";
  case DPA_OUTCOME_RETRIGGERED:
    return "retriggered";
  case DPA_OUTCOME_YIELDED:
    return "yielded";
  case DPA_OUTCOME_PROCESS_ENDED:
    return "ended the process";
  case DPA_OUTCOME_CRASHED:
    return "crashed";
  default:
    return "stopped";
  }
}

const char *nameOfDoorbell(uint8_t detail) {
  constexpr auto refused = static_cast<uint8_t>(Doorbell::Refused);
  if ((detail & refused) != 0)
    return "refused doorbell";
  switch (static_cast<Doorbell>(detail)) {
  case Doorbell::CompletionQueue:
    return "arm completion queue";
  case Doorbell::EventQueue:
    return "event queue doorbell";
  case Doorbell::SendQueue:
    return "send queue doorbell";
  case Doorbell::ZeroCompletion:
    return "push zero completion";
  case Doorbell::Activation:
    return "activate thread";
  case Doorbell::Host:
    return "host event";
  default:
    return "doorbell";
  }
}

const char *reasonOf(CallEnd end) {
  return end == CallEnd::TimedOut ? "no execution unit became free in time"
                                  : "the process had ended";
}

/// The track of the thread, for those that are not remote calls.
bool hasThreadTrack(const Record &record) {
  return record.thread >= DPA_EU_COUNT_MAX && record.process != 0;
}

Track threadTrack(const Record &record) {
  return {Track::Kind::Thread, record.process, record.thread};
}

/// The first bytes of a frame, in hexadecimal.
std::string hexOf(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char each : bytes) {
    text += digits[static_cast<unsigned char>(each) >> 4];
    text += digits[static_cast<unsigned char>(each) & 0xf];
  }
  return text;
}

} // namespace

/// Kernel ids differ in each run: host threads are numbered as they appear.
Track Timeline::numbered(Track track) {
  if (track.kind == Track::Kind::Host)
    track.number = hostThreads_
                       .try_emplace(track.number,
                                    static_cast<uint32_t>(hostThreads_.size()))
                       .first->second;
  return track;
}

void Timeline::put(const Event &event) {
  Event shown = event;
  shown.track = numbered(event.track);
  shown.source = numbered(event.source);
  for (const auto &sink : sinks_)
    sink->add(shown);
}

/// On the execution unit and on the track of the thread, with an arrow from the cause.
void Timeline::addActivation(const Record &record) {
  const Names::Process process = names_.process(record.process);
  const std::string_view name =
      names_.nameAt(static_cast<uint32_t>(record.values[1]));
  const Argument arguments[] = {
      {"process", process.id},
      {"thread", record.thread},
      {"unit", record.track.number},
      {"process name", 0, names_.nameAt(process.name)}};
  Event event{.phase = Event::Phase::Begin,
              .category = "activation",
              .name = name.empty() ? "activation" : name,
              .track = record.track,
              .time = record.time,
              .arguments = arguments};
  put(event);
  if (record.hasSource)
    put({.phase = Event::Phase::Arrow,
         .category = "cause",
         .name = "causes",
         .track = record.track,
         .time = record.time,
         .source = record.source,
         .sourceTime = record.values[0]});
  if (hasThreadTrack(record)) {
    event.track = threadTrack(record);
    put(event);
  }
}

void Timeline::endActivation(const Record &record) {
  const Argument arguments[] = {{"outcome", 0, nameOfOutcome(record.detail)},
                                {"instructions", record.values[0]},
                                {"cycles", record.values[1]}};
  Event event{.phase = Event::Phase::End,
              .category = "activation",
              .track = record.track,
              .time = record.time,
              .arguments = arguments};
  put(event);
  if (!hasThreadTrack(record))
    return;
  event.track = threadTrack(record);
  event.arguments = {};
  put(event);
}

void Timeline::addSpan(const Record &record) {
  Event event{.phase = Event::Phase::Complete,
              .track = record.track,
              .time = record.time,
              .duration = record.values[0]};
  const auto &[duration, first, second] = record.values;
  if (record.kind == Kind::Doorbell) {
    const Argument arguments[] = {{"number", first}, {"index", second}};
    event.category = "doorbell";
    event.name = nameOfDoorbell(record.detail);
    event.arguments = arguments;
    put(event);
  } else if (record.kind == Kind::WindowCopy) {
    const Argument arguments[] = {{"bytes", first}, {"offset", second}};
    event.category = "window";
    event.name = record.detail != 0 ? "copy to the host" : "copy from the host";
    event.arguments = arguments;
    put(event);
  } else {
    const Argument arguments[] = {
        {"process", names_.process(record.process).id},
        {"not run", 0, reasonOf(static_cast<CallEnd>(record.detail))}};
    event.category = "call";
    event.name = names_.nameAt(static_cast<uint32_t>(first));
    event.arguments = std::span(arguments).first(record.detail != 0 ? 2 : 1);
    put(event);
  }
}

/// Adds the event for a Message, Records or a RingMessage.
void Timeline::addMessage(const Record &record, std::string_view text) {
  Event event{
      .category = "message", .track = record.track, .time = record.time};
  const auto &[stream, second, unused] = record.values;
  const Argument withText[] = {
      {"text", 0, text}, {"stream", stream}, {"unit", second}};
  const Argument withSize[] = {{"stream", stream}, {"bytes", second}};
  event.name = "message";
  event.arguments =
      std::span(withText).first(record.kind == Kind::RingMessage ? 3 : 2);
  if (record.kind == Kind::Records) {
    event.name = "batch of messages";
    event.arguments = withSize;
  }
  put(event);
}

void Timeline::addWindowPage(const Record &record) {
  const Argument arguments[] = {{"window", record.values[0]},
                                {"offset", record.values[1]}};
  put({.category = "window",
       .name = record.detail != 0 ? "stores to a page" : "loads from a page",
       .track = record.track,
       .time = record.time,
       .arguments = arguments});
}

void Timeline::addQueueEvent(const Record &record) {
  constexpr const char *events[] = {"completion queue event",
                                    "event queue event", "queue overrun"};
  constexpr const char *completions[] = {"zero completion", "send completion",
                                         "receive completion", "send error",
                                         "receive error"};
  const Argument arguments[] = {{"queue", record.values[0]},
                                {"work queue", record.values[1]},
                                {"entry", record.values[2]}};
  const bool isEvent = record.kind == Kind::QueueEvent;
  const size_t detail = record.detail;
  put({.category = "queue",
       .name = isEvent
                   ? events[std::min(detail, std::size(events) - 1)]
                   : completions[std::min(detail, std::size(completions) - 1)],
       .track = record.track,
       .time = record.time,
       .arguments = std::span(arguments).first(isEvent ? 1 : 3)});
}

void Timeline::addPacket(const Record &record, std::string_view text) {
  if (record.kind == Kind::RocePacket) {
    const Argument arguments[] = {{"bytes", record.values[0]},
                                  {"queue pair", record.values[1]},
                                  {"psn", record.values[2]},
                                  {"opcode", record.detail}};
    return put({.category = "packet",
                .name = "RoCE packet",
                .track = record.track,
                .time = record.time,
                .arguments = arguments});
  }
  const std::string begin = hexOf(text);
  const Argument arguments[] = {{"bytes", record.values[0]},
                                {"begins with", 0, begin}};
  const bool isSent = record.detail == static_cast<uint8_t>(Packet::Sent);
  put({.category = "packet",
       .name = isSent ? "frame sent" : "frame received",
       .track = record.track,
       .time = record.time,
       .arguments = arguments});
}

void Timeline::add(const Record &record, std::string_view text) {
  switch (record.kind) {
  case Kind::ActivationBegins:
    return addActivation(record);
  case Kind::ActivationEnds:
    return endActivation(record);
  case Kind::WaitBegins: {
    const Argument arguments[] = {{"pc", record.values[0]}};
    return put({.phase = Event::Phase::Begin,
                .category = "wait",
                .name = "waits in a loop",
                .track = record.track,
                .time = record.time,
                .arguments = arguments});
  }
  case Kind::WaitEnds:
    return put({.phase = Event::Phase::End,
                .category = "wait",
                .track = record.track,
                .time = record.time});
  case Kind::Call:
  case Kind::Doorbell:
  case Kind::WindowCopy:
    return addSpan(record);
  case Kind::Completion:
  case Kind::QueueEvent:
    return addQueueEvent(record);
  case Kind::Packet:
  case Kind::RocePacket:
    return addPacket(record, text);
  case Kind::Message:
  case Kind::RingMessage:
  case Kind::Records:
    return addMessage(record, text);
  case Kind::WindowPage:
    return addWindowPage(record);
  case Kind::Crash: {
    const Argument arguments[] = {{"text", 0, text}};
    return put({.category = "crash",
                .name = "process ends",
                .track = record.track,
                .time = record.time,
                .arguments = arguments});
  }
  case Kind::Count_:
    return;
  }
}

void Timeline::flush(bool atFixedPlaces) {
  for (const auto &sink : sinks_)
    sink->flush(atFixedPlaces);
}

void Timeline::setProfile(std::string_view foldedStacks) {
  for (const auto &sink : sinks_)
    sink->setProfile(foldedStacks);
}

bool Timeline::finish(std::string &error) {
  bool isComplete = true;
  for (const auto &sink : sinks_)
    isComplete = sink->finish(error) && isComplete;
  return isComplete;
}

TrackTitle titleOf(const Track &track, const Names &names) {
  constexpr uint32_t groupOfDevices = 2;
  constexpr uint32_t groupOfProcesses = 1000;
  const std::string number = std::to_string(track.number);
  const uint32_t ofDevice = groupOfDevices + 3u * track.owner;
  switch (track.kind) {
  case Track::Kind::Host:
    return {"host program", "host thread " + number, 1};
  case Track::Kind::Unit:
    return {std::string(names.device(track.owner)) + ": execution units",
            "EU " + number, ofDevice};
  case Track::Kind::Port:
    return {std::string(names.device(track.owner)) + ": ports",
            "port " + number, ofDevice + 1};
  case Track::Kind::Background:
    return {"network cards", "background work", groupOfDevices + 2};
  case Track::Kind::Thread:
    break;
  }
  const Names::Process process = names.process(track.owner);
  return {"process " + std::to_string(process.id) + " '" +
              std::string(names.nameAt(process.name)) + "'",
          "thread " + number, groupOfProcesses + track.owner};
}

} // namespace dpa::trace
