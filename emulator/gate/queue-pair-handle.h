// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's handles of queue pairs and shared receive queues, its own or those of a
// process. Each call passes the gate, which outlives them.
#ifndef DPA_EMULATOR_GATE_QUEUE_PAIR_HANDLE_H
#define DPA_EMULATOR_GATE_QUEUE_PAIR_HANDLE_H

#include "emulator/gate/doorbell-order.h"
#include "emulator/nic/card/network-card.h"

#include <functional>

namespace dpa {

class QueuePairHandle : public QueuePair {
public:
  /// `destroy` ends the queue pair.
  QueuePairHandle(Gate &gate, std::shared_ptr<EmulatedQueuePair> pair,
                  std::function<void()> destroy)
      : gate_(gate), pair_(std::move(pair)), destroy_(std::move(destroy)) {}
  ~QueuePairHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(), destroy_);
  }

  uint32_t number() const override { return pair_->number(); }
  bool modify(const QueuePairAttributes &changes, uint32_t mask,
              std::string &error) override {
    return gate_.change(ChangeOf::NicChange, number(), mask, [&] {
      const Result<void> done = pair_->modify(changes, mask);
      if (!done)
        error = done.error().message;
      return static_cast<bool>(done);
    });
  }
  QueuePairAttributes attributes() const override {
    return pair_->attributes();
  }
  void ring(uint16_t producerIndex) override {
    doorbells_.ring(number(), producerIndex, [&](uint32_t index) {
      const trace::Span span;
      pair_->ring(static_cast<uint16_t>(index));
      span.end(trace::Kind::Doorbell,
               static_cast<uint8_t>(trace::Doorbell::Host), pair_->number(),
               index);
    });
  }

private:
  Gate &gate_;
  const std::shared_ptr<EmulatedQueuePair> pair_;
  const std::function<void()> destroy_;
  DoorbellOrder doorbells_{gate_, ChangeOf::NicRing, UINT16_MAX};
};

class SharedReceiveQueueHandle : public SharedReceiveQueue {
public:
  /// `destroy` ends the queue.
  SharedReceiveQueueHandle(Gate &gate,
                           std::shared_ptr<EmulatedSharedReceiveQueue> queue,
                           std::function<void()> destroy)
      : gate_(gate), queue_(std::move(queue)), destroy_(std::move(destroy)) {}
  ~SharedReceiveQueueHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(), destroy_);
  }
  uint32_t number() const override { return queue_->number(); }
  void setLimit(uint16_t limit) override {
    gate_.change(ChangeOf::NicChange, number(), limit,
                 [&] { queue_->setLimit(limit); });
  }
  uint16_t limit() const override { return queue_->limit(); }
  bool retire() override { return queue_->users().retire(); }

private:
  Gate &gate_;
  const std::shared_ptr<EmulatedSharedReceiveQueue> queue_;
  const std::function<void()> destroy_;
};

} // namespace dpa

#endif
