// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that change the state of a queue pair: which states they connect, and the
// attributes in their contexts.
#include "emulator/verbs/devx-commands.h"
#include "emulator/verbs/devx-objects.h"
#include "emulator/verbs/devx-queue-pairs.h"

#include <algorithm>

namespace dpa::verbs::devx {
namespace {

struct Transition {
  Opcode opcode;
  ibv_qp_state from; ///< IBV_QPS_UNKNOWN: any
  ibv_qp_state to;

  /// Whether the command has a context.
  bool hasContext() const { return from != IBV_QPS_UNKNOWN; }
};

constexpr std::array<Transition, 9> transitions = {{
    {Opcode::RstToInitQp, IBV_QPS_RESET, IBV_QPS_INIT},
    {Opcode::InitToInitQp, IBV_QPS_INIT, IBV_QPS_INIT},
    {Opcode::InitToRtrQp, IBV_QPS_INIT, IBV_QPS_RTR},
    {Opcode::RtrToRtsQp, IBV_QPS_RTR, IBV_QPS_RTS},
    {Opcode::RtsToRtsQp, IBV_QPS_RTS, IBV_QPS_RTS},
    {Opcode::SqErrToRtsQp, IBV_QPS_SQE, IBV_QPS_RTS},
    {Opcode::SqdToRtsQp, IBV_QPS_SQD, IBV_QPS_RTS},
    {Opcode::ToErrQp, IBV_QPS_UNKNOWN, IBV_QPS_ERR},
    {Opcode::ToRstQp, IBV_QPS_UNKNOWN, IBV_QPS_RESET},
}};

/// Null: not a command that changes a queue pair.
const Transition *transitionOf(Command in) {
  const auto *found = std::ranges::find(
      transitions, static_cast<Opcode>(get(in, opcode)), &Transition::opcode);
  return found == transitions.end() ? nullptr : found;
}

class QpAttributeReader {
public:
  QpAttributeReader(Command in, ibv_qp_type type) : in_(in), type_(type) {}

  void read(const Transition &transition) {
    attributes.qp_state = transition.to;
    mask = IBV_QP_STATE;
    switch (transition.opcode) {
    case Opcode::RstToInitQp:
      readPort();
      readPartitionKey();
      if (type_ == IBV_QPT_UD)
        readQueueKey();
      else
        readAccess();
      return;
    case Opcode::InitToRtrQp:
      if (type_ != IBV_QPT_UD)
        readConnection();
      break;
    case Opcode::RtrToRtsQp:
      readSender();
      break;
    case Opcode::ToErrQp:
    case Opcode::ToRstQp:
      return;
    default:
      break;
    }
    readOptional();
  }

  ibv_qp_attr attributes = zeroed<ibv_qp_attr>();
  uint32_t mask = 0;
  PathHeaders headers;

private:
  uint32_t value(Field field) const {
    return static_cast<uint32_t>(get(in_, field));
  }
  uint8_t byte(Field field) const { return static_cast<uint8_t>(value(field)); }

  void readPort() {
    attributes.port_num = byte(qp::port);
    mask |= IBV_QP_PORT;
  }
  void readPartitionKey() {
    attributes.pkey_index = static_cast<uint16_t>(value(qp::partitionKey));
    mask |= IBV_QP_PKEY_INDEX;
  }
  void readQueueKey() {
    attributes.qkey = value(qp::queueKey);
    mask |= IBV_QP_QKEY;
  }
  void readAccess() {
    attributes.qp_access_flags =
        (value(qp::remoteRead) != 0 ? IBV_ACCESS_REMOTE_READ : 0u) |
        (value(qp::remoteWrite) != 0 ? IBV_ACCESS_REMOTE_WRITE : 0u) |
        (value(qp::remoteAtomic) != 0 ? IBV_ACCESS_REMOTE_ATOMIC : 0u);
    mask |= IBV_QP_ACCESS_FLAGS;
  }
  void readMinRnrTimer() {
    attributes.min_rnr_timer = byte(qp::minRnrTimer);
    mask |= IBV_QP_MIN_RNR_TIMER;
  }

  void readPath() {
    ibv_ah_attr &path = attributes.ah_attr;
    path.is_global = 1;
    path.port_num = byte(qp::port);
    path.grh.sgid_index = byte(qp::sourceGid);
    path.grh.hop_limit = byte(qp::hopLimit);
    path.grh.traffic_class = byte(qp::trafficClass);
    path.grh.flow_label = value(qp::flowLabel);
    for (uint32_t i = 0; i < sizeof path.grh.dgid.raw; ++i)
      path.grh.dgid.raw[i] = byte({qp::remoteGidAt + 8 * i, 8});
    for (uint32_t i = 0; i < headers.destinationMac.size(); ++i)
      headers.destinationMac.at(i) = byte({qp::remoteMacAt + 8 * i, 8});
    headers.sourcePort = static_cast<uint16_t>(value(qp::sourcePort));
    mask |= IBV_QP_AV;
  }

  void readConnection() {
    readPath();
    attributes.path_mtu = static_cast<ibv_mtu>(value(qp::mtu));
    attributes.dest_qp_num = value(qp::remoteQp);
    attributes.rq_psn = value(qp::receivePsn);
    mask |= IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    if (type_ != IBV_QPT_RC)
      return;
    attributes.max_dest_rd_atomic =
        static_cast<uint8_t>(1u << value(qp::logMaxRemoteReads));
    mask |= IBV_QP_MAX_DEST_RD_ATOMIC;
    readMinRnrTimer();
  }

  void readSender() {
    attributes.sq_psn = value(qp::sendPsn);
    mask |= IBV_QP_SQ_PSN;
    if (type_ != IBV_QPT_RC)
      return;
    attributes.timeout = byte(qp::ackTimeout);
    attributes.retry_cnt = byte(qp::retryCount);
    attributes.rnr_retry = byte(qp::rnrRetry);
    attributes.max_rd_atomic =
        static_cast<uint8_t>(1u << value(qp::logMaxReads));
    mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
            IBV_QP_MAX_QP_RD_ATOMIC;
  }

  /// Rights are set together.
  void readOptional() {
    const uint32_t bits = value(qp::optionalMask);
    if ((bits & (qp::setsRemoteRead | qp::setsRemoteWrite |
                 qp::setsRemoteAtomic)) != 0)
      readAccess();
    if ((bits & qp::setsPartitionKey) != 0)
      readPartitionKey();
    if ((bits & qp::setsQueueKey) != 0)
      readQueueKey();
    if ((bits & qp::setsMinRnrTimer) != 0)
      readMinRnrTimer();
    if ((bits & qp::setsPort) != 0)
      readPort();
  }

  const Command in_;
  const ibv_qp_type type_;
};

/// The message about bits that a transition does not allow, or that are not emulated;
/// empty: none.
std::string unknownBits(const Transition &transition, uint32_t bits) {
  constexpr uint32_t known = qp::setsRemoteRead | qp::setsRemoteAtomic |
                             qp::setsRemoteWrite | qp::setsPartitionKey |
                             qp::setsQueueKey | qp::setsMinRnrTimer |
                             qp::setsPort;
  if (transition.hasContext() && (bits & ~known) != 0)
    return "opt_param_mask " + std::to_string(bits & ~known) +
           " is not emulated";
  return "";
}

/// EINVAL, with a message.
int invalidFor(const char *function, uint32_t pair, const std::string &what) {
  return invalid(function, "queue pair " + std::to_string(pair) + ": " + what);
}

} // namespace

int checkPairNumber(const char *function, uint32_t pair, Command in) {
  const uint64_t named = get(in, qp::number);
  return named == pair ? 0
                       : invalidFor(function, pair,
                                    "qpn " + std::to_string(named) +
                                        " is not that of the queue pair");
}

int changeQueuePair(const ChangedQueuePair &qp, Command in, Answer out) {
  const Transition *transition = transitionOf(in);
  if (!transition)
    return invalidFor(qp.function, qp.number,
                      textOfCommand(get(in, opcode)) +
                          " does not change queue pairs");
  if (const int why = checkPairNumber(qp.function, qp.number, in))
    return why;
  if (transition->hasContext() && in.size() < qp::sizeWithContext)
    return reject(out, qp.function,
                  "queue pair: the command has " + std::to_string(in.size()) +
                      " bytes (expected " +
                      std::to_string(qp::sizeWithContext) + ")",
                  Status::BadInputLength);
  const std::string unknown = unknownBits(
      *transition, static_cast<uint32_t>(get(in, qp::optionalMask)));
  if (!unknown.empty())
    return refusePart(qp.function, "queue pair: " + unknown);
  if (transition->hasContext() && !qp.isIn(transition->from))
    return reject(out, qp.function,
                  "queue pair " + std::to_string(qp.number) +
                      ": current state is not the first state of the command",
                  Status::BadQueuePairState);
  QpAttributeReader reader(in, qp.type);
  reader.read(*transition);
  const int why = qp.change(reader.attributes, reader.mask, reader.headers);
  if (why != EINVAL)
    return why;
  return reject(out, qp.function,
                "queue pair " + std::to_string(qp.number) +
                    ": a value of the context is not valid");
}

} // namespace dpa::verbs::devx
