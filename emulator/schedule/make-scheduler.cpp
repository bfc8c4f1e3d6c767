// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a scheduler and keeps the recordings of this program.
#include "emulator/schedule/make-scheduler.h"

#include "base/fork-generation.h"
#include "emulator/schedule/function-scheduler.h"
#include "emulator/schedule/reproducible-scheduler.h"
#include "emulator/schedule/shared-scheduler.h"

#include <algorithm>
#include <map>

namespace dpa {
namespace {

/// By file name.
template <typename T>
using FileMap =
    std::map<ApartString, std::shared_ptr<T>, std::less<>,
             ApartAllocator<std::pair<const ApartString, std::shared_ptr<T>>>>;

/// Never destroyed, as devices may outlive exit handlers. A child of fork() does
/// not have those of its parent.
struct Files {
  std::mutex lock;
  FileMap<RecordingWriter> writers;
  FileMap<Replay> replays;
};

Files &files() {
  return perProgram<Files>();
}

[[gnu::constructor]] void makeFiles() {
  files();
}

/// Ends the recordings at a regular end of the program. Units may still run:
/// nothing that they use is destroyed here.
[[gnu::destructor]] void endRecordings() {
  Files &all = files();
  std::lock_guard guard(all.lock);
  for (auto &[name, writer] : all.writers)
    writer->end();
}

/// The recording of this name; null if a device has it open (then with a
/// message) or if there is none yet.
template <typename T>
std::shared_ptr<T> keptFile(const FileMap<T> &kept, const ApartString &file,
                            std::string &error) {
  auto found = kept.find(file);
  if (found == kept.end())
    return nullptr;
  if (found->second.use_count() > 1) {
    error = std::string(file) +
            ": recording is in use by another open device; give each "
            "device its own in the configuration file";
    return nullptr;
  }
  return found->second;
}

std::string toText(const Turns &turns) {
  return "seed " + std::to_string(turns.seed) + ", " +
         (turns.quantum == 0 ? "no quantum"
                             : "quantum " + std::to_string(turns.quantum)) +
         ", " + std::to_string(turns.units) + " execution units";
}

/// A device that is opened again continues in its file, which has one head.
std::shared_ptr<RecordingWriter>
openWriter(const ApartString &file, const Turns &turns, std::string &error) {
  Files &all = files();
  std::lock_guard guard(all.lock);
  auto writer = keptFile(all.writers, file, error);
  if (!error.empty())
    return nullptr;
  if (!writer) {
    writer = RecordingWriter::open(file, turns, error);
    if (writer)
      all.writers[file] = writer;
  } else if (writer->turns() != turns) {
    error = std::string(file) + ": recording continues with " + toText(turns) +
            " (expected " + toText(writer->turns()) + ")";
    writer = nullptr;
  }
  if (writer)
    writer->hold();
  return writer;
}

std::shared_ptr<Replay> readReplay(const ApartString &file,
                                   std::string &error) {
  auto recording = readRecording(file, error);
  return recording ? std::allocate_shared<Replay>(ApartAllocator<Replay>(),
                                                  std::move(recording))
                   : nullptr;
}

/// A device that is opened again continues in its file. Reading a file takes
/// long and is done without the lock; the first reader owns the recording.
std::shared_ptr<Replay> openReplay(const ApartString &file,
                                   std::string &error) {
  std::shared_ptr<Replay> own; // destroyed without the lock, too
  Files &all = files();
  std::unique_lock guard(all.lock);
  auto replay = keptFile(all.replays, file, error);
  if (replay || !error.empty())
    return replay;
  guard.unlock();
  own = readReplay(file, error);
  if (!own)
    return nullptr;
  guard.lock();
  replay = keptFile(all.replays, file, error);
  if (!replay && error.empty()) {
    replay = std::move(own);
    all.replays[file] = replay;
  }
  return replay;
}

/// A function without a partition runs nothing, but can be opened.
uint32_t unitsOf(const DeviceSettings &settings) {
  return std::max(settings.unitCount(), 1u);
}

std::shared_ptr<Scheduler> makeReplay(const DeviceSettings &settings,
                                      std::string &error) {
  auto replay = openReplay(ApartString(settings.replayFile.view()), error);
  if (!replay)
    return nullptr;
  uint32_t units = replay->turns().units;
  if (units != unitsOf(settings)) {
    error = std::string(settings.replayFile.view()) +
            ": recording is of a device with " + std::to_string(units) +
            " execution units (this device has " +
            std::to_string(unitsOf(settings)) + ")";
    return nullptr;
  }
  return ReproducibleScheduler::create(replay->turns(), nullptr, replay, error);
}

std::shared_ptr<Scheduler> makeWithoutGroups(const DeviceSettings &settings,
                                             std::string &error) {
  if (!settings.replayFile.empty())
    return makeReplay(settings, error);
  if (!settings.isReproducible())
    return std::make_shared<SharedScheduler>(unitsOf(settings),
                                             settings.hostThreads);
  const Turns turns{.seed = settings.seed.value_or(0),
                    .quantum = settings.quantum,
                    .units = unitsOf(settings)};
  std::shared_ptr<RecordingWriter> writer;
  if (!settings.recordFile.empty()) {
    writer = openWriter(ApartString(settings.recordFile.view()), turns, error);
    if (!writer)
      return nullptr;
  }
  return ReproducibleScheduler::create(turns, std::move(writer), nullptr,
                                       error);
}

} // namespace

std::shared_ptr<Scheduler> makeScheduler(const DeviceSettings &settings,
                                         std::string &error) {
  error.clear();
  auto scheduler = makeWithoutGroups(settings, error);
  if (scheduler)
    scheduler->setGroups(settings.groups);
  else if (!settings.replayFile.empty() || !settings.recordFile.empty())
    error.insert(0,
                 settings.name + (settings.replayFile.empty() ? ": record: "
                                                              : ": replay: "));
  return scheduler;
}

std::shared_ptr<JoinedScheduler>
makeJoinedScheduler(const DeviceSettings &settings, std::string &error) {
  error.clear();
  auto own = makeWithoutGroups(settings, error);
  if (!own)
    return nullptr;
  auto scheduler =
      std::make_shared<JoinedScheduler>(std::move(own), unitsOf(settings));
  scheduler->setGroups(settings.groups);
  return scheduler;
}

std::shared_ptr<Scheduler> makeScheduler(const DeviceSettings &settings,
                                         std::shared_ptr<Scheduler> card) {
  const uint32_t vport = vportOf(settings.ports.front()).number;
  auto scheduler = std::make_shared<FunctionScheduler>(std::move(card), vport,
                                                       unitsOf(settings));
  scheduler->setGroups(settings.groups);
  return scheduler;
}

} // namespace dpa
