// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device that joins is recorded after its ports were opened, between two turns.
#include "emulator/schedule/device-scheduler.h"

namespace dpa {

DeviceScheduler::DeviceScheduler(std::shared_ptr<Scheduler> order,
                                 RecordedDevice device, uint32_t units)
    : Scheduler(units), order_(std::move(order)), inputs_(*order_->inputs()),
      device_(std::move(device)), nextPort_(device_.joinPlace + 1) {}

bool DeviceScheduler::startRecording(std::string &error) {
  if (hasJoined())
    admit({.kind = Arrival::Kind::Join,
           .size = device_.joinsAs.size(),
           .data = device_.joinsAs.data()},
          [&] {
            for (const LivePort &port : livePorts_)
              inputs_.openLivePort(ofDevice(device_.number, port.number),
                                   port.text);
          });
  return order_->startRecording(error);
}

/// A job of another function of the card has its units already.
void DeviceScheduler::setUnits(Job &job) {
  if (!job.state_.units)
    job.state_.units = &units_;
}

bool DeviceScheduler::run(Job &job, const Arrival &arrival) {
  setUnits(job);
  return order_->run(job, inOrder(arrival));
}

bool DeviceScheduler::submit(Job &job, const Arrival &arrival) {
  setUnits(job);
  return order_->submit(job, inOrder(arrival));
}

bool DeviceScheduler::hasRecordedPort(uint64_t port) {
  if (!hasJoined())
    return inputs_.hasRecordedPort(port);
  const RecordedArrival *next =
      device_.replay ? device_.replay->at(nextPort_) : nullptr;
  return next && next->key.kind == Arrival::Kind::Port &&
         next->key.process == ofDevice(device_.number, port);
}

std::string DeviceScheduler::takeRecordedPort() {
  if (!hasJoined())
    return inputs_.takeRecordedPort();
  const auto text =
      device_.replay->contentsOf(*device_.replay->at(nextPort_++));
  return {reinterpret_cast<const char *>(text.data()), text.size()};
}

void DeviceScheduler::openLivePort(uint64_t port, std::string_view text) {
  if (hasJoined())
    livePorts_.push_back({port, ApartString(text)});
  else
    inputs_.openLivePort(port, text);
}

} // namespace dpa
