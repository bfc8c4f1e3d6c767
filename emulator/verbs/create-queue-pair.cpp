// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creating and destroying queue pairs.
#include "emulator/verbs/create-queue-pair.h"

#include "base/uncancelled.h"
#include "emulator/verbs/acknowledgements.h"
#include "emulator/verbs/completion-queue.h"
#include "emulator/verbs/extended-send.h"
#include "emulator/verbs/limits.h"
#include "emulator/verbs/poll.h"
#include "emulator/verbs/queue-pair.h"
#include "emulator/verbs/shared-receive-queue.h"

#include <cerrno>
#include <cstring>
#include <new>

using namespace dpa::verbs;

namespace dpa::verbs {
namespace {

/// Removes the completions of a queue pair from its queues.
void dropAll(VerbsQp &qp) {
  const uint32_t number = qp.qp_base.qp_num;
  for (ibv_cq *each : {qp.qp_base.send_cq, qp.qp_base.recv_cq}) {
    std::lock_guard guard(ownCq(each).lock);
    dropCompletions(ownCq(each), number);
  }
}

/// Completions are looked up by the number of their queue pair.
void attach(VerbsQp &qp) {
  useDomain(qp.qp_base.pd, 1);
  if (qp.qp_base.srq)
    ++ownSrq(qp.qp_base.srq).users;
  for (ibv_cq *each : {qp.qp_base.send_cq, qp.qp_base.recv_cq}) {
    std::lock_guard guard(ownCq(each).lock);
    ownCq(each).queuePairs[qp.qp_base.qp_num] = &qp;
  }
}

void detach(VerbsQp &qp) {
  dropAll(qp);
  for (ibv_cq *each : {qp.qp_base.send_cq, qp.qp_base.recv_cq}) {
    std::lock_guard guard(ownCq(each).lock);
    ownCq(each).queuePairs.erase(qp.qp_base.qp_num);
  }
  if (qp.qp_base.srq)
    --ownSrq(qp.qp_base.srq).users;
  useDomain(qp.qp_base.pd, -1);
}

constexpr uint32_t queuePairFields =
    IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS |
    IBV_QP_INIT_ATTR_CREATE_FLAGS | IBV_QP_INIT_ATTR_MAX_TSO_HEADER;

bool hasField(const ibv_qp_init_attr_ex &settings, uint32_t field) {
  return (settings.comp_mask & field) != 0;
}

bool isSupportedType(ibv_qp_type type) {
  return type == IBV_QPT_RC || type == IBV_QPT_UC || type == IBV_QPT_UD;
}

/// 0, or the errno with which such a queue pair is refused.
int checkSettings(ibv_context *context, const ibv_qp_init_attr_ex &settings) {
  if (!isSupportedType(settings.qp_type)) {
    printError("queue pair of type " + std::to_string(settings.qp_type) +
               " is not emulated (expected RC, UC or UD)");
    return EOPNOTSUPP;
  }
  bool hasOther =
      (settings.comp_mask & ~queuePairFields) != 0 ||
      (hasField(settings, IBV_QP_INIT_ATTR_CREATE_FLAGS) &&
       settings.create_flags != 0) ||
      (hasField(settings, IBV_QP_INIT_ATTR_MAX_TSO_HEADER) &&
       settings.max_tso_header != 0) ||
      (hasField(settings, IBV_QP_INIT_ATTR_SEND_OPS_FLAGS) &&
       !supportsSendOperations(settings.qp_type, settings.send_ops_flags));
  if (hasOther)
    return EOPNOTSUPP;
  bool isComplete = hasField(settings, IBV_QP_INIT_ATTR_PD) && settings.pd &&
                    settings.send_cq && settings.recv_cq;
  if (!isComplete || settings.pd->context != context ||
      settings.send_cq->context != context ||
      settings.recv_cq->context != context ||
      (settings.srq && settings.srq->context != context))
    return EINVAL;
  return 0;
}

bool shapeFor(const ibv_qp_init_attr_ex &settings, QueuePairShape &shape) {
  const ibv_qp_cap &cap = settings.cap;
  uint32_t receives = settings.srq ? 0 : cap.max_recv_wr;
  uint32_t elements = settings.srq ? 0 : cap.max_recv_sge;
  return shapeFor(cap, settings.qp_type, shape.send) &&
         shapeFor(receives, elements, shape.receive);
}

/// What the queues really hold.
ibv_qp_cap capabilitiesOf(const VerbsQp &qp, const ibv_qp_cap &wanted) {
  ibv_qp_cap real = wanted;
  real.max_send_wr = qp.send.shape().requests;
  real.max_send_sge = qp.send.shape().elements;
  real.max_inline_data = qp.send.shape().inlineSize;
  bool receives = !qp.sharedReceive && wanted.max_recv_wr != 0;
  real.max_recv_wr = receives ? qp.receive.requests() : 0;
  real.max_recv_sge = receives ? qp.receive.shape().elements : 0;
  return real;
}

void adopt(VerbsQp &qp, const ibv_qp_init_attr_ex &settings) {
  ibv_qp &shown = qp.qp_base;
  shown.qp_context = settings.qp_context;
  shown.pd = settings.pd;
  shown.send_cq = settings.send_cq;
  shown.recv_cq = settings.recv_cq;
  shown.srq = settings.srq;
  shown.qp_type = settings.qp_type;
  qp.signalsAll = settings.sq_sig_all != 0;
  qp.send.setSignalsAll(qp.signalsAll);
  if (settings.srq)
    qp.sharedReceive = &ownSrq(settings.srq).ring;
  qp.capabilities = capabilitiesOf(qp, settings.cap);
  if (hasField(settings, IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)) {
    qp.isExtended = true;
    setSendFunctions(qp);
  }
}

bool createOnCard(HostNic &nic, VerbsQp &qp) {
  std::string error;
  QueuePairSettings settings;
  settings.type = static_cast<QueuePairType>(qp.qp_base.qp_type);
  settings.send = {.ring = {.address = qp.send.memory().address(), .umem = 0},
                   .logDepth = qp.send.shape().logBlocks,
                   .logStride = DPA_WQE_LOG_BLOCK};
  settings.receive = qp.receive.settings();
  if (qp.qp_base.srq)
    settings.sharedReceiveQueue = ownSrq(qp.qp_base.srq).card->number();
  settings.doorbellRecord = qp.record.place();
  settings.sendCompletions = ownCq(qp.qp_base.send_cq).card->number();
  settings.receiveCompletions = ownCq(qp.qp_base.recv_cq).card->number();
  settings.domain = qp.qp_base.pd;
  const bool isStarted = nic.start(error);
  if (isStarted)
    qp.card = nic.createQueuePair(settings, qp, error);
  if (!qp.card) {
    printError("queue pair cannot be created: " + error);
    errno = isStarted ? ENOMEM : EIO;
    return false;
  }
  qp.qp_base.qp_num = qp.card->number();
  qp.send.setQueueNumber(qp.card->number());
  return true;
}

/// `settings` gets the sizes that the queues really have.
ibv_qp *createQp(ibv_context *context, ibv_qp_init_attr_ex &settings) try {
  HostNic *nic = cardOf(context);
  if (!nic)
    return nullptr;
  if (int problem = checkSettings(context, settings)) {
    errno = problem;
    return nullptr;
  }
  QueuePairShape shape;
  if (!shapeFor(settings, shape)) {
    errno = EINVAL;
    return nullptr;
  }
  auto qp = std::make_unique<VerbsQp>(context, shape);
  adopt(*qp, settings);
  if (!createOnCard(*nic, *qp))
    return nullptr;
  attach(*qp);
  contextOf(context).cardObjects.add(*qp);
  settings.cap = qp->capabilities;
  return qp.release()->asPublic();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

ibv_qp *createBasicQp(ibv_pd *pd, ibv_qp_init_attr &basic) {
  if (!pd) {
    errno = EINVAL;
    return nullptr;
  }
  ibv_qp_init_attr_ex settings;
  std::memset(&settings, 0, sizeof settings);
  settings.qp_context = basic.qp_context;
  settings.send_cq = basic.send_cq;
  settings.recv_cq = basic.recv_cq;
  settings.srq = basic.srq;
  settings.cap = basic.cap;
  settings.qp_type = basic.qp_type;
  settings.sq_sig_all = basic.sq_sig_all;
  settings.comp_mask = IBV_QP_INIT_ATTR_PD;
  settings.pd = pd;
  ibv_qp *qp = createQp(pd->context, settings);
  if (qp)
    basic.cap = settings.cap;
  return qp;
}

int destroyQp(VerbsQp &qp) {
  if (qp.isInherited())
    return 0; // stays as it is
  const std::shared_ptr<Device> device = deviceOf(qp);
  if (device)
    contextOf(qp.context).cardObjects.remove(qp);
  qp.leaveCard();
  detach(qp);
  if (device) {
    for (EventSource &source : qp.events)
      contextOf(qp.context).asyncEvents.remove(source);
    awaitAcknowledgements(qp.qp_base.mutex, qp.qp_base.cond,
                          qp.qp_base.events_completed, qp.deliveredEvents);
  }
  delete &qp;
  return 0;
}

} // namespace

void resetQueues(VerbsQp &qp) {
  dropAll(qp);
  std::scoped_lock guard(qp.sendLock, qp.receiveLock);
  qp.send.reset();
  qp.receive.reset();
  qp.record.set(DPA_DBR_SEND, 0);
  qp.record.set(DPA_DBR_RECEIVE, 0);
}

ibv_qp *createQpEx(ibv_context *context, ibv_qp_init_attr_ex *settings) {
  return dpa::uncancelled([&] { return createQp(context, *settings); });
}

} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

ibv_qp *ibv_create_qp(ibv_pd *pd, ibv_qp_init_attr *settings) {
  return dpa::uncancelled([&] { return createBasicQp(pd, *settings); });
}

int ibv_destroy_qp(ibv_qp *qp) {
  return dpa::uncancelled([&] { return destroyQp(ownQp(qp)); });
}

ibv_qp_ex *ibv_qp_to_qp_ex(ibv_qp *qp) {
  return ownQp(qp).isExtended ? &ownQp(qp) : nullptr;
}

} // extern "C"
