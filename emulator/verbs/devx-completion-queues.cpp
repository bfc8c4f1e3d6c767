// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CREATE_CQ, MODIFY_CQ, QUERY_CQ: completion queues in memory of the program. After a
// resize command the program copies what it has not consumed. Their events reach event
// channels of DevX (devx-events.cpp).
#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-queue-events.h"

namespace dpa::verbs::devx {
namespace {

constexpr const char *modifying = "mlx5dv_devx_obj_modify";

/// One that does not exist.
std::string textOfPeriodMode(uint16_t mode) {
  return "cq_period_mode " + std::to_string(mode) +
         " (expected 0 (from the last event) or 1 (from the last completion))";
}

class CompletionQueuePart : public QueuePart {
public:
  CompletionQueuePart(ibv_context *context, const HostCqSettings &settings)
      : QueuePart(context, CardObject::Kind::CompletionQueue),
        settings_(settings) {}
  ~CompletionQueuePart() override { CompletionQueuePart::release(); }

  bool create(const std::shared_ptr<Device> &device, std::string &error) {
    card_ = device->nic()->createCq(settings_, observer_, error);
    return card_ != nullptr;
  }
  /// The name by which events find the queue.
  void bind(const void *name, const std::shared_ptr<Device> &device) override {
    bindDevxObject(name, {.kind = DevxObject::Kind::CompletionQueue,
                          .number = number(),
                          .device = device});
    name_ = name;
  }
  uint32_t number() const override { return card_->number(); }

  int modify(Command in, Answer out) override;
  int query(Command in, Answer out) override;

private:
  // Parts of modify(), under the lock.
  int setFields(Command in, Answer out);
  int resize(Command in, Answer out);
  int retire() override { return !card_ || card_->retire() ? 0 : EBUSY; }
  void release() override {
    if (name_)
      unbindDevxObject(std::exchange(name_, nullptr));
    card_.reset();
  }

  CommandTarget target() const {
    return {"CQ " + std::to_string(card_->number()), "cqn", cq::number,
            card_->number()};
  }

  HostCqSettings settings_; ///< without changes of the moderation
  /// Its events are those of the device's event queue.
  QueueEvents observer_{{}, EventQueueKind::QueuePair};
  std::unique_ptr<HostCompletionQueue> card_;
  const void *name_ = nullptr;
};

int CompletionQueuePart::modify(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card_)
    return ENODEV;
  if (int why = checkCommand(modifying, target(), Opcode::ModifyCq, in))
    return why;
  if (in.size() < queueCommandSize)
    return reject(out, modifying,
                  "CQ: the command has " + std::to_string(in.size()) +
                      " bytes (expected " + std::to_string(queueCommandSize) +
                      " at least)",
                  Status::BadInputLength);
  const uint64_t how = get(in, modifier);
  if (how > cq::resizes)
    return refusePart(modifying,
                      "CQ: op_mod " + std::to_string(how) +
                          " is not emulated (expected 0 or 1 (resize))");
  return how == cq::resizes ? resize(in, out) : setFields(in, out);
}

int CompletionQueuePart::setFields(Command in, Answer out) {
  constexpr uint64_t possible = cq::changesPeriod | cq::changesCount |
                                cq::changesOverrun | cq::changesPeriodMode;
  const uint64_t selected = get(in, cq::selected);
  if (selected == 0 || (selected & ~possible) != 0)
    return refusePart(modifying,
                      "CQ: modify_field_select " + std::to_string(selected) +
                          " is not emulated (expected a sum of 1 (cq_period), "
                          "2 (cq_max_count), 4 (oi), 16 (cq_period_mode))");
  CqModeration moderation = card_->moderation();
  if ((selected & cq::changesPeriod) != 0)
    moderation.period = static_cast<uint16_t>(get(in, cq::period));
  if ((selected & cq::changesCount) != 0)
    moderation.count = static_cast<uint16_t>(get(in, cq::maxCount));
  if ((selected & cq::changesPeriodMode) != 0)
    moderation.mode = static_cast<uint16_t>(get(in, cq::periodMode));
  if (moderation.mode > 1)
    return reject(out, modifying, "CQ: " + textOfPeriodMode(moderation.mode));
  if ((selected & cq::changesOverrun) != 0) {
    settings_.ignoresOverrun = get(in, cq::ignoresOverrun) != 0;
    card_->setIgnoresOverrun(settings_.ignoresOverrun);
  }
  card_->setModeration(moderation);
  return 0;
}

/// 0 or an errno.
int checkResize(const HostNic &nic, Command in, Answer out) {
  constexpr uint64_t possible =
      cq::changesLogSize | cq::changesPageOffset | cq::changesPageSize;
  const uint64_t selected = get(in, cq::selected);
  if ((selected & cq::changesLogSize) == 0 || (selected & ~possible) != 0)
    return refusePart(modifying,
                      "CQ: resize_field_select " + std::to_string(selected) +
                          " is not emulated (expected 1 (log_cq_size), with or "
                          "without 2 (page_offset) and 4 (log_page_size))");
  for (const NamedField &each : cq::unusedInResize)
    if (const uint64_t found = get(in, each.field))
      return refusePart(modifying, std::string("CQ: ") + each.name + " " +
                                       std::to_string(found) +
                                       " is not emulated (expected 0)");
  const auto umem = static_cast<uint32_t>(get(in, cq::ring.umem.field));
  if (!nic.has(NicObject::RegisteredMemory, umem))
    return reject(out, modifying,
                  "CQ: cq_umem_id " + std::to_string(umem) + " does not exist",
                  Status::BadResource);
  return 0;
}

int CompletionQueuePart::resize(Command in, Answer out) {
  const std::shared_ptr<Device> open = device();
  if (!open)
    return ENODEV;
  if (int why = checkResize(*open->nic(), in, out))
    return why;
  const QueuePlace ring = {
      .address = get(in, cq::ring.offset.field),
      .umem = static_cast<uint32_t>(get(in, cq::ring.umem.field))};
  const auto logSize = static_cast<uint8_t>(get(in, cq::logSize));
  std::string error;
  switch (card_->changeRing(ring, logSize, error)) {
  case CqRingChange::Done:
    settings_.ring = ring;
    settings_.logDepth = logSize;
    return 0;
  case CqRingChange::InvalidRing:
    return reject(out, modifying, "CQ: " + error);
  case CqRingChange::TooManyEntries:
    return reject(out, modifying,
                  "CQ: log_cq_size " + std::to_string(logSize) +
                      " is too small for the entries that were not consumed",
                  Status::TooManyEntries);
  case CqRingChange::NoRoom:
    return reject(out, modifying,
                  "CQ: the ring is full, without room for the entry of the "
                  "resize command",
                  Status::BadResourceState);
  case CqRingChange::Impossible:
    break;
  }
  return reject(out, modifying,
                "CQ: a queue that is broken or collapsed cannot be resized",
                Status::BadResourceState);
}

int CompletionQueuePart::query(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card_)
    return ENODEV;
  if (int why =
          checkCommand("mlx5dv_devx_obj_query", target(), Opcode::QueryCq, in))
    return why;
  if (out.size() < queueCommandSize)
    return refuseAnswer("mlx5dv_devx_obj_query",
                        "CQ " + std::to_string(card_->number()), out,
                        queueCommandSize);
  const CqModeration moderation = card_->moderation();
  set(out, cq::record.valid.field, 1);
  set(out, cq::collapsed, settings_.isCollapsed ? 1 : 0);
  set(out, cq::ignoresOverrun, settings_.ignoresOverrun ? 1 : 0);
  set(out, cq::periodMode, moderation.mode);
  set(out, cq::compresses, settings_.compression ? 1 : 0);
  set(out, cq::miniFormat, settings_.compression.value_or(0));
  set(out, cq::logSize, settings_.logDepth);
  set(out, cq::uar, settings_.uar);
  set(out, cq::period, moderation.period);
  set(out, cq::maxCount, moderation.count);
  if (const auto open = device())
    set(out, cq::eventQueue, open->hostEventQueue());
  set(out, cq::record.offset.field, settings_.doorbellRecord.address);
  return 0;
}

void readCompression(CreationReader &reader, HostCqSettings &settings) {
  const uint64_t format = reader.value(cq::miniFormat);
  if (reader.value(cq::compresses) == 0)
    return;
  if (format > 1)
    reader.refuse("mini_cqe_res_format " + std::to_string(format) +
                  " is not emulated (expected 0 (hash) or 1 (checksum))");
  settings.compression = static_cast<uint8_t>(format);
}

HostCqSettings readCq(CreationReader &reader, Device &device) {
  HostCqSettings settings;
  reader.checkUnused(cq::unused);
  settings.logDepth = static_cast<uint8_t>(reader.value(cq::logSize));
  settings.ring = reader.place(cq::ring);
  settings.doorbellRecord = reader.place(cq::record);
  settings.uar = reader.uar(cq::uar);
  settings.usesHostEventQueue = true;
  settings.isCollapsed = reader.value(cq::collapsed) != 0;
  settings.ignoresOverrun = reader.value(cq::ignoresOverrun) != 0;
  settings.moderation = {
      .count = static_cast<uint16_t>(reader.value(cq::maxCount)),
      .period = static_cast<uint16_t>(reader.value(cq::period)),
      .mode = static_cast<uint16_t>(reader.value(cq::periodMode))};
  if (settings.moderation.mode > 1)
    reader.reject(textOfPeriodMode(settings.moderation.mode));
  readCompression(reader, settings);
  if (reader.value(cq::eventQueue) != device.hostEventQueue())
    reader.reject("c_eqn " + std::to_string(reader.value(cq::eventQueue)) +
                      " (expected " + std::to_string(device.hostEventQueue()) +
                      ", of mlx5dv_devx_query_eqn)",
                  Status::BadResource);
  return settings;
}

} // namespace

ObjectPointer createCompletionQueue(const Creation &creation) {
  CreationReader reader("CQ", creation);
  if (reader.failure() != 0)
    return failed(reader.failure());
  auto part = std::make_unique<CompletionQueuePart>(
      creation.context, readCq(reader, *creation.device));
  std::string error;
  if (reader.failure() == 0 && !part->create(creation.device, error))
    reader.reject(error);
  return reader.failure() == 0 ? makeQueue(creation, std::move(part))
                               : failed(reader.failure());
}

} // namespace dpa::verbs::devx
