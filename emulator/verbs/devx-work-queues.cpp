// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CREATE_SQ, MODIFY_SQ, QUERY_SQ and CREATE_RQ: work queues in memory of the program.
// MODIFY_RQ and QUERY_RQ find a receive queue by its name (devx-receive-queues.cpp).
#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-queue-events.h"
#include "emulator/verbs/devx-work-queue-fields.h"

namespace dpa::verbs::devx {
namespace {

constexpr const char *modifies = "mlx5dv_devx_obj_modify";
constexpr const char *queries = "mlx5dv_devx_obj_query";

void checkType(CreationReader &reader, uint64_t wanted, const char *name) {
  const uint64_t type = reader.value(wq::type);
  if (type != wanted)
    reader.refuse("wq_type " + std::to_string(type) +
                  " is not emulated (expected " + std::to_string(wanted) +
                  " (" + name + "))");
}

/// Queues begin in RST.
void checkReset(CreationReader &reader, Field state) {
  if (const uint64_t found = reader.value(state))
    reader.reject("state " + std::to_string(found) + " (expected 0 (RST))");
}

class SendQueuePart : public QueuePart {
public:
  SendQueuePart(ibv_context *context, const WorkQueueSettings &settings,
                DomainUse domain)
      : QueuePart(context, CardObject::Kind::WorkQueue), settings_(settings),
        domain_(std::move(domain)) {}

  void use(const mlx5dv_devx_obj *tis) {
    tisNumber_ = tis->number;
    tis_.emplace(const_cast<mlx5dv_devx_obj *>(tis));
  }
  bool create(HostNic &nic, std::string &error) {
    if (nic.start(error))
      card_ = nic.createSendQueue(settings_, events_, error);
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
    tis_.reset();
  }
  int changeState(Command in, Answer out);
  CommandTarget target() const {
    return {"SQ " + std::to_string(card_->number()), "sqn", sq::number,
            card_->number()};
  }

  const WorkQueueSettings settings_;
  DomainUse domain_;
  uint32_t tisNumber_ = 0;
  std::optional<SteeringUse> tis_;
  QueueEvents events_{workQueueEvents, EventQueueKind::Send};
  std::unique_ptr<HostSendQueue> card_;
};

std::optional<WorkQueueState> stateOfSq(uint64_t value) {
  const auto state = static_cast<WorkQueueState>(value);
  if (state == WorkQueueState::Reset || state == WorkQueueState::Ready ||
      state == WorkQueueState::Error)
    return state;
  return std::nullopt;
}

int SendQueuePart::changeState(Command in, Answer out) {
  const std::string name = "SQ " + std::to_string(card_->number()) + ": ";
  const auto from = stateOfSq(get(in, sq::currentState));
  const auto to = stateOfSq(get(in, sq::state));
  if (!from || !to)
    return reject(
        out, modifies,
        name + "state is not valid (expected 0 (RST), 1 (RDY) or 3 (ERR))");
  if (!card_->change(*from, *to))
    return reject(out, modifies,
                  name + "cannot change from state " +
                      std::to_string(static_cast<unsigned>(*from)) + " to " +
                      std::to_string(static_cast<unsigned>(*to)) +
                      " (expected its current state, and RST between ERR and "
                      "RDY)",
                  Status::BadResourceState);
  return 0;
}

int SendQueuePart::modify(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card_)
    return ENODEV;
  if (int why = checkCommand(modifies, target(), Opcode::ModifySq, in))
    return why;
  if (in.size() < queueCommandSize)
    return reject(out, modifies,
                  "SQ: the command has " + std::to_string(in.size()) +
                      " bytes (expected " + std::to_string(queueCommandSize) +
                      " at least)",
                  Status::BadInputLength);
  if (const uint64_t bits = get(in, modify::bits))
    return refusePart(modifies, "SQ: modify_bitmask " + std::to_string(bits) +
                                    " is not emulated (expected 0)");
  return changeState(in, out);
}

int SendQueuePart::query(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card_)
    return ENODEV;
  if (int why = checkCommand(queries, target(), Opcode::QuerySq, in))
    return why;
  if (out.size() < queueCommandSize)
    return refuseAnswer(queries, "SQ " + std::to_string(card_->number()), out,
                        queueCommandSize);
  const SendQueueView now = card_->view();
  set(out, sq::multiPacket, settings_.allowsMultiPacket ? 1 : 0);
  set(out, sq::state, static_cast<uint64_t>(now.state));
  set(out, sq::userIndex, settings_.userIndex);
  set(out, sq::completionQueue.field, settings_.completionQueue);
  set(out, sq::tisCount, 1);
  set(out, sq::tis, tisNumber_);
  set(out, wq::type, wq::cyclic);
  set(out, wq::domain, domain_.domain()->handle);
  set(out, wq::uar, settings_.uar);
  set(out, wq::hardwareCounter, now.consumed);
  set(out, wq::softwareCounter, now.posted);
  set(out, wq::logStride, settings_.logStride);
  set(out, wq::logSize, settings_.logDepth);
  return 0;
}

WorkQueueSettings readSq(CreationReader &reader, const DomainUse &domain) {
  reader.checkUnused(sq::unused);
  checkReset(reader, sq::state);
  checkType(reader, wq::cyclic, "cyclic");
  WorkQueueSettings settings = readWorkQueue(reader, domain);
  settings.uar = reader.uar(wq::uar);
  settings.completionQueue =
      reader.object(NicObject::CompletionQueue, sq::completionQueue);
  settings.userIndex = reader.number(sq::userIndex);
  settings.allowsMultiPacket = reader.value(sq::multiPacket) != 0;
  if (reader.value(sq::tisCount) != 1)
    reader.reject("tis_lst_sz " + std::to_string(reader.value(sq::tisCount)) +
                  " (expected 1)");
  return settings;
}

class ReceiveQueuePart : public QueuePart {
public:
  ReceiveQueuePart(ibv_context *context, const WorkQueueSettings &settings,
                   DomainUse domain)
      : QueuePart(context, CardObject::Kind::WorkQueue), settings_(settings),
        domain_(std::move(domain)) {}

  ~ReceiveQueuePart() override { ReceiveQueuePart::release(); }

  bool create(HostNic &nic, std::string &error) {
    if (nic.start(error))
      card_ = nic.createReceiveQueue(settings_, events_, error);
    return card_ != nullptr;
  }
  void bind(const void *name, const std::shared_ptr<Device> &device) override {
    bindDevxObject(name, {.kind = DevxObject::Kind::ReceiveQueue,
                          .number = number(),
                          .device = device});
    name_ = name;
  }
  uint32_t number() const override { return card_->number(); }

  // Only after the end of its context: else the commands find it by name.
  int modify(Command, Answer) override { return ENODEV; }
  int query(Command, Answer) override { return ENODEV; }
  QueueEvents *events() override { return &events_; }
  bool isReceiveQueue() const override { return true; }

private:
  void release() override {
    if (name_)
      unbindDevxObject(std::exchange(name_, nullptr));
    card_.reset();
    domain_ = {};
  }

  const WorkQueueSettings settings_;
  DomainUse domain_;
  QueueEvents events_{workQueueEvents, EventQueueKind::Receive};
  std::unique_ptr<ReceiveQueue> card_;
  const void *name_ = nullptr;
};

WorkQueueSettings readRq(CreationReader &reader, const DomainUse &domain) {
  reader.checkUnused(rq::unused);
  checkReset(reader, rq::state);
  if (reader.value(rq::keepsVlan) == 0)
    reader.refuse("vsd 0 (removing VLAN tags) is not emulated (expected 1)");
  WorkQueueSettings settings = readWorkQueue(reader, domain);
  settings.isLinkedList = readLinkedList(reader);
  settings.completionQueue =
      reader.object(NicObject::CompletionQueue, rq::namedCq);
  settings.userIndex = reader.number(rq::userIndex);
  return settings;
}

} // namespace

ObjectPointer createSendQueue(const Creation &creation) {
  return createInDomain<SendQueuePart>(
      creation, "SQ", wq::domain, readSq,
      [&](CreationReader &reader, SendQueuePart &part) {
        const uint32_t wanted = reader.number(sq::tis);
        const mlx5dv_devx_obj *tis =
            findNumber(creation.context, mlx5dv_devx_obj::Kind::Tis, wanted);
        if (tis)
          part.use(tis);
        else
          reader.reject("TIS " + std::to_string(wanted) + " does not exist",
                        Status::BadResource);
      });
}

ObjectPointer createReceiveQueue(const Creation &creation) {
  return createInDomain<ReceiveQueuePart>(creation, "RQ", wq::domain, readRq);
}

} // namespace dpa::verbs::devx
