// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rings, doorbell records and registers for programs that post and poll by
// themselves (mlx5dv_init_obj).
#include "emulator/verbs/direct-objects.h"

#include "base/uncancelled.h"
#include "emulator/verbs/address-handles.h"
#include "emulator/verbs/completion-queue.h"
#include "emulator/verbs/queue-pair.h"
#include "emulator/verbs/shared-receive-queue.h"

#include <cerrno>
#include <new>

namespace dpa::verbs {
namespace {

void *pointerOf(const QueuePlace &place) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<void *>(place.address);
}

/// Of the doorbells of a device's queues.
bool mayWait(ibv_context *context) {
  const std::shared_ptr<Device> device = deviceOfContext(context);
  return device && device->nic() && device->nic()->mayWaitForOthers();
}

/// The value has only the index of the last request; the record has the next one.
DirectDoorbell::Action ringing(VerbsQp &qp) {
  auto ring = [&card = *qp.card, &record = qp.record](uint64_t) {
    card.ring(static_cast<uint16_t>(record.get(DPA_DBR_SEND)));
  };
  return {.ring = ring, .mayWait = mayWait(qp.context)};
}

DirectDoorbell::Action arming(VerbsCq &cq) {
  auto arm = [&card = *cq.card](uint64_t written) {
    const ArmDoorbell doorbell = readArmDoorbell(written);
    card.arm(doorbell.consumerIndex, doorbell.isSolicited);
  };
  return {.ring = arm, .mayWait = mayWait(cq.context)};
}

int describe(VerbsQp &qp, mlx5dv_qp &out) {
  std::scoped_lock guard(qp.attributeLock, qp.sendLock);
  if (qp.isInherited() || !qp.card)
    return ENODEV;
  if (!qp.direct)
    qp.direct = std::make_unique<DirectDoorbell>(DirectDoorbell::sendRegister,
                                                 ringing(qp));
  out.dbrec = qp.record.words();
  out.sq = {.buf = qp.send.memory().data(),
            .wqe_cnt = 1u << qp.send.shape().logBlocks,
            .stride = DPA_WQE_BLOCK};
  out.rq = {};
  if (qp.capabilities.max_recv_wr != 0) {
    const RingSettings ring = qp.receive.settings();
    out.rq = {.buf = pointerOf(ring.ring),
              .wqe_cnt = 1u << ring.logDepth,
              .stride = 1u << ring.logStride};
  }
  out.bf = {.reg = qp.direct->place(), .size = 0};
  out.comp_mask = 0;
  return 0;
}

int describe(VerbsCq &cq, mlx5dv_cq &out) {
  std::lock_guard guard(cq.lock);
  if (cq.isInherited() || !cq.card)
    return ENODEV;
  if (!cq.direct)
    cq.direct = std::make_unique<DirectDoorbell>(DirectDoorbell::armRegister,
                                                 arming(cq));
  out.buf = cq.ring->data();
  out.dbrec = cq.record.words();
  out.cqe_cnt = 1u << cq.logDepth;
  out.cqe_size = DPA_CQE_SIZE;
  out.cq_uar = cq.direct->page();
  out.cqn = cq.card->number();
  out.comp_mask = 0;
  return 0;
}

int describe(VerbsSrq &srq, mlx5dv_srq &out) {
  std::lock_guard guard(srq.lock);
  if (srq.isInherited() || !srq.card)
    return ENODEV;
  const RingSettings ring = srq.ring.settings();
  out.buf = pointerOf(ring.ring);
  out.dbrec = srq.record.words();
  out.stride = 1u << ring.logStride;
  out.head = srq.ring.firstFree();
  out.tail = srq.ring.lastFree();
  out.comp_mask &= MLX5DV_SRQ_MASK_SRQN;
  if (out.comp_mask != 0)
    out.srqn = srq.card->number();
  return 0;
}

int describe(VerbsAh &ah, mlx5dv_ah &out) {
  out.av = &ah.vector;
  out.comp_mask = 0;
  return 0;
}

int describe(VerbsDomain &pd, mlx5dv_pd &out) {
  out.pdn = pd.handle;
  out.comp_mask = 0;
  return 0;
}

/// 0, or the errno of an object that is asked for but not there.
template <typename In, typename Out>
int checkObject(uint64_t types, uint64_t type, const In *in, const Out *out) {
  return (types & type) == 0 || (in && out) ? 0 : EINVAL;
}

int checkObjects(const mlx5dv_obj &object, uint64_t types) {
  constexpr uint64_t known = MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ | MLX5DV_OBJ_SRQ |
                             MLX5DV_OBJ_AH | MLX5DV_OBJ_PD;
  if ((types & ~known) != 0)
    return EOPNOTSUPP;
  const bool areThere =
      checkObject(types, MLX5DV_OBJ_QP, object.qp.in, object.qp.out) == 0 &&
      checkObject(types, MLX5DV_OBJ_CQ, object.cq.in, object.cq.out) == 0 &&
      checkObject(types, MLX5DV_OBJ_SRQ, object.srq.in, object.srq.out) == 0 &&
      checkObject(types, MLX5DV_OBJ_AH, object.ah.in, object.ah.out) == 0 &&
      checkObject(types, MLX5DV_OBJ_PD, object.pd.in, object.pd.out) == 0;
  return areThere ? 0 : EINVAL;
}

int describeObjects(mlx5dv_obj &object, uint64_t types) try {
  int problem = checkObjects(object, types);
  auto asks = [&](uint64_t type) {
    return problem == 0 && (types & type) != 0;
  };
  if (asks(MLX5DV_OBJ_QP))
    problem = describe(ownQp(object.qp.in), *object.qp.out);
  if (asks(MLX5DV_OBJ_CQ))
    problem = describe(ownCq(object.cq.in), *object.cq.out);
  if (asks(MLX5DV_OBJ_SRQ))
    problem = describe(ownSrq(object.srq.in), *object.srq.out);
  if (asks(MLX5DV_OBJ_AH))
    problem = describe(*static_cast<VerbsAh *>(object.ah.in), *object.ah.out);
  if (asks(MLX5DV_OBJ_PD))
    problem =
        describe(*static_cast<VerbsDomain *>(object.pd.in), *object.pd.out);
  return problem;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

} // namespace
} // namespace dpa::verbs

int dpa_verbs_init_obj(mlx5dv_obj *object, uint64_t types) {
  return dpa::uncancelled(
      [&] { return dpa::verbs::describeObjects(*object, types); });
}
