// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording numbers devices in the order in which they are opened first. A replay finds
// them by name.
#include "emulator/schedule/recorded-orders.h"

#include "base/fork-generation.h"
#include "emulator/schedule/device-scheduler.h"
#include "emulator/schedule/reproducible-scheduler.h"

#include <algorithm>
#include <map>

namespace dpa {
namespace {

/// One recording.
struct RecordedOrder {
  std::shared_ptr<RecordingWriter> writer; ///< null in a replay
  std::shared_ptr<Replay> replay;          ///< null in a recorded run
  std::weak_ptr<Scheduler> scheduler;      ///< while a device is open
  ApartVector<ApartString> names; ///< of devices that are recorded, by number
  /// In a replay: how many open devices the recording does not name. The first one of a
  /// session is the device that begins it.
  uint32_t unnamed = 0;
};

using Orders =
    std::map<ApartString, RecordedOrder, std::less<>,
             ApartAllocator<std::pair<const ApartString, RecordedOrder>>>;

/// Never destroyed, as devices may outlive exit handlers. A child of fork() does
/// not have those of its parent.
struct Files {
  std::mutex lock;
  Orders written; ///< by file name
  Orders replayed;
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
  for (auto &[name, order] : all.written)
    order.writer->end();
}

std::string toText(const Turns &turns) {
  return "seed " + std::to_string(turns.seed) + ", " +
         (turns.quantum == 0 ? "no quantum"
                             : "quantum " + std::to_string(turns.quantum)) +
         ", " + std::to_string(turns.units) + " execution units";
}

ApartString joinText(const DeviceSettings &settings) {
  ApartString text(settings.name);
  text += ' ';
  text += std::to_string(schedulerUnits(settings));
  return text;
}

/// False, with a message in `error`: another thread is still destroying the scheduler of the
/// last device that was closed.
bool canContinue(std::string_view file, const RecordedOrder &order,
                 std::string &error) {
  const long users =
      order.writer ? order.writer.use_count() : order.replay.use_count();
  const bool isEnding = order.scheduler.expired() && users > 1;
  if (isEnding)
    error = std::string(file) +
            ": recording is in use by a device that another thread is closing";
  return !isEnding;
}

/// Called while no device of the recording is open. Null on failure, with a message in
/// `error`.
std::shared_ptr<Scheduler> beginOrder(RecordedOrder &order, const Turns &turns,
                                      uint64_t device, std::string &error) {
  order.unnamed = 0;
  auto scheduler =
      ReproducibleScheduler::create(turns, order.writer, order.replay, error,
                                    HostWatch::patienceDefault, device);
  order.scheduler = scheduler;
  return scheduler;
}

uint32_t numberOf(RecordedOrder &order, std::string_view name) {
  const auto found = std::ranges::find(order.names, name);
  const auto number = static_cast<uint32_t>(found - order.names.begin());
  if (found == order.names.end())
    order.names.emplace_back(name);
  return number;
}

std::shared_ptr<Scheduler>
join(RecordedOrder &order, const DeviceSettings &settings, std::string &error) {
  const Turns &recorded = order.writer->turns();
  const uint32_t number = numberOf(order, settings.name);
  auto scheduler = order.scheduler.lock();
  const bool begins = !scheduler;
  Turns turns = turnsOf(settings);
  if (number != 0 || scheduler)
    turns.units = recorded.units; // its own are recorded when it joins
  if (turns != recorded) {
    error = std::string(settings.recordFile.view()) +
            ": recording continues with " + toText(turns) + " (expected " +
            toText(recorded) + ")";
    return nullptr;
  }
  if (begins) {
    order.writer->hold();
    scheduler = beginOrder(order, turns, ofDevice(number, 0), error);
  }
  if (!scheduler)
    return nullptr;
  RecordedDevice device{.number = number};
  if (!begins || number != 0)
    device.joinsAs = joinText(settings);
  return std::make_shared<DeviceScheduler>(
      std::move(scheduler), std::move(device), schedulerUnits(settings));
}

std::shared_ptr<Scheduler> openRecorded(const DeviceSettings &settings,
                                        std::string &error) {
  const ApartString file(settings.recordFile.view());
  Files &all = files();
  std::lock_guard guard(all.lock);
  auto found = all.written.find(file);
  if (found == all.written.end()) {
    auto writer = RecordingWriter::open(file, turnsOf(settings), error);
    if (!writer)
      return nullptr;
    found = all.written.try_emplace(file).first;
    found->second.writer = std::move(writer);
  }
  return canContinue(file, found->second, error)
             ? join(found->second, settings, error)
             : nullptr;
}

bool hasUnits(uint64_t recorded, const DeviceSettings &settings,
              std::string &error) {
  const uint32_t units = schedulerUnits(settings);
  if (recorded != units)
    error = std::string(settings.replayFile.view()) +
            ": recording is of a device with " + std::to_string(recorded) +
            " execution units (this device has " + std::to_string(units) + ")";
  return recorded == units;
}

/// A device that is not in the recording: no recorded arrival matches its Join, which is
/// therefore reported as a difference.
RecordedDevice unknownDevice(const RecordedOrder &order,
                             const DeviceSettings &settings) {
  constexpr uint32_t firstUnknown = 1U << 16;
  return {.number = firstUnknown + order.unnamed,
          .joinsAs = joinText(settings),
          .replay = order.replay,
          .joinPlace = SIZE_MAX - 1};
}

std::shared_ptr<Scheduler> rejoin(RecordedOrder &order,
                                  const DeviceSettings &settings,
                                  std::string &error) {
  const Turns &turns = order.replay->turns();
  auto scheduler = order.scheduler.lock();
  if (!scheduler)
    scheduler = beginOrder(order, turns, order.replay->beginSession(), error);
  if (!scheduler)
    return nullptr;
  RecordedDevice device;
  if (const auto place = order.replay->takeJoin(settings.name)) {
    device = {.number = deviceOfArrival(order.replay->at(*place)->key.process),
              .joinsAs = joinText(settings),
              .replay = order.replay,
              .joinPlace = *place};
    if (!hasUnits(order.replay->unitsAt(*place), settings, error))
      return nullptr;
  } else if (order.unnamed++ != 0) {
    device = unknownDevice(order, settings);
  } else if (!hasUnits(turns.units, settings, error)) {
    return nullptr;
  }
  return std::make_shared<DeviceScheduler>(
      std::move(scheduler), std::move(device), schedulerUnits(settings));
}

std::shared_ptr<Replay> readReplay(const ApartString &file,
                                   std::string &error) {
  auto recording = readRecording(file, error);
  return recording ? std::allocate_shared<Replay>(ApartAllocator<Replay>(),
                                                  std::move(recording))
                   : nullptr;
}

/// Reading a file takes long and is done without the lock; the first reader owns the
/// recording.
std::shared_ptr<Scheduler> openReplayed(const DeviceSettings &settings,
                                        std::string &error) {
  const ApartString file(settings.replayFile.view());
  std::shared_ptr<Replay> own; // destroyed without the lock, too
  Files &all = files();
  std::unique_lock guard(all.lock);
  auto found = all.replayed.find(file);
  if (found == all.replayed.end()) {
    guard.unlock();
    own = readReplay(file, error);
    if (!own)
      return nullptr;
    guard.lock();
    found = all.replayed.try_emplace(file).first;
    if (!found->second.replay)
      found->second.replay = std::move(own);
  }
  return canContinue(file, found->second, error)
             ? rejoin(found->second, settings, error)
             : nullptr;
}

} // namespace

std::shared_ptr<Scheduler> makeRecordedScheduler(const DeviceSettings &settings,
                                                 std::string &error) {
  return settings.replayFile.empty() ? openRecorded(settings, error)
                                     : openReplayed(settings, error);
}

uint32_t schedulerUnits(const DeviceSettings &settings) {
  return std::max(settings.unitCount(), 1u);
}

Turns turnsOf(const DeviceSettings &settings) {
  return {.seed = settings.seed.value_or(0),
          .quantum = settings.quantum,
          .units = schedulerUnits(settings)};
}

} // namespace dpa
