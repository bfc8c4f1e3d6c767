// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace of this program: its start, and its end at a regular end of the program.
#include "emulator/trace/trace.h"

#include "base/file-pattern.h"
#include "base/log-line.h"
#include "emulator/configuration/output-files.h"
#include "emulator/host/apart-memory.h"
#include "emulator/interface/report.h"
#include "emulator/trace/recorder.h"

#include <cstdlib>
#include <new>
#include <optional>
#include <pthread.h>
#include <unistd.h>

namespace dpa::trace {
namespace {

/// Of this program; null: nothing is recorded. Never freed, since threads may record
/// while the program ends.
constinit std::atomic<Recorder *> recorder = nullptr;
constinit std::mutex starting;
constinit bool hasStarted = false; ///< or failed, or there is nothing to write
constinit uint64_t startTime = 0;

uint64_t steadyNanoseconds() {
  return static_cast<uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch() /
      std::chrono::nanoseconds(1));
}

/// Nothing, with a message in `error`: not a pattern, or the file cannot be written.
std::optional<std::string> fileOf(const char *setting, const char *variable,
                                  std::string &error) {
  const char *value = std::getenv(variable);
  std::optional<std::string> name =
      expandFilePattern(value ? value : "", std::nullopt);
  if (!name)
    error = std::string(variable) + ": expected " + filePatternText +
            ", got '" + value + "'";
  else if (!name->empty() && !checkOutputFile(setting, *name, error))
    return std::nullopt;
  return name;
}

/// The child of a fork() is a program without a trace until it opens a device.
void forget() {
  isOnNow = false;
  recorder = nullptr;
  hasStarted = false;
}

/// As when a device is opened: the next one tries again.
bool begin(const Outputs &outputs, std::string &error) {
  static const bool watchesForks =
      pthread_atfork([] { starting.lock(); }, [] { starting.unlock(); },
                     [] {
                       forget();
                       starting.unlock();
                     }) == 0;
  if (!watchesForks)
    throw std::bad_alloc();
  void *memory = mapApart(sizeof(Recorder));
  auto *made = new (memory) Recorder;
  startTime = steadyNanoseconds();
  if (!made->start(outputs, error)) {
    made->~Recorder();
    unmapApart(memory, sizeof(Recorder));
    return false;
  }
  recorder = made;
  isOnNow = true;
  return true;
}

/// At a regular end of the program. Units may still run.
[[gnu::destructor]] void finish() noexcept {
  isOnNow = false;
  if (Recorder *last = recorder.exchange(nullptr))
    last->finish();
}

Names *names() {
  Recorder *made = recorder;
  return isOn() && made ? &made->names : nullptr;
}

} // namespace

bool start(const LogSettings &log, std::string &error) {
  const std::lock_guard guard(starting);
  if (hasStarted)
    return true;
  const std::optional<std::string> traceFile =
      fileOf("trace", traceVariable, error);
  if (!traceFile)
    return false;
  const std::optional<std::string> reportFile =
      fileOf("report", reportVariable, error);
  if (!reportFile)
    return false;
  const Outputs outputs{.trace = *traceFile, .report = *reportFile, .log = log};
  if (outputs.isAny() && !begin(outputs, error))
    return false;
  hasStarted = true;
  return true;
}

uint64_t hostNanoseconds() {
  return steadyNanoseconds() - startTime;
}

uint16_t addDevice(std::string_view name) {
  Names *known = names();
  return known ? known->addDevice(name) : 0;
}

uint16_t addProcess(uint16_t device, std::string_view name, uint32_t id) {
  Names *known = names();
  return known ? known->addProcess(
                     {.device = device, .name = known->indexOf(name), .id = id})
               : 0;
}

uint32_t nameIndex(std::string_view name) {
  Names *known = names();
  return known ? known->indexOf(name) : 0;
}

Track currentTrack() {
  thread_local const auto id = static_cast<uint32_t>(gettid());
  if (current.hasTrack)
    return current.track;
  return {Track::Kind::Host, 0, id};
}

Cause causeNow() {
  return {.time = now(), .track = currentTrack(), .isKnown = true};
}

void add(Record record, std::string_view text) noexcept {
  Recorder *made = recorder;
  if (!made)
    return;
  text = text.substr(0, textMax);
  record.textSize = static_cast<uint16_t>(text.size());
  if (record.time == timeOfNow)
    record.time = now();
  if (record.track == Track())
    record.track = currentTrack();
  if (record.process == 0) {
    record.process = current.process;
    record.thread = current.thread;
  }
  made->push(record, text);
}

} // namespace dpa::trace

namespace dpa {

void reportProfile(std::string_view foldedStacks) noexcept try {
  if (trace::Recorder *made = trace::recorder)
    made->setProfile(foldedStacks);
} catch (const std::bad_alloc &) {
  printLine("dpa-emulator", "warning",
            "out of memory: the report lacks the profile");
}

bool isTraceReproducible() {
  return trace::isOn() && trace::isReproducible;
}

void traceMessage(uint32_t stream, uint32_t eu,
                  std::string_view text) noexcept {
  if (trace::isOn())
    trace::add({.kind = trace::Kind::RingMessage, .values = {stream, eu}},
               text);
}

} // namespace dpa
