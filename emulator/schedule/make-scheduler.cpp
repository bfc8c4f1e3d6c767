// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a scheduler and keeps the recordings of this program.
#include "emulator/schedule/make-scheduler.h"

#include "emulator/schedule/reproducible-scheduler.h"
#include "emulator/schedule/shared-scheduler.h"

#include <map>

namespace dpa {
namespace {

/// By file name. Never destroyed, as devices may outlive exit handlers.
struct Files {
  std::mutex Lock;
  std::map<std::string, std::shared_ptr<RecordingWriter>> Writers;
  std::map<std::string, std::shared_ptr<Recording>> Recordings;
};

Files &files() {
  static Files *const TheFiles = new Files;
  return *TheFiles;
}

/// What is kept under this name; null if a device has it open (then with a
/// message) or if there is none yet.
template <typename T>
std::shared_ptr<T>
keptFile(const std::map<std::string, std::shared_ptr<T>> &kept,
         const std::string &file, std::string &error) {
  auto found = kept.find(file);
  if (found == kept.end())
    return nullptr;
  if (found->second.use_count() > 1) {
    error = file + ": is the recording of another open device; give each "
                   "device its own in the configuration file";
    return nullptr;
  }
  return found->second;
}

std::shared_ptr<RecordingWriter>
openWriter(const std::string &file, const Turns &turns, std::string &error) {
  Files &all = files();
  std::lock_guard guard(all.Lock);
  auto writer = keptFile(all.Writers, file, error);
  if (writer || !error.empty())
    return writer;
  writer = RecordingWriter::create(file, turns, error);
  if (writer)
    all.Writers[file] = writer;
  return writer;
}

std::shared_ptr<Recording> openRecording(const std::string &file,
                                         std::string &error) {
  Files &all = files();
  std::lock_guard guard(all.Lock);
  auto recording = keptFile(all.Recordings, file, error);
  if (recording || !error.empty())
    return recording;
  recording = readRecording(file, error);
  if (recording)
    all.Recordings[file] = recording;
  return recording;
}

std::shared_ptr<Scheduler> makeReplay(const DeviceSettings &settings,
                                      std::string &error) {
  auto recording = openRecording(settings.replayFile, error);
  if (!recording)
    return nullptr;
  if (recording->turns.units != settings.executionUnits) {
    error = settings.replayFile + ": is of a device with " +
            std::to_string(recording->turns.units) +
            " execution units (this one has " +
            std::to_string(settings.executionUnits) + ")";
    return nullptr;
  }
  return ReproducibleScheduler::create(recording->turns, nullptr, recording,
                                       error);
}

} // namespace

std::shared_ptr<Scheduler> makeScheduler(const DeviceSettings &settings,
                                         std::string &error) {
  error.clear();
  if (!settings.replayFile.empty())
    return makeReplay(settings, error);
  if (!settings.isReproducible())
    return std::make_shared<SharedScheduler>(settings.executionUnits,
                                             settings.hostThreads);
  Turns turns{.seed = settings.seed.value_or(0),
              .units = settings.executionUnits};
  if (settings.quantum != 0)
    turns.quantum = settings.quantum;
  std::shared_ptr<RecordingWriter> writer;
  if (!settings.recordFile.empty()) {
    writer = openWriter(settings.recordFile, turns, error);
    if (!writer)
      return nullptr;
  }
  return ReproducibleScheduler::create(turns, std::move(writer), nullptr,
                                       error);
}

} // namespace dpa
