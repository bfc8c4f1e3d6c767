// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way from a doorbell to an object of the process.
#include "emulator/nic/card/process-nic.h"

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

constexpr unsigned indexShift = 32; ///< of a doorbell's second number
constexpr uint32_t numberMask = 0xffffff;

/// Doorbells of what this card does not have.
const char *nameOfAbsent(uint64_t offset) {
  switch (offset) {
  case DPA_OUTBOX_EMU_CAP:
  case DPA_OUTBOX_EMU_CAP_TRIGGER:
  case DPA_OUTBOX_RXC_RD:
    return "emulation context";
  default:
    return nullptr;
  }
}

/// The number of the absent object.
uint32_t numberOfAbsent(uint64_t offset, uint64_t value) {
  constexpr uint32_t contextMask = 0x3ffffff;
  constexpr uint32_t addressMask = 0xfffffff;
  if (offset == DPA_OUTBOX_RXC_RD)
    return value & addressMask;
  return value >> indexShift & contextMask;
}

} // namespace

/// Whether the outboxes of the process, which belong to its UAR, reach a queue.
bool ProcessNic::isReached(uint32_t uar, const char *what, uint32_t number,
                           Refusal &why) const {
  return uar == processUar_ ||
         refuse(why, "%s 0x%x belongs to UAR 0x%x, the outbox to 0x%x", what,
                number, uar, processUar_);
}

/// Null: no such queue, or one that outboxes do not reach.
std::shared_ptr<EmulatedCq> ProcessNic::findCq(uint32_t number,
                                               Refusal &why) const {
  std::shared_ptr<EmulatedCq> cq = completionQueue(number);
  if (!cq)
    refuse(why, "the process has no completion queue 0x%x", number);
  else if (!isReached(cq->uar(), "completion queue", number, why))
    return nullptr;
  return cq;
}

bool ProcessNic::isDoorbell(uint64_t offset) {
  switch (offset) {
  case DPA_OUTBOX_CQ_DB:
  case DPA_OUTBOX_RXT_DB:
  case DPA_OUTBOX_SXD_DB:
  case DPA_OUTBOX_EQ_DB_REARM:
  case DPA_OUTBOX_EQ_DB_NO_REARM:
  case DPA_OUTBOX_CC_DB:
  case DPA_OUTBOX_CC_DB_MSB:
    return true;
  default:
    return nameOfAbsent(offset) != nullptr;
  }
}

bool ProcessNic::storeDoorbell(uint32_t outbox, uint64_t offset, uint64_t value,
                               Refusal &why) {
  std::shared_ptr<EmulatedOutbox> box = findOutbox(outbox);
  if (!box)
    return refuse(why, "the process has no outbox %u", outbox);
  const uint32_t number = value & numberMask;
  switch (offset) {
  case DPA_OUTBOX_CQ_DB:
    return armCq(number, value >> indexShift & numberMask, why);
  case DPA_OUTBOX_RXT_DB:
    return pushZero(number, why);
  case DPA_OUTBOX_SXD_DB:
    return ringSendQueue(value >> indexShift & numberMask,
                         static_cast<uint16_t>(value), why);
  case DPA_OUTBOX_EQ_DB_REARM:
  case DPA_OUTBOX_EQ_DB_NO_REARM:
    return setEqConsumer(number, value >> indexShift & EmulatedEq::indexMask,
                         offset == DPA_OUTBOX_EQ_DB_REARM, why);
  case DPA_OUTBOX_CC_DB:
    if (box->pcc)
      box->congestion = value;
    return true;
  case DPA_OUTBOX_CC_DB_MSB:
    if (box->pcc)
      box->congestionMsb = value;
    return true;
  default:
    return refuse(why, "the process has no %s 0x%x", nameOfAbsent(offset),
                  numberOfAbsent(offset, value));
  }
}

bool ProcessNic::armCq(uint32_t number, uint32_t consumerIndex, Refusal &why) {
  std::shared_ptr<EmulatedCq> cq = findCq(number, why);
  if (cq)
    cq->arm(consumerIndex);
  return cq != nullptr;
}

bool ProcessNic::setEqConsumer(uint32_t number, uint32_t consumerIndex,
                               bool arms, Refusal &why) {
  std::shared_ptr<EmulatedEq> eq = findEq(number);
  if (!eq)
    return refuse(why, "the process has no event queue 0x%x", number);
  if (!isReached(eq->uar(), "event queue", number, why))
    return false;
  eq->setConsumer(consumerIndex, arms);
  return true;
}

bool ProcessNic::pushZero(uint32_t number, Refusal &why) {
  std::shared_ptr<EmulatedCq> cq = findCq(number, why);
  if (!cq)
    return false;
  EmulatedCq::Push pushed = cq->push({.kind = Completion::Kind::Zero});
  if (pushed == EmulatedCq::Push::Done)
    return true;
  why.isRepeated = pushed == EmulatedCq::Push::Broken;
  return refuse(why, "completion queue 0x%x %s", number, describe(pushed));
}

template <typename Queue>
std::shared_ptr<Queue> ProcessNic::findIn(
    const std::unordered_map<uint32_t, std::shared_ptr<Queue>> &queues,
    uint32_t number) const {
  std::shared_lock guard(lock_);
  auto found = queues.find(number);
  return found == queues.end() ? nullptr : found->second;
}

/// A send queue, or that of a queue pair.
bool ProcessNic::ringSendQueue(uint32_t number, uint16_t producerIndex,
                               Refusal &why) {
  if (auto queue = findIn(sendQueues_, number)) {
    if (!isReached(queue->uar(), "send queue", number, why))
      return false;
    queue->ring(producerIndex);
    return true;
  }
  if (auto pair = findIn(queuePairs_, number)) {
    if (!isReached(pair->uar(), "queue pair", number, why))
      return false;
    pair->ring(producerIndex);
    return true;
  }
  return refuse(why, "the process has no send queue or queue pair 0x%x",
                number);
}

bool ProcessNic::loadDoorbell(uint32_t outbox, uint64_t offset,
                              uint64_t &value) const {
  std::shared_ptr<EmulatedOutbox> box = findOutbox(outbox);
  switch (offset) {
  case DPA_OUTBOX_UCTL:
  case DPA_OUTBOX_BUFFER: // no context has been read
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
