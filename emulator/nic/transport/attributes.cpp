// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of changes of state, and the ranges of the attributes.
#include "emulator/nic/transport/attributes.h"

#include "emulator/nic/transport/psn.h"

#include <algorithm>
#include <array>
#include <bit>

namespace dpa {
namespace {

using namespace queuePairAttribute;
using State = QueuePairState;

struct Transition {
  State from;
  State to;
  uint32_t required;
  uint32_t optional;
};

// Alternate paths and path migration are optional in many of these changes. They
// are rejected by name, because RoCE has no path migration here.
constexpr uint32_t migrating = alternatePath | migration;

constexpr std::array connected = {
    Transition{State::Reset, State::Init, partitionKey | port | access, 0},
    Transition{State::Init, State::Init, 0, partitionKey | port | access},
    Transition{State::ReadyToReceive, State::ReadyToSend, sendPsn,
               currentState | access | migrating},
    Transition{State::ReadyToSend, State::ReadyToSend, 0,
               currentState | access | migrating},
    Transition{State::ReadyToSend, State::SendDrained, 0, notifiesDrained},
    Transition{State::SendDrained, State::ReadyToSend, 0,
               currentState | access | migrating},
};

constexpr uint32_t reliableToReceive =
    path | pathMtu | remoteQp | receivePsn | maxRemoteReads | minRnrTimer;
constexpr uint32_t reliableToSend = maxReads | retryCount | rnrRetry | timeout;

constexpr std::array reliable = {
    Transition{State::Init, State::ReadyToReceive, reliableToReceive,
               partitionKey | access | alternatePath},
    Transition{State::ReadyToReceive, State::ReadyToSend,
               sendPsn | reliableToSend,
               currentState | access | migrating | minRnrTimer},
    Transition{State::ReadyToSend, State::ReadyToSend, 0,
               currentState | access | migrating | minRnrTimer},
    Transition{State::SendDrained, State::ReadyToSend, 0,
               currentState | access | migrating | minRnrTimer},
    Transition{State::SendDrained, State::SendDrained, 0,
               partitionKey | port | path | reliableToSend | maxRemoteReads |
                   access | migrating | minRnrTimer},
};

constexpr std::array unreliable = {
    Transition{State::Init, State::ReadyToReceive,
               path | pathMtu | remoteQp | receivePsn,
               partitionKey | access | alternatePath},
    Transition{State::SendDrained, State::SendDrained, 0,
               partitionKey | path | access | migrating},
    Transition{State::SendError, State::ReadyToSend, 0, currentState | access},
};

constexpr std::array datagram = {
    Transition{State::Reset, State::Init, partitionKey | port | queueKey, 0},
    Transition{State::Init, State::Init, 0, partitionKey | port | queueKey},
    Transition{State::Init, State::ReadyToReceive, 0, partitionKey | queueKey},
    Transition{State::ReadyToReceive, State::ReadyToSend, sendPsn,
               currentState | queueKey},
    Transition{State::ReadyToSend, State::ReadyToSend, 0,
               currentState | queueKey},
    Transition{State::ReadyToSend, State::SendDrained, 0, notifiesDrained},
    Transition{State::SendDrained, State::ReadyToSend, 0,
               currentState | queueKey},
    Transition{State::SendDrained, State::SendDrained, 0,
               partitionKey | queueKey},
    Transition{State::SendError, State::ReadyToSend, 0,
               currentState | queueKey},
};

constexpr Transition toReset = {State::Reset, State::Reset, 0, 0};
constexpr Transition toError = {State::Reset, State::Error, 0, 0};

const Transition *findIn(std::span<const Transition> table, State from,
                         State to) {
  const auto found = std::ranges::find_if(table, [&](const Transition &each) {
    return each.from == from && each.to == to;
  });
  return found == table.end() ? nullptr : &*found;
}

const Transition *find(RoceTransport type, State from, State to) {
  if (to == State::Reset)
    return &toReset;
  if (to == State::Error)
    return &toError;
  if (type == RoceTransport::Ud)
    return findIn(datagram, from, to);
  const Transition *own = type == RoceTransport::Rc
                              ? findIn(reliable, from, to)
                              : findIn(unreliable, from, to);
  return own != nullptr ? own : findIn(connected, from, to);
}

struct NamedBit {
  uint32_t bit;
  const char *name;
};

constexpr std::array<NamedBit, 20> names = {{
    {state, "IBV_QP_STATE"},
    {currentState, "IBV_QP_CUR_STATE"},
    {notifiesDrained, "IBV_QP_EN_SQD_ASYNC_NOTIFY"},
    {access, "IBV_QP_ACCESS_FLAGS"},
    {partitionKey, "IBV_QP_PKEY_INDEX"},
    {port, "IBV_QP_PORT"},
    {queueKey, "IBV_QP_QKEY"},
    {path, "IBV_QP_AV"},
    {pathMtu, "IBV_QP_PATH_MTU"},
    {timeout, "IBV_QP_TIMEOUT"},
    {retryCount, "IBV_QP_RETRY_CNT"},
    {rnrRetry, "IBV_QP_RNR_RETRY"},
    {receivePsn, "IBV_QP_RQ_PSN"},
    {maxReads, "IBV_QP_MAX_QP_RD_ATOMIC"},
    {alternatePath, "IBV_QP_ALT_PATH"},
    {minRnrTimer, "IBV_QP_MIN_RNR_TIMER"},
    {sendPsn, "IBV_QP_SQ_PSN"},
    {maxRemoteReads, "IBV_QP_MAX_DEST_RD_ATOMIC"},
    {migration, "IBV_QP_PATH_MIG_STATE"},
    {remoteQp, "IBV_QP_DEST_QPN"},
}};

/// The name of the lowest bit of `bits`.
std::string nameOf(uint32_t bits) {
  for (const NamedBit &each : names)
    if ((bits & each.bit) != 0)
      return each.name;
  return "attribute bit " + std::to_string(std::countr_zero(bits));
}

const char *nameOf(State value) {
  constexpr std::array<const char *, 7> texts = {"RESET", "INIT", "RTR", "RTS",
                                                 "SQD",   "SQE",  "ERR"};
  const auto index = static_cast<size_t>(value);
  return index < texts.size() ? texts[index] : "an unknown state";
}

Error outOfRange(uint32_t bit, uint64_t value, const char *expected) {
  return {nameOf(bit) + " is out of range (expected " + expected + ", got " +
          std::to_string(value) + ")"};
}

bool isPathMtu(uint16_t bytes) {
  return std::has_single_bit(bytes) && bytes >= 256 && bytes <= 4096;
}

struct Limit {
  uint32_t bit;
  uint64_t value;
  uint64_t maximum;
  const char *expected;
};

Result<void> checkRanges(const QueuePairAttributes &changes, uint32_t mask,
                         uint8_t ports) {
  const std::array limits = {
      Limit{partitionKey, changes.partitionKeyIndex, 0, "0"},
      Limit{timeout, changes.timeout, 31, "0 to 31"},
      Limit{retryCount, changes.retryCount, 7, "0 to 7"},
      Limit{rnrRetry, changes.rnrRetry, 7, "0 to 7"},
      Limit{receivePsn, changes.receivePsn, psnMask, "24 bits"},
      Limit{sendPsn, changes.sendPsn, psnMask, "24 bits"},
      Limit{remoteQp, changes.remoteQp, psnMask, "24 bits"},
      Limit{maxReads, changes.maxReads, maximumReads, "0 to 16"},
      Limit{maxRemoteReads, changes.maxRemoteReads, maximumReads, "0 to 16"},
      Limit{minRnrTimer, changes.minRnrTimer, 31, "0 to 31"},
  };
  for (const Limit &limit : limits)
    if ((mask & limit.bit) != 0 && limit.value > limit.maximum)
      return outOfRange(limit.bit, limit.value, limit.expected);
  if ((mask & port) != 0 && (changes.port == 0 || changes.port > ports))
    return outOfRange(port, changes.port, "a port of the device");
  if ((mask & pathMtu) != 0 && !isPathMtu(changes.pathMtu))
    return outOfRange(pathMtu, changes.pathMtu, "256, 512, 1024, 2048 or 4096");
  return {};
}

} // namespace

uint32_t requiredAttributes(RoceTransport type, State from, State to) {
  const Transition *transition = find(type, from, to);
  return transition == nullptr ? 0 : transition->required | state;
}

Result<void> checkModify(RoceTransport type, State from,
                         const QueuePairAttributes &changes, uint32_t mask,
                         uint8_t ports) {
  const State to = (mask & state) != 0 ? changes.state : from;
  if ((mask & currentState) != 0 && changes.currentState != from)
    return Error{std::string("queue pair is in another state (expected ") +
                 nameOf(changes.currentState) + ", got " + nameOf(from) + ")"};
  const Transition *transition = find(type, from, to);
  if (transition == nullptr)
    return Error{std::string("queue pair cannot change from ") + nameOf(from) +
                 " to " + nameOf(to)};
  const uint32_t missing = transition->required & ~mask;
  if (missing != 0)
    return Error{nameOf(missing) + " is required to change from " +
                 nameOf(from) + " to " + nameOf(to)};
  const uint32_t unsupported = mask & migrating;
  if (unsupported != 0)
    return Error{nameOf(unsupported) + " is not supported with RoCE"};
  const uint32_t surplus =
      mask & ~(transition->required | transition->optional | state);
  if (surplus != 0)
    return Error{nameOf(surplus) + " cannot be set in a change from " +
                 nameOf(from) + " to " + nameOf(to)};
  return checkRanges(changes, mask, ports);
}

void applyAttributes(QueuePairAttributes &attributes,
                     const QueuePairAttributes &changes, uint32_t mask) {
  const auto take = [&](uint32_t bit, auto member) {
    if ((mask & bit) != 0)
      attributes.*member = changes.*member;
  };
  using A = QueuePairAttributes;
  take(notifiesDrained, &A::notifiesDrained);
  take(access, &A::access);
  take(partitionKey, &A::partitionKeyIndex);
  take(port, &A::port);
  take(queueKey, &A::queueKey);
  take(path, &A::path);
  take(pathMtu, &A::pathMtu);
  take(timeout, &A::timeout);
  take(retryCount, &A::retryCount);
  take(rnrRetry, &A::rnrRetry);
  take(receivePsn, &A::receivePsn);
  take(sendPsn, &A::sendPsn);
  take(maxReads, &A::maxReads);
  take(maxRemoteReads, &A::maxRemoteReads);
  take(minRnrTimer, &A::minRnrTimer);
  take(remoteQp, &A::remoteQp);
}

} // namespace dpa
