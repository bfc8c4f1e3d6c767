// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scripted device behind the interface emulator/interface/device.h: device memory is an array,
// and a call does what the test says. Also what every test of the public functions needs: contexts
// of fake devices, and the log.
#ifndef DPA_TEST_UNIT_HOST_FAKE_DEVICE_H
#define DPA_TEST_UNIT_HOST_FAKE_DEVICE_H

#include "emulator/interface/device.h"
#include "test/unit/host/test-image.h"

#include <libflexio/flexio.h>

#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace dpa::test {

inline constexpr uint64_t dataBase = 0x80000000;
inline constexpr uint64_t dataSize = 0x10000;
inline constexpr uint64_t heapBase = dataBase + dataSize;
inline constexpr uint64_t heapSize = 0x100000;

class FakeProcess;

/// The action of a call; the default returns 0.
using CallScript =
    std::function<CallResult(FakeProcess &, uint64_t function, uint64_t arg0,
                             uint64_t arg1, uint64_t &value)>;

/// Keys without memory: each domain exists, regions are recorded.
class FakeHostMemory final : public HostMemory {
public:
  void addDomain(const void *domain) override { domains.insert(domain); }
  bool removeDomain(const void *domain) override {
    return domains.erase(domain) != 0;
  }
  bool hasDomain(const void *domain) const override {
    return domains.contains(domain);
  }
  uint32_t addRegion(const HostRegion &region) override {
    regions.push_back(region);
    return static_cast<uint32_t>(regions.size());
  }
  void removeRegion(uint32_t key) override { regions.at(key - 1) = {}; }
  bool bindWindow(uint32_t, uint32_t, const HostRegion &) override {
    return false;
  }
  std::optional<HostRegion> region(uint32_t key) const override {
    if (key == 0 || key > regions.size() || !regions[key - 1].address)
      return std::nullopt;
    return regions[key - 1];
  }

  std::set<const void *> domains;
  std::vector<HostRegion> regions;
};

class FakeWindows final : public ProcessWindows {
public:
  uint32_t createWindow(const void *) override { return nextWindow; }
  bool destroyWindow(uint32_t window) override {
    destroyed.push_back(window);
    return true;
  }
  uint32_t createKey(const DeviceRegion &region) override {
    keys.push_back(region);
    return nextKey;
  }
  bool destroyKey(uint32_t key) override {
    destroyed.push_back(key);
    return true;
  }
  bool setRecoverable(uint64_t address, uint64_t, uint32_t) override {
    recoverable = address;
    return acceptsRecoverable;
  }
  Recovery recover(uint64_t address) override {
    recovered.push_back(address);
    if (address != recoverable)
      return Recovery::NotAsked;
    return canRecover ? Recovery::Done : Recovery::Lost;
  }

  uint32_t nextWindow = 7;
  uint32_t nextKey = 0x1d0;
  uint64_t recoverable = 0;
  bool acceptsRecoverable = true;
  bool canRecover = true;
  std::vector<uint32_t> destroyed;
  std::vector<uint64_t> recovered;
  std::vector<DeviceRegion> keys;
};

/// Work queues without a card: what was created, and whether it has ended.
struct FakeWorkQueues {
  struct Queue {
    WorkQueueSettings settings;
    bool isReceive = false;
    bool isAlive = true;
    bool isInError = false;
  };

  std::string refusal;       ///< if not empty, none can be created
  std::vector<Queue> queues; ///< the number of a queue is its index and 100

  const Queue &last() const { return queues.back(); }
};

class FakeDevice final : public Device {
public:
  explicit FakeDevice(uint32_t model = FLEXIO_HW_MODEL_BF3) : modelId_(model) {}
  const std::string &name() const override { return label; }
  uint32_t model() const override { return modelId_; }
  std::unique_ptr<Process> createProcess(const ProcessSettings &settings,
                                         ProcessObserver &observer,
                                         std::string &error) override;
  HostMemory &hostMemory() override { return memory; }
  MessageSettings messages() const override { return messageSettings; }
  EuCounters counters(uint32_t) const override { return {}; }
  void setTrace(bool) override {}
  ScheduleTrace takeTrace() override { return {}; }

  std::string label = "mlx5_0";
  FakeHostMemory memory;
  FakeWindows windows;       ///< of all its processes
  FakeWorkQueues workQueues; ///< the same
  MessageSettings messageSettings;
  CallScript script;
  bool callsAreEndedByOthers = false;
  std::string refusal;         ///< if not empty, no process can be made
  Affinity lastAffinity;       ///< of the last call
  std::string lastProcessName; ///< of the last process made
  std::vector<std::byte> lastImage;
  int liveProcesses = 0;

private:
  uint32_t modelId_;
};

class FakeProcess final : public Process {
public:
  FakeProcess(FakeDevice &device, ProcessObserver &observer)
      : device_(device), observer_(observer) {
    ++device.liveProcesses;
  }
  ~FakeProcess() override { --device_.liveProcesses; }

  CallResult call(const CallRequest &request, uint64_t &value) override;
  bool read(uint64_t address, void *buffer, size_t size) override;
  bool write(uint64_t address, const void *buffer, size_t size) override;
  bool fill(uint64_t address, int value, size_t size) override;
  std::unique_ptr<SendQueue> createSendQueue(const WorkQueueSettings &settings,
                                             std::string &error) override;
  std::unique_ptr<ReceiveQueue>
  createReceiveQueue(const WorkQueueSettings &settings,
                     std::string &error) override;
  ProcessWindows &windows() override { return device_.windows; }
  AddressRange heap() const override { return {heapBase, heapSize}; }
  uint32_t id() const override { return 1; }
  uint8_t status() const override { return endStatus_; }
  std::optional<Crash> crash() const override { return endCrash_; }

  /// Ends the process, as device code does.
  void end(uint8_t status, const std::optional<Crash> &crash = std::nullopt);
  void sendMessage(uint32_t stream, uint32_t eu, std::string_view text) {
    observer_.message(stream, eu, text);
  }
  void sendRecords(uint32_t stream, uint64_t position, std::string_view bytes) {
    observer_.messageRecords(stream, position, bytes);
  }

private:
  FakeDevice &device_;
  ProcessObserver &observer_;
  std::vector<std::byte> memory_ = std::vector<std::byte>(dataSize + heapSize);
  uint8_t endStatus_ = 0;
  std::optional<Crash> endCrash_;
};

/// Addresses of the functions in appImage().
inline constexpr uint64_t addFunction = 0x40000100;
inline constexpr uint64_t addUnpack = 0x40000200;
inline constexpr uint64_t streamConfigure = 0x40000300;
inline constexpr uint64_t streamClose = 0x40000400;

/// An image with `add`, its unpack function `unpack_add`, and the device
/// library's stream functions.
std::vector<std::byte> appImage(uint32_t model = 0);

/// Host stub and pack function of `add`; never called, and two 64-bit numbers.
void addStub(void);
void packAdd(void *argbuf, va_list ap);

/// A fake BlueField-3 with an open context, an app with `add` on it, and the
/// log since the start of the test.
class HostTest : public testing::Test {
protected:
  HostTest();
  ~HostTest() override;

  /// A context of another fake device.
  ibv_context *contextOf(std::shared_ptr<FakeDevice> device);
  /// An app of that name; destroyed at the end of the test.
  flexio_app *makeApp(const char *name, uint32_t model = 0);
  flexio_process *makeProcess();
  /// The log since the last call of this function.
  std::string takeLog();

  std::shared_ptr<FakeDevice> device_ = std::make_shared<FakeDevice>();
  ibv_context *context_;
  flexio_app *app_;
  ibv_pd pd_{}; ///< given to processes, so that no verbs library is called

private:
  std::vector<std::unique_ptr<ibv_context>> contexts_;
  std::vector<flexio_app *> apps_;
};

} // namespace dpa::test

#endif
