// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs of verbs, changed and queried by firmware commands
// (mlx5dv_devx_qp_modify, mlx5dv_devx_qp_query). The card checks states and values as
// for ibv_modify_qp().
#include "emulator/verbs/devx-queue-pairs.h"

#include "base/uncancelled.h"
#include "emulator/verbs/devx-commands.h"
#include "emulator/verbs/devx-objects.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <infiniband/mlx5dv.h>
#include <new>

namespace dpa::verbs::devx {
namespace {

constexpr const char *qpChange = "mlx5dv_devx_qp_modify";
constexpr const char *qpQuery = "mlx5dv_devx_qp_query";

/// Structures of verbs have enumerations without 0.
template <typename Structure> Structure zeroed() {
  Structure value;
  std::memset(&value, 0, sizeof value);
  return value;
}

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

/// The values of a state in contexts: enum ibv_qp_state has two of them swapped.
uint64_t stateInContext(ibv_qp_state state) {
  constexpr uint64_t sendError = 4, drained = 7;
  if (state == IBV_QPS_SQE)
    return sendError;
  return state == IBV_QPS_SQD ? drained : static_cast<uint64_t>(state);
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

bool isInState(ibv_qp &qp, ibv_qp_state state) {
  auto now = zeroed<ibv_qp_attr>();
  auto settings = zeroed<ibv_qp_init_attr>();
  return ibv_query_qp(&qp, &now, IBV_QP_STATE, &settings) == 0 &&
         now.qp_state == state;
}

/// EINVAL, with a message.
int invalidFor(const char *function, uint32_t pair, const std::string &what) {
  return invalid(function, "queue pair " + std::to_string(pair) + ": " + what);
}

/// 0, or the errno of a command that is for another queue pair.
int checkNumber(const char *function, uint32_t pair, Command in) {
  const uint64_t named = get(in, qp::number);
  return named == pair ? 0
                       : invalidFor(function, pair,
                                    "qpn " + std::to_string(named) +
                                        " is not that of the queue pair");
}

int modifyQp(ibv_qp &qp, Command in, Answer out) try {
  std::ranges::fill(out, std::byte{});
  return changeQueuePair(
      {.function = qpChange,
       .number = qp.qp_num,
       .type = qp.qp_type,
       .isIn = [&qp](ibv_qp_state state) { return isInState(qp, state); },
       .change =
           [&qp](const ibv_qp_attr &attributes, uint32_t mask,
                 const PathHeaders &headers) {
             return dpa_verbs_modify_qp(&qp, &attributes, mask, &headers);
           }},
      in, out);
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

/// 0 of 0.
uint64_t floorLog2(uint32_t value) {
  return value == 0 ? 0 : std::bit_width(value) - 1;
}

uint64_t typeInContext(ibv_qp_type type) {
  switch (type) {
  case IBV_QPT_UC:
    return 1;
  case IBV_QPT_UD:
    return 2;
  default:
    return 0;
  }
}

void describePath(const ibv_ah_attr &path, uint8_t port, Answer out) {
  set(out, qp::port, port);
  set(out, qp::sourceGid, path.grh.sgid_index);
  set(out, qp::hopLimit, path.grh.hop_limit);
  set(out, qp::trafficClass, path.grh.traffic_class);
  set(out, qp::flowLabel, path.grh.flow_label);
  for (uint32_t i = 0; i < sizeof path.grh.dgid.raw; ++i)
    set(out, {qp::remoteGidAt + 8 * i, 8}, path.grh.dgid.raw[i]);
}

/// 0: not known.
uint32_t numberOf(ibv_cq *cq) {
  mlx5dv_cq direct{};
  mlx5dv_obj object{};
  object.cq.in = cq;
  object.cq.out = &direct;
  return mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ) == 0 ? direct.cqn : 0;
}

int queryQp(ibv_qp &qp, Command in, Answer out) try {
  std::ranges::fill(out, std::byte{});
  if (static_cast<Opcode>(get(in, opcode)) != Opcode::QueryQp)
    return invalidFor(qpQuery, qp.qp_num,
                      textOfCommand(get(in, opcode)) +
                          " does not query queue pairs (expected QUERY_QP)");
  if (const int why = checkNumber(qpQuery, qp.qp_num, in))
    return why;
  if (out.size() < qp::sizeWithContext)
    return refuseAnswer(qpQuery, "queue pair " + std::to_string(qp.qp_num), out,
                        qp::sizeWithContext);
  auto now = zeroed<ibv_qp_attr>();
  auto settings = zeroed<ibv_qp_init_attr>();
  if (int why = ibv_query_qp(&qp, &now, 0, &settings))
    return why;
  mlx5dv_qp direct{};
  mlx5dv_obj object{};
  object.qp.in = &qp;
  object.qp.out = &direct;
  if (int why = mlx5dv_init_obj(&object, MLX5DV_OBJ_QP))
    return why;
  describeQueuePair(qp.qp_type, now, direct.sq.wqe_cnt, out);
  set(out, qp::sendCq, numberOf(settings.send_cq));
  set(out, qp::receiveCq, numberOf(settings.recv_cq));
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

} // namespace

void describeQueuePair(ibv_qp_type type, const ibv_qp_attr &now,
                       uint32_t sendBlocks, Answer out) {
  constexpr uint64_t migrated = 3;
  set(out, qp::state, stateInContext(now.qp_state));
  set(out, qp::type, typeInContext(type));
  set(out, qp::migration, migrated);
  set(out, qp::mtu, now.path_mtu);
  set(out, qp::logSendSize, floorLog2(sendBlocks));
  set(out, qp::remoteQp, now.dest_qp_num);
  set(out, qp::partitionKey, now.pkey_index);
  set(out, qp::ackTimeout, now.timeout);
  describePath(now.ah_attr, now.port_num, out);
  set(out, qp::logMaxReads, floorLog2(now.max_rd_atomic));
  set(out, qp::retryCount, now.retry_cnt);
  set(out, qp::rnrRetry, now.rnr_retry);
  set(out, qp::sendPsn, now.sq_psn);
  set(out, qp::logMaxRemoteReads, floorLog2(now.max_dest_rd_atomic));
  auto has = [&](unsigned right) -> uint64_t {
    return (now.qp_access_flags & right) != 0 ? 1 : 0;
  };
  set(out, qp::remoteRead, has(IBV_ACCESS_REMOTE_READ));
  set(out, qp::remoteWrite, has(IBV_ACCESS_REMOTE_WRITE));
  set(out, qp::remoteAtomic, has(IBV_ACCESS_REMOTE_ATOMIC));
  set(out, qp::minRnrTimer, now.min_rnr_timer);
  set(out, qp::receivePsn, now.rq_psn);
  set(out, qp::queueKey, now.qkey);
}

int changeQueuePair(const ChangedQueuePair &qp, Command in, Answer out) {
  const Transition *transition = transitionOf(in);
  if (!transition)
    return invalidFor(qp.function, qp.number,
                      textOfCommand(get(in, opcode)) +
                          " does not change queue pairs");
  if (const int why = checkNumber(qp.function, qp.number, in))
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

namespace devx = dpa::verbs::devx;

extern "C" {

int mlx5dv_devx_qp_modify(ibv_qp *qp, const void *in, size_t inSize, void *out,
                          size_t outSize) {
  return dpa::uncancelled([&] {
    if (!qp || !devx::areCommand(devx::qpChange, in, inSize, out, outSize))
      return EINVAL;
    return devx::modifyQp(*qp, {static_cast<const std::byte *>(in), inSize},
                          {static_cast<std::byte *>(out), outSize});
  });
}

int mlx5dv_devx_qp_query(ibv_qp *qp, const void *in, size_t inSize, void *out,
                         size_t outSize) {
  return dpa::uncancelled([&] {
    if (!qp || !devx::areCommand(devx::qpQuery, in, inSize, out, outSize))
      return EINVAL;
    return devx::queryQp(*qp, {static_cast<const std::byte *>(in), inSize},
                         {static_cast<std::byte *>(out), outSize});
  });
}

} // extern "C"
