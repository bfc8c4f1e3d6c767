// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One emulated device: its settings, its execution units, and the firmware that
// its processes run. Makes processes out of device images.
#ifndef DPA_EMULATOR_CARD_EMULATED_DEVICE_H
#define DPA_EMULATOR_CARD_EMULATED_DEVICE_H

#include "emulator/authentication/program-authentication.h"
#include "emulator/card/ordered-switch.h"
#include "emulator/configuration/configuration.h"
#include "emulator/cpu/hart.h"
#include "emulator/gate/host-nic-gate.h"
#include "emulator/gate/steering-gate.h"
#include "emulator/gdb/server.h"
#include "emulator/host/own-heap-thread.h"
#include "emulator/interface/device.h"
#include "emulator/memory/memory-keys.h"
#include "emulator/nic/card/card-owner.h"
#include "emulator/schedule/joined-scheduler.h"
#include "emulator/schedule/scheduler.h"
#include "emulator/unit/eu-statistics.h"

#include <atomic>

namespace dpa {

class EmulatedDevice : public Device, public CardOwner, private HostMemory {
public:
  /// Null on failure, with a message in `error`. `firmware` is an ELF file and
  /// must outlive the device. `owner`: of a device whose port is a vport, the device
  /// that has the embedded switch.
  static std::shared_ptr<EmulatedDevice>
  create(DeviceSettings settings, std::span<const std::byte> firmware,
         std::string &error,
         const std::shared_ptr<EmulatedDevice> &owner = nullptr);

  const std::string &name() const override { return settings_.name; }
  uint32_t model() const override { return settings_.model; }
  HostMemory &hostMemory() override { return *this; }
  SteeringControl *steering() override { return &steeringGate_; }
  HostNic *nic() override { return &hostNic_; }
  std::unique_ptr<Process> createProcess(const ProcessSettings &settings,
                                         ProcessObserver &observer,
                                         std::string &error) override;
  std::shared_ptr<NetworkCard>
  shareCard(const std::shared_ptr<Scheduler> &scheduler,
            std::string &error) override;
  MessageSettings messages() const override { return settings_.messages; }
  std::string coreDumpFolder() const override {
    return std::string(settings_.coreDumpFolder.view());
  }
  std::string coverageFile() const override {
    return std::string(settings_.coverageFile.view());
  }
  dpa::ProfileSettings profile() const override {
    return {.file = std::string(settings_.profile.file.view()),
            .format = settings_.profile.format};
  }
  uint32_t unitCount() const override { return settings_.unitCount(); }
  uint64_t watchdogMilliseconds() const override {
    return settings_.watchdogMilliseconds;
  }
  EuCounters counters(uint32_t eu) const override {
    return statistics_->counters(eu);
  }
  void setTrace(bool on) override { statistics_->setTrace(on); }
  ScheduleTrace takeTrace() override { return statistics_->takeTrace(); }
  uint32_t hostEventQueue() const override {
    return network_->hostEventQueue();
  }
  void observe(uint32_t completionQueue,
               const std::weak_ptr<CompletionObserver> &observer) override {
    network_->hostEvents()->observe(completionQueue, observer);
  }

private:
  EmulatedDevice(DeviceSettings settings, std::span<const std::byte> firmware,
                 std::shared_ptr<Scheduler> scheduler);
  static std::shared_ptr<VportSwitch>
  switchOf(const std::shared_ptr<EmulatedDevice> &owner);
  std::shared_ptr<NetworkCard> makeCard() const;
  bool openPorts(const std::shared_ptr<VportSwitch> &vportSwitch,
                 std::string &error);
  /// Numbers of ports: 1 is the first.
  bool openPort(const PortSettings &port, uint32_t number,
                const std::shared_ptr<VportSwitch> &vportSwitch,
                std::string &error);
  void setVports();
  bool openDebugServer(std::string &error);
  bool startOutputs(std::string &error);
  bool openAuthentication(std::string &error);
  /// Whether a program may run. If it was checked, `image` becomes the checked copy.
  bool authenticate(const ProcessSettings &settings,
                    std::vector<std::byte> &image, std::string &error) const;
  bool openOrderedPort(PortInputs &inputs, uint32_t number, std::string &error);
  bool openReplayedPort(PortInputs &inputs, uint32_t number,
                        std::string &error);
  bool openLivePort(PortInputs &inputs, uint32_t number, std::string &error);
  bool joinOrder(const std::shared_ptr<Scheduler> &other, std::string &error);
  std::string portName(uint32_t number) const {
    return settings_.name + "/" + std::to_string(number);
  }
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
  bool bindWindow(uint32_t key, uint32_t newKey,
                  const HostRegion &region) override {
    return gate_.change(MemoryChange::AddKey, region.size,
                        [&] { return keys_->bindWindow(key, newKey, region); });
  }
  std::optional<HostRegion> region(uint32_t key) const override {
    return keys_->region(key);
  }
  uint32_t registerMemory(std::byte *memory, uint64_t size) override {
    return network_->registered().add(memory, size);
  }
  bool deregisterMemory(uint32_t umem) override {
    return network_->registered().remove(umem);
  }
  std::shared_ptr<std::byte> useMemory(uint32_t umem, uint64_t offset,
                                       uint64_t size) override {
    return network_->registered().use(umem, offset, size);
  }

  DeviceSettings settings_;
  std::shared_ptr<gdb::Server> debugServer_; ///< or null
  /// Null if the device does not have a state directory; it runs all programs then.
  std::unique_ptr<ProgramAuthentication> authentication_;
  std::span<const std::byte> firmware_;
  /// Shared with the processes, which may outlive the device.
  std::shared_ptr<Scheduler> scheduling_;
  /// The same if it may join the order of turns of another device; else null.
  std::shared_ptr<JoinedScheduler> joining_;
  std::mutex joins_; ///< one at a time
  std::shared_ptr<EuStatistics> statistics_;
  std::shared_ptr<MemoryKeys> keys_;
  Gate gate_;
  /// Of live ports in a reproducible run; else null.
  std::unique_ptr<OwnHeapThread> portThread_;
  const std::shared_ptr<NetworkCard> network_;
  OrderedSwitch switch_{gate_, *network_};
  const uint16_t traceDevice_;
  SteeringGate steeringGate_{gate_, network_->steering()};
  HostNicGate hostNic_{gate_, *network_, settings_.name};
  std::atomic<uint32_t> nextProcess_ = 1;
};

} // namespace dpa

#endif
