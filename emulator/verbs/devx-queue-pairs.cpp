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

/// The values of a state in contexts: enum ibv_qp_state has two of them swapped.
uint64_t stateInContext(ibv_qp_state state) {
  constexpr uint64_t sendError = 4, drained = 7;
  if (state == IBV_QPS_SQE)
    return sendError;
  return state == IBV_QPS_SQD ? drained : static_cast<uint64_t>(state);
}

bool isInState(ibv_qp &qp, ibv_qp_state state) {
  auto now = zeroed<ibv_qp_attr>();
  auto settings = zeroed<ibv_qp_init_attr>();
  return ibv_query_qp(&qp, &now, IBV_QP_STATE, &settings) == 0 &&
         now.qp_state == state;
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
    return invalid(qpQuery, "queue pair " + std::to_string(qp.qp_num) + ": " +
                                textOfCommand(get(in, opcode)) +
                                " does not query queue pairs (expected "
                                "QUERY_QP)");
  if (const int why = checkPairNumber(qpQuery, qp.qp_num, in))
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
