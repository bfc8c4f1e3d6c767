// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One emulated device: its settings, its execution units, and the firmware that
// its processes run. Makes processes out of device images.
#ifndef DPA_EMULATOR_CARD_EMULATED_DEVICE_H
#define DPA_EMULATOR_CARD_EMULATED_DEVICE_H

#include "emulator/configuration/configuration.h"
#include "emulator/cpu/hart.h"
#include "emulator/gate/gate.h"
#include "emulator/interface/device.h"
#include "emulator/memory/memory-keys.h"
#include "emulator/nic/number-pool.h"
#include "emulator/nic/port-counters.h"
#include "emulator/schedule/scheduler.h"
#include "emulator/unit/eu-statistics.h"

#include <atomic>

namespace dpa {

class EmulatedDevice : public Device, private HostMemory {
public:
  /// Null on failure, with a message in `error`. `firmware` is an ELF file and
  /// must outlive the device.
  static std::shared_ptr<EmulatedDevice>
  create(DeviceSettings settings, std::span<const std::byte> firmware,
         std::string &error);

  const std::string &name() const override { return settings_.name; }
  uint32_t model() const override { return settings_.model; }
  HostMemory &hostMemory() override { return *this; }
  std::unique_ptr<Process> createProcess(const ProcessSettings &settings,
                                         ProcessObserver &observer,
                                         std::string &error) override;
  MessageSettings messages() const override { return settings_.messages; }
  EuCounters counters(uint32_t eu) const override {
    return statistics_->counters(eu);
  }
  void setTrace(bool on) override { statistics_->setTrace(on); }
  ScheduleTrace takeTrace() override { return statistics_->takeTrace(); }

private:
  EmulatedDevice(DeviceSettings settings, std::span<const std::byte> firmware,
                 std::shared_ptr<Scheduler> scheduler);
  std::shared_ptr<cpu::Clock> makeClock() const;

  void addDomain(const void *domain) override { keys_->addDomain(domain); }
  bool removeDomain(const void *domain) override {
    return keys_->removeDomain(domain);
  }
  bool hasDomain(const void *domain) const override {
    return keys_->hasDomain(domain);
  }
  uint32_t addRegion(const HostRegion &region) override {
    return gate_.change(MemoryChange::AddKey, region.size,
                        [&] { return keys_->addRegion(region); });
  }
  void removeRegion(uint32_t key) override {
    gate_.change(MemoryChange::RemoveKey, key,
                 [&] { keys_->removeRegion(key); });
  }
  std::optional<HostRegion> region(uint32_t key) const override {
    return keys_->region(key);
  }

  DeviceSettings settings_;
  std::span<const std::byte> firmware_;
  /// Shared with the processes, which may outlive the device.
  std::shared_ptr<Scheduler> scheduling_;
  std::shared_ptr<EuStatistics> statistics_;
  std::shared_ptr<MemoryKeys> keys_;
  Gate gate_;
  std::shared_ptr<NicNumbers> numbers_ = std::make_shared<NicNumbers>();
  const std::shared_ptr<PortCounters> ports_ = std::make_shared<PortCounters>();
  std::atomic<uint32_t> nextProcess_ = 1;
};

} // namespace dpa

#endif
