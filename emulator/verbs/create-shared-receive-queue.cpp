// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creating, changing and destroying shared receive queues, and posting to them.
#include "emulator/verbs/create-shared-receive-queue.h"

#include "base/uncancelled.h"
#include "emulator/verbs/acknowledgements.h"
#include "emulator/verbs/limits.h"
#include "emulator/verbs/post-receive.h"
#include "emulator/verbs/shared-receive-queue.h"

#include <cerrno>
#include <new>

using namespace dpa::verbs;

namespace dpa::verbs {

namespace {

bool createOnCard(HostNic &nic, VerbsSrq &srq) {
  std::string error;
  SharedReceiveQueueSettings settings;
  settings.receive = srq.ring.settings();
  settings.doorbellRecord = srq.record.place();
  settings.domain = srq.pd;
  srq.card = nic.createSharedReceiveQueue(settings, srq, error);
  if (!srq.card) {
    printError("shared receive queue cannot be created: " + error);
    errno = ENOMEM;
  }
  return srq.card != nullptr;
}

ibv_srq *createSrq(ibv_pd *pd, void *srqContext, ibv_srq_attr &attributes) try {
  HostNic *nic = cardOf(pd);
  if (!nic)
    return nullptr;
  ReceiveShape shape;
  if (attributes.max_wr == 0 ||
      !sharedShapeFor(attributes.max_wr, attributes.max_sge, shape)) {
    errno = EINVAL;
    return nullptr;
  }
  auto srq = std::make_unique<VerbsSrq>(pd->context, shape);
  srq->srq_context = srqContext;
  srq->pd = pd;
  if (!createOnCard(*nic, *srq))
    return nullptr;
  useDomain(pd, 1);
  attributes.max_wr = srq->ring.requests();
  attributes.max_sge = srq->ring.shape().elements;
  contextOf(pd->context).cardObjects.add(*srq);
  return srq.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int destroySrq(VerbsSrq &srq) {
  if (srq.isInherited())
    return 0; // stays as it is
  if (srq.users != 0)
    return EBUSY;
  const std::shared_ptr<Device> device = deviceOf(srq);
  if (device)
    contextOf(srq.context).cardObjects.remove(srq);
  srq.leaveCard();
  if (device)
    awaitAcknowledgements(
        srq.mutex, srq.cond, srq.events_completed,
        contextOf(srq.context).asyncEvents.remove(srq.limitEvents));
  useDomain(srq.pd, -1);
  delete &srq;
  return 0;
}

/// The size cannot be changed, as on mlx5 cards.
int modify(VerbsSrq &srq, const ibv_srq_attr &attributes, uint32_t mask) {
  if (srq.isInherited() || !srq.card)
    return ENODEV;
  if ((mask & ~uint32_t{IBV_SRQ_LIMIT}) != 0)
    return EINVAL;
  if ((mask & IBV_SRQ_LIMIT) == 0)
    return 0;
  if (attributes.srq_limit >= srq.ring.requests())
    return EINVAL;
  srq.card->setLimit(static_cast<uint16_t>(attributes.srq_limit));
  return 0;
}

int query(const VerbsSrq &srq, ibv_srq_attr &attributes) {
  if (srq.isInherited() || !srq.card)
    return ENODEV;
  attributes.max_wr = srq.ring.requests();
  attributes.max_sge = srq.ring.shape().elements;
  attributes.srq_limit = srq.card->limit();
  return 0;
}

/// Only basic queues.
ibv_srq *createExtended(ibv_srq_init_attr_ex &settings) {
  constexpr uint32_t supported = IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_TYPE;
  bool isBasic = (settings.comp_mask & IBV_SRQ_INIT_ATTR_TYPE) == 0 ||
                 settings.srq_type == IBV_SRQT_BASIC;
  if ((settings.comp_mask & ~supported) != 0 || !isBasic) {
    printError("shared receive queues other than basic ones are not emulated");
    errno = EOPNOTSUPP;
    return nullptr;
  }
  return createSrq(
      (settings.comp_mask & IBV_SRQ_INIT_ATTR_PD) != 0 ? settings.pd : nullptr,
      settings.srq_context, settings.attr);
}

int post(VerbsSrq &srq, ibv_recv_wr *first, ibv_recv_wr **bad) {
  if (srq.isInherited()) {
    *bad = first;
    return ENODEV;
  }
  std::lock_guard guard(srq.lock);
  return postAll(srq.ring, srq.record, first, bad);
}

} // namespace

ibv_srq *createSrqEx(ibv_context *, ibv_srq_init_attr_ex *settings) {
  return uncancelled([&] { return createExtended(*settings); });
}

int numberOfSrq(ibv_srq *srq, uint32_t *number) {
  VerbsSrq &own = ownSrq(srq);
  if (own.isInherited() || !own.card)
    return ENODEV;
  *number = own.card->number();
  return 0;
}

int postSharedReceive(ibv_srq *srq, ibv_recv_wr *first, ibv_recv_wr **bad) {
  return uncancelled([&] { return post(ownSrq(srq), first, bad); });
}

} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

ibv_srq *ibv_create_srq(ibv_pd *pd, ibv_srq_init_attr *settings) {
  return dpa::uncancelled(
      [&] { return createSrq(pd, settings->srq_context, settings->attr); });
}

int ibv_modify_srq(ibv_srq *srq, ibv_srq_attr *attributes, int mask) {
  return dpa::uncancelled([&] {
    return modify(ownSrq(srq), *attributes, static_cast<uint32_t>(mask));
  });
}

int ibv_query_srq(ibv_srq *srq, ibv_srq_attr *attributes) {
  return dpa::uncancelled([&] { return query(ownSrq(srq), *attributes); });
}

int ibv_destroy_srq(ibv_srq *srq) {
  return dpa::uncancelled([&] { return destroySrq(ownSrq(srq)); });
}

} // extern "C"
