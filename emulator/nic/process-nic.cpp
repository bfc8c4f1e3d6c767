// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of objects, and the way from a doorbell to one.
#include "emulator/nic/process-nic.h"

#include "runtime/abi/outbox.h"

#include <cstdarg>
#include <cstdio>

namespace dpa {
namespace {

[[gnu::format(printf, 2, 3)]] bool refuse(Refusal &why, const char *format,
                                          ...) {
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(why.text.data(), why.text.size(), format, values);
  va_end(values);
  return false;
}

/// Doorbells of what this card does not have.
const char *nameOfAbsent(uint64_t offset) {
  switch (offset) {
  case DPA_OUTBOX_EQ_DB_REARM:
  case DPA_OUTBOX_EQ_DB_NO_REARM:
    return "event queue";
  case DPA_OUTBOX_SXD_DB:
    return "send queue or queue pair";
  case DPA_OUTBOX_EMU_CAP:
  case DPA_OUTBOX_EMU_CAP_TRIGGER:
    return "emulation context";
  default:
    return nullptr;
  }
}

} // namespace

ProcessNic::ProcessNic(std::shared_ptr<NicNumbers> numbers)
    : numbers_(std::move(numbers)) {
  processUar_ = createUar();
  defaultOutbox_ = createOutbox(false);
}

ProcessNic::~ProcessNic() {
  for (uint32_t uar : uars_)
    numbers_->uars.giveBack(uar);
  for (const auto &[number, outbox] : outboxes_)
    numbers_->outboxes.giveBack(static_cast<uint32_t>(number));
  for (const auto &[number, cq] : cqs_)
    numbers_->completionQueues.giveBack(number);
}

uint32_t ProcessNic::createUar() {
  uint32_t uar = numbers_->uars.take().value_or(0);
  std::lock_guard guard(lock_);
  if (uar != 0)
    uars_.insert(uar);
  return uar;
}

void ProcessNic::destroyUar(uint32_t uar) {
  std::lock_guard guard(lock_);
  if (uars_.erase(uar) != 0)
    numbers_->uars.giveBack(uar);
}

bool ProcessNic::hasUar(uint32_t uar) const {
  std::shared_lock guard(lock_);
  return uars_.contains(uar);
}

uint16_t ProcessNic::createOutbox(bool pcc) {
  auto made = std::make_shared<EmulatedOutbox>();
  made->pcc = pcc;
  auto outbox = static_cast<uint16_t>(numbers_->outboxes.take().value_or(0));
  std::lock_guard guard(lock_);
  if (outbox != 0)
    outboxes_[outbox] = std::move(made);
  return outbox;
}

void ProcessNic::destroyOutbox(uint16_t outbox) {
  std::lock_guard guard(lock_);
  if (outboxes_.erase(outbox) != 0)
    numbers_->outboxes.giveBack(outbox);
}

bool ProcessNic::hasOutbox(uint64_t outbox) const {
  std::shared_lock guard(lock_);
  return outboxes_.contains(outbox);
}

std::shared_ptr<ProcessNic::EmulatedOutbox>
ProcessNic::findOutbox(uint64_t outbox) const {
  std::shared_lock guard(lock_);
  auto found = outboxes_.find(outbox);
  return found == outboxes_.end() ? nullptr : found->second;
}

std::shared_ptr<EmulatedCq>
ProcessNic::createCq(const CqSettings &settings, std::byte *ring,
                     const std::byte *record,
                     std::weak_ptr<EventTarget> target) {
  uint32_t number = numbers_->completionQueues.take().value_or(0);
  if (number == 0)
    return nullptr;
  auto cq = std::make_shared<EmulatedCq>(number, settings, ring, record,
                                         std::move(target));
  std::lock_guard guard(lock_);
  cqs_[number] = cq;
  return cq;
}

void ProcessNic::destroyCq(const EmulatedCq &cq) {
  std::lock_guard guard(lock_);
  if (cqs_.erase(cq.number()) != 0)
    numbers_->completionQueues.giveBack(cq.number());
}

/// Null: no such queue, or one that outboxes do not reach.
std::shared_ptr<EmulatedCq> ProcessNic::findCq(uint32_t number,
                                               Refusal &why) const {
  std::shared_ptr<EmulatedCq> cq;
  {
    std::shared_lock guard(lock_);
    if (auto found = cqs_.find(number); found != cqs_.end())
      cq = found->second;
  }
  if (!cq) {
    refuse(why, "the process has no completion queue 0x%x", number);
    return nullptr;
  }
  if (cq->uar() == processUar_)
    return cq;
  refuse(why, "completion queue 0x%x belongs to UAR 0x%x, the outbox to 0x%x",
         number, cq->uar(), processUar_);
  return nullptr;
}

bool ProcessNic::isDoorbell(uint64_t offset) {
  switch (offset) {
  case DPA_OUTBOX_CQ_DB:
  case DPA_OUTBOX_RXT_DB:
  case DPA_OUTBOX_CC_DB:
  case DPA_OUTBOX_CC_DB_MSB:
    return true;
  default:
    return nameOfAbsent(offset) != nullptr;
  }
}

bool ProcessNic::storeDoorbell(uint32_t outbox, uint64_t offset, uint64_t value,
                               Refusal &why) {
  constexpr unsigned indexShift = 32;
  constexpr uint32_t numberMask = 0xffffff;
  std::shared_ptr<EmulatedOutbox> box = findOutbox(outbox);
  if (!box)
    return refuse(why, "the process has no outbox %u", outbox);
  const uint32_t number = value & numberMask;
  switch (offset) {
  case DPA_OUTBOX_CQ_DB: {
    std::shared_ptr<EmulatedCq> cq = findCq(number, why);
    if (cq)
      cq->arm(value >> indexShift & numberMask);
    return cq != nullptr;
  }
  case DPA_OUTBOX_RXT_DB: {
    std::shared_ptr<EmulatedCq> cq = findCq(number, why);
    if (!cq)
      return false;
    EmulatedCq::Push pushed = cq->pushZero();
    if (pushed == EmulatedCq::Push::Done)
      return true;
    why.isRepeated = pushed == EmulatedCq::Push::Broken;
    return refuse(why, "completion queue 0x%x is full: overrun", number);
  }
  case DPA_OUTBOX_CC_DB:
    if (box->pcc)
      box->congestion = value;
    return true;
  case DPA_OUTBOX_CC_DB_MSB:
    if (box->pcc)
      box->congestionMsb = value;
    return true;
  default:
    break;
  }
  const char *absent = nameOfAbsent(offset);
  return refuse(
      why, "the process has no %s 0x%llx", absent,
      static_cast<unsigned long long>(offset == DPA_OUTBOX_SXD_DB
                                          ? value >> indexShift & numberMask
                                          : number));
}

bool ProcessNic::loadDoorbell(uint32_t outbox, uint64_t offset,
                              uint64_t &value) const {
  std::shared_ptr<EmulatedOutbox> box = findOutbox(outbox);
  switch (offset) {
  case DPA_OUTBOX_UCTL:
    value = 0;
    return true;
  case DPA_OUTBOX_CC_DB:
    value = box ? box->congestion.load() : 0;
    return true;
  case DPA_OUTBOX_CC_DB_MSB:
    value = box ? box->congestionMsb.load() : 0;
    return true;
  default:
    return false;
  }
}

} // namespace dpa
