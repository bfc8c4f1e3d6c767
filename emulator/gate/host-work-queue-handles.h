// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's handles of its own send and receive queues. Each call passes the gate, which
// outlives them, as the queues of the host do.
#ifndef DPA_EMULATOR_GATE_HOST_WORK_QUEUE_HANDLES_H
#define DPA_EMULATOR_GATE_HOST_WORK_QUEUE_HANDLES_H

#include "emulator/gate/gate.h"
#include "emulator/nic/card/host-queues.h"

namespace dpa {

class HostSendQueueHandle : public HostSendQueue {
public:
  /// `registers`: doorbells that name the queue by number.
  HostSendQueueHandle(Gate &gate, HostQueues &queues, DoorbellOrders &registers,
                      std::shared_ptr<EmulatedSendQueue> queue)
      : gate_(gate), queues_(queues), registers_(registers),
        queue_(std::move(queue)) {}
  ~HostSendQueueHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(), [&] {
      registers_.forget(number());
      queues_.destroySendQueue(*queue_);
    });
  }
  uint32_t number() const override { return queue_->number(); }
  bool change(WorkQueueState from, WorkQueueState to) override {
    return gate_.change(ChangeOf::NicChange, number(),
                        static_cast<uint64_t>(to),
                        [&] { return queue_->change(from, to); });
  }
  SendQueueView view() const override {
    return gate_.change(ChangeOf::NicQuery, number(), 0,
                        [&] { return queue_->view(); });
  }

private:
  Gate &gate_;
  HostQueues &queues_;
  DoorbellOrders &registers_;
  const std::shared_ptr<EmulatedSendQueue> queue_;
};

class HostReceiveQueueHandle : public ReceiveQueue {
public:
  HostReceiveQueueHandle(Gate &gate, HostQueues &queues,
                         std::shared_ptr<EmulatedReceiveQueue> queue)
      : gate_(gate), queues_(queues), queue_(std::move(queue)) {}
  ~HostReceiveQueueHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(),
                  [&] { queues_.destroyReceiveQueue(*queue_); });
  }
  uint32_t number() const override { return queue_->number(); }
  void setError() override {
    gate_.change(ChangeOf::NicChange, number(), 0, [&] { queue_->setError(); });
  }

private:
  Gate &gate_;
  HostQueues &queues_;
  const std::shared_ptr<EmulatedReceiveQueue> queue_;
};

} // namespace dpa

#endif
