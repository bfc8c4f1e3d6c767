// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's handles of a process's objects. Each call passes the gate. Gate and
// process outlive the handles.
#ifndef DPA_EMULATOR_GATE_HANDLES_H
#define DPA_EMULATOR_GATE_HANDLES_H

#include "emulator/gate/gate.h"
#include "emulator/process/process-card.h"
#include "emulator/process/process-task-queues.h"

namespace dpa {

class ThreadHandle : public Thread {
public:
  ThreadHandle(Gate &gate, ThreadTable &table,
               std::shared_ptr<EmulatedThread> thread)
      : gate_(gate), table_(table), thread_(std::move(thread)) {}
  ~ThreadHandle() override;

  uint32_t id() const override { return thread_->id(); }
  uint32_t activationId() const override { return thread_->activationId(); }
  bool run(uint64_t argument, std::string &error) override;
  void activate() override {
    gate_.change(ChangeOf::ThreadActivate, id(), 0, [&] {
      const trace::Span span;
      thread_->event();
      span.end(trace::Kind::Doorbell,
               static_cast<uint8_t>(trace::Doorbell::Host), id(), 0);
    });
  }

private:
  Gate &gate_;
  ThreadTable &table_;
  const std::shared_ptr<EmulatedThread> thread_;
};

class TaskQueueHandle : public TaskQueue {
public:
  TaskQueueHandle(Gate &gate, ThreadTable &table,
                  std::unique_ptr<EmulatedTaskQueue> queue)
      : gate_(gate), table_(table), queue_(std::move(queue)) {}
  ~TaskQueueHandle() override;

  bool add(const dpa_task &task) override;
  void run() override {
    gate_.change(ChangeOf::TaskQueueRun, id(), 0, [&] { queue_->run(); });
  }
  bool isEmpty() override {
    return gate_.change(ChangeOf::TaskQueueIsEmpty, id(), 0,
                        [&] { return queue_->isEmpty(); });
  }

private:
  /// Unique in the process.
  uint32_t id() const { return queue_->workers().front()->id(); }

  Gate &gate_;
  ThreadTable &table_;
  const std::unique_ptr<EmulatedTaskQueue> queue_;
};

template <typename Seam, typename Number, void (ProcessNic::*end)(Number)>
class NumberHandle : public Seam {
public:
  NumberHandle(Gate &gate, ProcessNic &nic, Number number)
      : gate_(gate), nic_(nic), number_(number) {}
  ~NumberHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number_, [&] { (nic_.*end)(number_); });
  }
  Number id() const override { return number_; }

private:
  Gate &gate_;
  ProcessNic &nic_;
  const Number number_;
};
using UarHandle = NumberHandle<Uar, uint32_t, &ProcessNic::destroyUar>;
using OutboxHandle = NumberHandle<Outbox, uint16_t, &ProcessNic::destroyOutbox>;

/// Of extensions, which live as long as the process.
class ExtendedUarHandle : public ExtendedUar {
public:
  ExtendedUarHandle(uint32_t device, uint32_t uar)
      : device_(device), uar_(uar) {}
  uint32_t id() const override { return uar_; }
  uint32_t device() const override { return device_; }

private:
  const uint32_t device_;
  const uint32_t uar_;
};

class CqHandle : public CompletionQueue {
public:
  CqHandle(Gate &gate, ProcessCard &card, uint32_t device,
           std::shared_ptr<EmulatedCq> cq)
      : gate_(gate), card_(card), device_(device), cq_(std::move(cq)) {}
  ~CqHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(),
                  [&] { card_.destroyCq(*cq_, device_); });
  }
  uint32_t number() const override { return cq_->number(); }
  CqModeration moderation() const override { return cq_->moderation(); }
  void setModeration(const CqModeration &moderation) override {
    gate_.change(ChangeOf::Moderation, number(), moderation.count,
                 [&] { cq_->setModeration(moderation); });
  }
  bool retire() override { return cq_->users().retire(); }

private:
  Gate &gate_;
  ProcessCard &card_;
  const uint32_t device_;
  const std::shared_ptr<EmulatedCq> cq_;
};

/// Of queues that end with a function of ProcessCard.
template <typename Seam, typename Queue,
          void (ProcessCard::*end)(Queue &, uint32_t device)>
class WorkQueueHandle : public Seam {
public:
  WorkQueueHandle(Gate &gate, ProcessCard &card, uint32_t device,
                  std::shared_ptr<Queue> queue)
      : gate_(gate), queue_(std::move(queue)), card_(card), device_(device) {}
  ~WorkQueueHandle() override {
    gate_.destroy(ChangeOf::NicDestroy, number(),
                  [&] { (card_.*end)(*queue_, device_); });
  }
  uint32_t number() const override { return queue_->number(); }

protected:
  Gate &gate_;
  const std::shared_ptr<Queue> queue_;

private:
  ProcessCard &card_;
  const uint32_t device_;
};
using EventQueueHandle =
    WorkQueueHandle<EventQueue, EmulatedEq, &ProcessCard::destroyEq>;
using SendQueueHandle = WorkQueueHandle<SendQueue, EmulatedSendQueue,
                                        &ProcessCard::destroySendQueue>;

class ReceiveQueueHandle
    : public WorkQueueHandle<ReceiveQueue, EmulatedReceiveQueue,
                             &ProcessCard::destroyReceiveQueue> {
public:
  using WorkQueueHandle::WorkQueueHandle;
  void setError() override {
    gate_.change(ChangeOf::QueueError, number(), 0,
                 [&] { queue_->setError(); });
  }
};

} // namespace dpa

#endif
