// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Receive entries that queue pairs share, by firmware commands: a receive memory pool
// (RMP) or a shared receive queue (SRQ), which differ in their commands.
#ifndef DPA_EMULATOR_VERBS_DEVX_SHARED_QUEUE_PART_H
#define DPA_EMULATOR_VERBS_DEVX_SHARED_QUEUE_PART_H

#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-queue-events.h"

namespace dpa::verbs::devx {

class SharedQueuePart : public QueuePart {
public:
  SharedQueuePart(ibv_context *context,
                  const SharedReceiveQueueSettings &settings, DomainUse domain)
      : QueuePart(context, CardObject::Kind::SharedReceiveQueue),
        settings_(settings), domain_(std::move(domain)) {}

  bool create(HostNic &nic, std::string &error) {
    card_ = nic.createSharedReceiveQueue(settings_, events_, error);
    return card_ != nullptr;
  }
  uint32_t number() const override { return card_->number(); }
  QueueEvents *events() override { return &events_; }

protected:
  // Under the lock. Card and domain are null after release().
  SharedReceiveQueue *card() const { return card_.get(); }
  const SharedReceiveQueueSettings &settings() const { return settings_; }
  const ibv_pd *domain() const { return domain_.domain(); }

private:
  int retire() override { return !card_ || card_->retire() ? 0 : EBUSY; }
  void release() override {
    card_.reset();
    domain_ = {};
  }

  const SharedReceiveQueueSettings settings_;
  DomainUse domain_;
  QueueEvents events_{poolEvents, EventQueueKind::QueuePair};
  std::unique_ptr<SharedReceiveQueue> card_;
};

} // namespace dpa::verbs::devx

#endif
