// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a scheduler.
#include "emulator/schedule/make-scheduler.h"

#include "emulator/schedule/function-scheduler.h"
#include "emulator/schedule/recorded-orders.h"
#include "emulator/schedule/reproducible-scheduler.h"
#include "emulator/schedule/shared-scheduler.h"

namespace dpa {
namespace {

std::shared_ptr<Scheduler> makeWithoutGroups(const DeviceSettings &settings,
                                             std::string &error) {
  if (!settings.recordFile.empty() || !settings.replayFile.empty())
    return makeRecordedScheduler(settings, error);
  if (!settings.isReproducible())
    return std::make_shared<SharedScheduler>(schedulerUnits(settings),
                                             settings.hostThreads);
  return ReproducibleScheduler::create(turnsOf(settings), nullptr, nullptr,
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
  auto scheduler = std::make_shared<JoinedScheduler>(std::move(own),
                                                     schedulerUnits(settings));
  scheduler->setGroups(settings.groups);
  return scheduler;
}

std::shared_ptr<Scheduler> makeScheduler(const DeviceSettings &settings,
                                         std::shared_ptr<Scheduler> card) {
  const uint32_t vport = vportOf(settings.ports.front()).number;
  auto scheduler = std::make_shared<FunctionScheduler>(
      std::move(card), vport, schedulerUnits(settings));
  scheduler->setGroups(settings.groups);
  return scheduler;
}

} // namespace dpa
