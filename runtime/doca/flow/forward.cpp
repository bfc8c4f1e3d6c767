// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forwards: see forward.h. Several queues need rules for each kind of header, since
// a TIR hashes the fields of one kind.
#include "runtime/doca/flow/forward.h"

#include "base/enum-value.h"
#include "runtime/doca/common/device.h"
#include "runtime/doca/flow/pipe.h"
#include "runtime/doca/flow/receive-spread.h"

#include <libflexio/flexio.h>

namespace dpa::doca {

namespace {

constexpr int queuesMax = 256;
constexpr uint32_t spreadHeaders = DOCA_FLOW_RSS_IPV4 | DOCA_FLOW_RSS_IPV6 |
                                   DOCA_FLOW_RSS_UDP | DOCA_FLOW_RSS_TCP;

doca_error_t refuseForward(const char *call, doca_error_t error,
                           const char *problem) {
  sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s", problem);
  return error;
}

doca_error_t readQueues(const char *call, const doca_flow_fwd &from,
                        Forward &to) {
  if (from.rss_type != DOCA_FLOW_RESOURCE_TYPE_NON_SHARED)
    return refuseForward(call, DOCA_ERROR_NOT_SUPPORTED,
                         "rss_type is not supported (expected "
                         "DOCA_FLOW_RESOURCE_TYPE_NON_SHARED)");
  const doca_flow_resource_rss_cfg &rss = from.rss;
  if (!rss.queues_array || rss.nr_queues < 1 || rss.nr_queues > queuesMax)
    return refuseForward(call, DOCA_ERROR_INVALID_VALUE,
                         "nr_queues is out of range (expected 1 to 256)");
  if (rss.inner_flags != 0 || (rss.outer_flags & ~spreadHeaders) != 0 ||
      rss.rss_hash_func > DOCA_FLOW_RSS_HASH_FUNCTION_SYMMETRIC_TOEPLITZ)
    return refuseForward(call, DOCA_ERROR_NOT_SUPPORTED,
                         "RSS flags or hash function are not supported");
  to.queues.assign(rss.queues_array, rss.queues_array + rss.nr_queues);
  to.headers = rss.outer_flags;
  to.isSymmetric =
      rss.rss_hash_func == DOCA_FLOW_RSS_HASH_FUNCTION_SYMMETRIC_TOEPLITZ;
  return DOCA_SUCCESS;
}

doca_error_t readPipe(const char *call, const doca_flow_port &port,
                      doca_flow_pipe *pipe, Forward &to) {
  if (doca_error_t status = checkLive(call, pipe, doca_flow_pipe::kind))
    return status;
  if (pipe->port != &port)
    return refuseForward(call, DOCA_ERROR_INVALID_VALUE,
                         "the next pipe belongs to another port");
  to.pipe = pipe;
  to.pipeUse = std::make_shared<Use>(*pipe, doca_flow_pipe::kind);
  return DOCA_SUCCESS;
}

/// A kind of frames, whose fields are hashed.
struct FrameKind {
  uint32_t network;   ///< DOCA_FLOW_RSS_IPV4 or _IPV6
  uint32_t transport; ///< DOCA_FLOW_RSS_UDP or _TCP; 0: all others
};

constexpr FrameKind frameKinds[] = {
    {DOCA_FLOW_RSS_IPV4, DOCA_FLOW_RSS_UDP},
    {DOCA_FLOW_RSS_IPV4, DOCA_FLOW_RSS_TCP},
    {DOCA_FLOW_RSS_IPV6, DOCA_FLOW_RSS_UDP},
    {DOCA_FLOW_RSS_IPV6, DOCA_FLOW_RSS_TCP},
    {DOCA_FLOW_RSS_IPV4, 0},
    {DOCA_FLOW_RSS_IPV6, 0},
};

constexpr uint16_t transportPriority = 0;
constexpr uint16_t networkPriority = 1;
constexpr uint16_t otherPriority = 2;
constexpr uint16_t missPriority = 3;

/// Narrows a match to a kind of frames. False: no frame is both.
bool narrow(HeaderMatch &match, const FrameKind &kind) {
  if (!addIpVersion(match, kind.network == DOCA_FLOW_RSS_IPV4 ? 4 : 6))
    return false;
  return kind.transport == 0 ||
         match.add(ipProtocolAt, UINT8_MAX,
                   kind.transport == DOCA_FLOW_RSS_UDP ? ipProtocolUdp
                                                       : ipProtocolTcp);
}

/// Directs frames to one queue, whose TIR belongs to the queue.
SteeringAction toQueue(const EthernetReceiver &receiver) {
  return SteeringAction(
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(receiver.queue)));
}

bool addSpread(ibv_context *context, PrioritizedTable &table,
               const HeaderMatch &match, const Forward &forward,
               std::span<const uint32_t> numbers, SteeringRules &rules) {
  uint32_t queueTable = 0;
  rules.devx.push_back(createQueueTable(context, numbers, queueTable));
  if (!rules.devx.back())
    return false;
  for (const FrameKind &kind : frameKinds) {
    uint32_t networks =
        forward.headers & (DOCA_FLOW_RSS_IPV4 | DOCA_FLOW_RSS_IPV6);
    bool hashesPorts = (kind.transport & forward.headers) != 0;
    bool hashesAddresses = (kind.network & networks) != 0;
    if (kind.transport ? !hashesPorts : !hashesAddresses)
      continue;
    HeaderMatch narrowed = match;
    if (!narrow(narrowed, kind))
      continue;
    DevxObject spread =
        createSpread(context, queueTable,
                     {.isIpv6 = kind.network == DOCA_FLOW_RSS_IPV6,
                      .isUdp = kind.transport == DOCA_FLOW_RSS_UDP,
                      .usesAddresses = hashesAddresses,
                      .usesPorts = hashesPorts,
                      .isSymmetric = forward.isSymmetric});
    if (!spread ||
        !rules.add(table, narrowed,
                   kind.transport ? transportPriority : networkPriority,
                   SteeringAction(
                       mlx5dv_dr_action_create_dest_devx_tir(spread.get()))))
      return false;
    rules.devx.push_back(std::move(spread));
  }
  return true;
}

doca_error_t addQueues(const char *call, const doca_dev &dev,
                       PrioritizedTable &table, const HeaderMatch &match,
                       const Forward &forward, SteeringRules &rules) {
  std::vector<EthernetReceiver *> receivers;
  std::vector<uint32_t> numbers;
  for (uint16_t id : forward.queues) {
    Use use;
    EthernetReceiver *receiver =
        findReceiver(dev.info->name, id, doca_flow_pipe_entry::kind, use);
    if (!receiver) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call,
             "%s does not have an Ethernet receive queue with queue id %u",
             dev.info->name.c_str(), id);
      return DOCA_ERROR_INVALID_VALUE;
    }
    rules.targets.push_back(std::move(use));
    receivers.push_back(receiver);
    numbers.push_back(flexio_rq_get_wq_num(receiver->queue));
  }
  if (numbers.size() > 1 &&
      !addSpread(dev.context, table, match, forward, numbers, rules))
    return DOCA_ERROR_DRIVER;
  return rules.add(table, match, otherPriority, toQueue(*receivers.front()))
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

/// Drops frames, or directs them to another pipe.
doca_error_t addDestination(PrioritizedTable &table, const HeaderMatch &match,
                            uint16_t priority, const Forward &forward,
                            SteeringRules &rules) {
  SteeringAction action;
  if (forward.type == DOCA_FLOW_FWD_PIPE) {
    action.reset(
        mlx5dv_dr_action_create_dest_table(forward.pipe->table.table()));
  } else {
    action.reset(mlx5dv_dr_action_create_drop());
  }
  return rules.add(table, match, priority, std::move(action))
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

} // namespace

void SteeringRules::clear() {
  rules.clear();
  actions.clear();
  devx.clear();
  targets.clear();
}

bool SteeringRules::add(PrioritizedTable &table, const HeaderMatch &match,
                        uint16_t priority, SteeringAction action) {
  SteeringRule rule = table.addRule(match, priority, action.get());
  if (!rule)
    return false;
  actions.push_back(std::move(action));
  rules.push_back(std::move(rule));
  return true;
}

doca_error_t readForward(const char *call, const doca_flow_port &port,
                         const doca_flow_fwd &from, Forward &to) {
  switch (numberOf(from.type)) {
  case DOCA_FLOW_FWD_NONE:
  case DOCA_FLOW_FWD_DROP:
  case DOCA_FLOW_FWD_CHANGEABLE:
    to.type = from.type;
    return DOCA_SUCCESS;
  case DOCA_FLOW_FWD_PIPE:
    to.type = from.type;
    return readPipe(call, port, from.next_pipe, to);
  case DOCA_FLOW_FWD_RSS:
    to.type = from.type;
    return readQueues(call, from, to);
  default:
    return refuseForward(
        call, DOCA_ERROR_NOT_SUPPORTED,
        "forward type is not supported (expected RSS, PIPE or DROP)");
  }
}

doca_error_t addForward(const char *call, const doca_dev &dev,
                        PrioritizedTable &table, const HeaderMatch &match,
                        const Forward &forward, SteeringRules &rules) {
  if (forward.type == DOCA_FLOW_FWD_RSS)
    return addQueues(call, dev, table, match, forward, rules);
  return addDestination(table, match, otherPriority, forward, rules);
}

doca_error_t addMiss(PrioritizedTable &table, const Forward &forward,
                     SteeringRules &rules) {
  return addDestination(table, HeaderMatch(), missPriority, forward, rules);
}

} // namespace dpa::doca
