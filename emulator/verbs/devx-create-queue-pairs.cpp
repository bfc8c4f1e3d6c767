// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CREATE_QP: queue pairs in memory of the program. Their states change by the same
// commands as those of queue pairs of verbs.
#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-queue-events.h"
#include "emulator/verbs/devx-queue-pairs.h"

#include <cstring>

namespace dpa::verbs::devx {
namespace {

class QueuePairPart : public QueuePart {
public:
  QueuePairPart(ibv_context *context, const QueuePairSettings &settings,
                DomainUse domain)
      : QueuePart(context, CardObject::Kind::QueuePair), settings_(settings),
        domain_(std::move(domain)) {}

  bool create(HostNic &nic, std::string &error) {
    if (nic.start(error))
      card_ = nic.createQueuePair(settings_, events_, error);
    return card_ != nullptr;
  }
  uint32_t number() const override { return card_->number(); }

  int modify(Command in, Answer out) override;
  int query(Command in, Answer out) override;
  QueueEvents *events() override { return &events_; }

private:
  void release() override {
    card_.reset();
    domain_ = {};
  }
  ibv_qp_type type() const { return static_cast<ibv_qp_type>(settings_.type); }
  ibv_qp_attr attributes() const {
    ibv_qp_attr now;
    dpa_verbs_describe_card(card_.get(), &now);
    now.ah_attr = address_;
    return now;
  }
  int change(const ibv_qp_attr &attributes, uint32_t mask,
             const PathHeaders &headers);

  const QueuePairSettings settings_;
  DomainUse domain_;
  QueueEvents events_{queuePairEvents, EventQueueKind::QueuePair};
  std::unique_ptr<QueuePair> card_;
  ibv_ah_attr address_{}; ///< as the program has set it
};

/// 0 or an errno.
int QueuePairPart::change(const ibv_qp_attr &attributes, uint32_t mask,
                          const PathHeaders &headers) {
  const std::shared_ptr<Device> open = device();
  if (!open)
    return ENODEV;
  if (int why = dpa_verbs_modify_card(open->nic(), card_.get(), &attributes,
                                      mask, &headers))
    return why;
  if ((mask & IBV_QP_AV) != 0)
    address_ = attributes.ah_attr;
  return 0;
}

int QueuePairPart::modify(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card_)
    return ENODEV;
  return changeQueuePair({.function = "mlx5dv_devx_obj_modify",
                          .number = card_->number(),
                          .type = type(),
                          .isIn =
                              [this](ibv_qp_state state) {
                                return attributes().qp_state == state;
                              },
                          .change =
                              [this](const ibv_qp_attr &changes, uint32_t mask,
                                     const PathHeaders &headers) {
                                return change(changes, mask, headers);
                              }},
                         in, out);
}

int QueuePairPart::query(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card_)
    return ENODEV;
  if (static_cast<Opcode>(get(in, opcode)) != Opcode::QueryQp)
    return refuseFor("mlx5dv_devx_obj_query",
                     "queue pair " + std::to_string(card_->number()),
                     get(in, opcode));
  if (int why = checkPairNumber("mlx5dv_devx_obj_query", card_->number(), in))
    return why;
  if (out.size() < qp::sizeWithContext)
    return refuseAnswer("mlx5dv_devx_obj_query",
                        "queue pair " + std::to_string(card_->number()), out,
                        qp::sizeWithContext);
  describeQueuePair(type(), attributes(), 1u << settings_.send.logDepth, out);
  set(out, qp::domain, domain_.domain()->handle);
  set(out, qp::uar, settings_.uar);
  set(out, qp::userIndex, settings_.userIndex);
  set(out, qp::sendCq, settings_.sendCompletions);
  set(out, qp::receiveCq, settings_.receiveCompletions);
  return 0;
}

void readType(CreationReader &reader, QueuePairSettings &settings) {
  constexpr uint64_t reliable = 0, unreliable = 1, datagram = 2;
  const uint64_t type = reader.value(qp::type);
  if (type == reliable)
    settings.type = QueuePairType::ReliableConnection;
  else if (type == unreliable)
    settings.type = QueuePairType::UnreliableConnection;
  else if (type == datagram)
    settings.type = QueuePairType::UnreliableDatagram;
  else
    reader.refuse("st " + std::to_string(type) +
                  " is not emulated (expected 0 (RC), 1 (UC) or 2 (UD))");
}

/// The receive ring, of which this returns the size, or a shared queue.
uint64_t readReceives(CreationReader &reader, const QueuePlace &rings,
                      QueuePairSettings &settings) {
  constexpr unsigned logStrideUnit = 4;
  const uint64_t type = reader.value(qp::receiveType);
  if (type == qp::receivesNothing)
    return 0;
  if (type == qp::receivesFromShared) {
    settings.sharedReceiveQueue =
        reader.object(NicObject::SharedReceiveQueue, qp::sharedQueue);
    return 0;
  }
  if (type != qp::receivesFromRing)
    reader.refuse("rq_type " + std::to_string(type) +
                  " is not emulated (expected 0 (a ring), 1 (SRQ or RMP) or "
                  "3 (none))");
  settings.receive = {
      .ring = rings,
      .logDepth = static_cast<uint8_t>(reader.value(qp::logReceiveSize)),
      .logStride = static_cast<uint8_t>(reader.value(qp::logReceiveStride) +
                                        logStrideUnit)};
  return uint64_t{1} << (settings.receive.logDepth +
                         settings.receive.logStride);
}

QueuePairSettings readQp(CreationReader &reader, const DomainUse &domain) {
  QueuePairSettings settings;
  reader.checkUnused(qp::unused);
  readType(reader, settings);
  const QueuePlace rings = reader.place(qp::rings);
  const uint64_t receiveSize = readReceives(reader, rings, settings);
  if (rings.address > UINT64_MAX - receiveSize)
    reader.reject("wq_umem_offset is out of range");
  if (reader.value(qp::hasNoSends) == 0)
    settings.send = {
        .ring = {.address = rings.address + receiveSize, .umem = rings.umem},
        .logDepth = static_cast<uint8_t>(reader.value(qp::logSendSize))};
  settings.doorbellRecord = reader.place(qp::record);
  if (reader.value(qp::sendCq) != 0 || reader.value(qp::receiveCq) == 0)
    settings.sendCompletions =
        reader.object(NicObject::CompletionQueue, qp::sendQueueCq);
  if (reader.value(qp::receiveCq) != 0)
    settings.receiveCompletions =
        reader.object(NicObject::CompletionQueue, qp::receiveQueueCq);
  settings.uar = reader.uar(qp::uar);
  settings.userIndex = reader.number(qp::userIndex);
  settings.domain = domain.domain();
  return settings;
}

} // namespace

ObjectPointer createQueuePair(const Creation &creation) {
  return createInDomain<QueuePairPart>(creation, "QP", qp::domain, readQp);
}

} // namespace dpa::verbs::devx
