// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler of a device in a run that is recorded or replayed. All devices with the
// same recording have one order of turns: this scheduler passes jobs, arrivals, background
// work and inputs of live ports to the scheduler of that order, with numbers of processes
// and ports that are unique in the recording. Each device has EUs of its own.
#ifndef DPA_EMULATOR_SCHEDULE_DEVICE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_DEVICE_SCHEDULER_H

#include "emulator/schedule/replay.h"
#include "emulator/schedule/scheduler.h"

namespace dpa {

/// A device in a recording.
struct RecordedDevice {
  uint32_t number = 0;
  /// Its name and number of EUs, which are recorded; empty: the device has begun the
  /// recording, which has its number of EUs in its head.
  ApartString joinsAs = {};
  std::shared_ptr<Replay> replay = nullptr; ///< or null
  size_t joinPlace = 0;                     ///< of its Join, in the replay
};

class DeviceScheduler : public Scheduler, private PortInputs {
public:
  /// `order` is a scheduler with inputs.
  DeviceScheduler(std::shared_ptr<Scheduler> order, RecordedDevice device,
                  uint32_t units);

  std::optional<uint64_t> seed() const override { return order_->seed(); }
  const Scheduler *order() const override { return order_.get(); }
  bool startRecording(std::string &error) override;
  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void wake(Job &job) override { order_->wake(job); }
  void cancel(Job &job) override { order_->cancel(job); }
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override {
    order_->admit(inOrder(arrival), action);
  }
  Awaited isAwaited(const Arrival &arrival) override {
    return order_->isAwaited(inOrder(arrival));
  }
  PortInputs *inputs() override { return this; }
  void processEnded(uint64_t process) noexcept override {
    order_->processEnded(ofDevice(device_.number, process));
  }

  uint64_t now() noexcept override { return order_->now(); }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    order_->post(std::move(work));
  }

private:
  bool isReplay() const noexcept override { return inputs_.isReplay(); }
  bool hasRecordedPort(uint64_t port) override;
  std::string takeRecordedPort() override;
  void openLivePort(uint64_t port, std::string_view text) override;
  void admitFrame(uint64_t port, std::span<const std::byte> frame,
                  PortInputReceiver &receiver) noexcept override {
    inputs_.admitFrame(ofDevice(device_.number, port), frame, receiver);
  }
  void admitLink(uint64_t port, bool isUp,
                 PortInputReceiver &receiver) noexcept override {
    inputs_.admitLink(ofDevice(device_.number, port), isUp, receiver);
  }
  void replayTo(uint64_t port,
                std::weak_ptr<PortInputReceiver> receiver) noexcept override {
    inputs_.replayTo(ofDevice(device_.number, port), std::move(receiver));
  }
  void waitForInputs() noexcept override { inputs_.waitForInputs(); }
  void noteSent(uint64_t port,
                std::span<const std::byte> frame) noexcept override {
    inputs_.noteSent(ofDevice(device_.number, port), frame);
  }

  bool hasJoined() const { return !device_.joinsAs.empty(); }
  void setUnits(Job &job);
  Arrival inOrder(Arrival arrival) const {
    arrival.process = ofDevice(device_.number, arrival.process);
    return arrival;
  }

  const std::shared_ptr<Scheduler> order_;
  PortInputs &inputs_;
  const RecordedDevice device_;
  size_t nextPort_; ///< place of its next live port in the replay
  struct LivePort {
    uint64_t number;
    ApartString text;
  };
  ApartVector<LivePort> livePorts_; ///< to be recorded with Join
};

} // namespace dpa

#endif
