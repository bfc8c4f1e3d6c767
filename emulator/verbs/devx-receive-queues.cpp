// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MODIFY_RQ and QUERY_RQ. The states are RST, RDY and ERR; a queue in ERR has to pass
// RST, which empties it, before it is ready again.
#include "emulator/verbs/devx-receive-queues.h"

namespace dpa::verbs::devx {
namespace {

constexpr const char *rqChange = "mlx5dv_devx_obj_modify";
constexpr const char *rqQuery = "mlx5dv_devx_obj_query";

std::string nameOfQueue(uint32_t queue) {
  return nameOf({.kind = DevxObject::Kind::ReceiveQueue,
                 .number = queue,
                 .device = nullptr});
}

CommandTarget targetOf(uint32_t queue) {
  return {nameOfQueue(queue), "rqn", rq::number, queue};
}

constexpr const char *nameOf(ReceiveQueueState state) {
  switch (state) {
  case ReceiveQueueState::Reset:
    return "RST";
  case ReceiveQueueState::Ready:
    return "RDY";
  case ReceiveQueueState::Error:
    break;
  }
  return "ERR";
}

/// None: there is no such state.
std::optional<ReceiveQueueState> stateOf(uint64_t value) {
  const auto state = static_cast<ReceiveQueueState>(value);
  if (state == ReceiveQueueState::Reset || state == ReceiveQueueState::Ready ||
      state == ReceiveQueueState::Error)
    return state;
  return std::nullopt;
}

/// Why the change is not emulated; empty if it is.
const char *unknownChange(Command in) {
  const uint64_t bits = get(in, modify::bits);
  constexpr uint64_t known = rq::changesLowWaterMark | rq::changesVlan |
                             rq::changesFcs | rq::changesCounterSet;
  if ((bits & ~known) != 0)
    return "RQ: other bits of modify_bitmask than 0 to 3 are not emulated";
  if ((bits & rq::changesLowWaterMark) != 0 && get(in, rq::lowWaterMark) != 0)
    return "RQ: lwm (an event below a number of entries) is not emulated";
  if ((bits & rq::changesVlan) != 0 && get(in, rq::keepsVlan) == 0)
    return "RQ: vsd 0 (removing VLAN tags) is not emulated";
  if ((bits & rq::changesFcs) != 0 && get(in, rq::scattersFcs) != 0)
    return "RQ: scatter_fcs (the check sequence of frames) is not emulated";
  if ((bits & rq::changesCounterSet) != 0 && get(in, rq::counterSet) != 0)
    return "RQ: counter_set_id is not emulated";
  return "";
}

} // namespace

int modifyReceiveQueue(Device &device, uint32_t queue, Command in, Answer out) {
  const std::string name = nameOfQueue(queue);
  if (const int why =
          checkCommand(rqChange, targetOf(queue), Opcode::ModifyRq, in))
    return why;
  if (in.size() < rq::commandSize)
    return reject(out, rqChange,
                  name + ": the command has " + std::to_string(in.size()) +
                      " bytes (expected " + std::to_string(rq::commandSize) +
                      " at least)",
                  Status::BadInputLength);
  const auto from = stateOf(get(in, rq::currentState));
  const auto to = stateOf(get(in, rq::state));
  if (!from || !to)
    return reject(
        out, rqChange,
        name + ": state is not valid (expected 0 (RST), 1 (RDY) or 3 (ERR))");
  if (const char *unknown = unknownChange(in); *unknown)
    return refusePart(rqChange, unknown);
  if (!device.nic() || !device.nic()->changeReceiveQueue(queue, *from, *to))
    return reject(
        out, rqChange,
        name + ": cannot change from " + nameOf(*from) + " to " + nameOf(*to) +
            " (expected its current state, and RST between ERR and RDY)",
        Status::BadResourceState);
  return 0;
}

int queryReceiveQueue(Device &device, uint32_t queue, Command in, Answer out) {
  if (const int why =
          checkCommand(rqQuery, targetOf(queue), Opcode::QueryRq, in))
    return why;
  if (out.size() < rq::answerSize)
    return refuseAnswer(rqQuery, nameOfQueue(queue), out, rq::answerSize);
  const auto found =
      device.nic() ? device.nic()->receiveQueue(queue) : std::nullopt;
  if (!found)
    return ENODEV;
  set(out, rq::keepsVlan, 1);
  set(out, rq::state, static_cast<uint64_t>(found->state));
  set(out, rq::userIndex, found->userIndex);
  set(out, rq::completionQueue, found->completionQueue);
  set(out, rq::wqType, found->isLinkedList ? 0 : 1);
  set(out, rq::hardwareCounter, found->consumed);
  set(out, rq::softwareCounter, found->posted);
  set(out, rq::logStride, found->logStride);
  set(out, rq::logSize, found->logDepth);
  return 0;
}

} // namespace dpa::verbs::devx
