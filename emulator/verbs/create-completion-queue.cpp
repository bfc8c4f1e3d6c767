// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creating, arming and destroying completion queues.
#include "emulator/verbs/create-completion-queue.h"

#include "base/uncancelled.h"
#include "emulator/verbs/acknowledgements.h"
#include "emulator/verbs/channels.h"
#include "emulator/verbs/completion-queue.h"
#include "emulator/verbs/extended-poll.h"
#include "emulator/verbs/limits.h"

#include <bit>
#include <cerrno>
#include <new>

using namespace dpa::verbs;

namespace dpa::verbs {

namespace {

/// The card writes neither time stamps nor VLAN tags of messages.
constexpr uint64_t supportedFields = IBV_WC_STANDARD_FLAGS;
constexpr uint32_t supportedFlags =
    IBV_CREATE_CQ_ATTR_SINGLE_THREADED | IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN;
constexpr uint32_t completionQueueFields =
    IBV_CQ_INIT_ATTR_MASK_FLAGS | IBV_CQ_INIT_ATTR_MASK_PD;

uint32_t flagsOf(const ibv_cq_init_attr_ex &settings) {
  return (settings.comp_mask & IBV_CQ_INIT_ATTR_MASK_FLAGS) != 0
             ? settings.flags
             : 0;
}

/// 0, or the errno with which such a queue is refused.
int checkSettings(ibv_context *context, const ibv_cq_init_attr_ex &settings) {
  if (settings.cqe == 0 || settings.cqe > limits::completionEntries ||
      settings.comp_vector >=
          static_cast<uint32_t>(context->num_comp_vectors) ||
      (settings.channel && settings.channel->context != context))
    return EINVAL;
  bool isSupported = (settings.wc_flags & ~supportedFields) == 0 &&
                     (settings.comp_mask & ~completionQueueFields) == 0 &&
                     (flagsOf(settings) & ~supportedFlags) == 0;
  return isSupported ? 0 : EOPNOTSUPP;
}

bool createOnCard(HostNic &nic, VerbsCq &cq, uint32_t flags) {
  std::string error;
  HostCqSettings settings;
  settings.ring = {.address = cq.ring->address(), .umem = 0};
  settings.doorbellRecord = cq.record.place();
  settings.logDepth = cq.logDepth;
  settings.ignoresOverrun = (flags & IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN) != 0;
  cq.card = nic.createCq(settings, cq, error);
  if (!cq.card) {
    printError("completion queue cannot be created: " + error);
    errno = ENOMEM;
  }
  return cq.card != nullptr;
}

VerbsCq *createCq(ibv_context *context,
                  const ibv_cq_init_attr_ex &settings) try {
  HostNic *nic = cardOf(context);
  if (!nic)
    return nullptr;
  if (int problem = checkSettings(context, settings)) {
    errno = problem;
    return nullptr;
  }
  // One more than asked for, so that a full queue is not an empty one.
  auto cq = std::make_unique<VerbsCq>(
      context, static_cast<uint8_t>(std::bit_width(settings.cqe)));
  cq->cq_context = settings.cq_context;
  cq->channel = settings.channel;
  setPollFunctions(*cq, settings.wc_flags);
  if (!createOnCard(*nic, *cq, flagsOf(settings)))
    return nullptr;
  if (cq->channel)
    useChannel(*cq->channel, 1);
  contextOf(context).cardObjects.add(*cq);
  return cq.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int destroyCq(VerbsCq &cq) {
  if (cq.isInherited())
    return 0; // stays as it is
  {
    std::lock_guard guard(cq.lock);
    if (!cq.queuePairs.empty() || (cq.card && !cq.card->retire()))
      return EBUSY; // of this program, of device code
  }
  const std::shared_ptr<Device> device = deviceOf(cq);
  if (device)
    contextOf(cq.context).cardObjects.remove(cq);
  cq.leaveCard();
  uint32_t errors = cq.async_events_completed;
  if (device)
    errors = contextOf(cq.context).asyncEvents.remove(cq.errors);
  uint32_t completions = cq.comp_events_completed;
  if (cq.channel)
    completions =
        static_cast<VerbsChannel *>(cq.channel)->events.remove(cq.completions);
  awaitAcknowledgements(cq.mutex, cq.cond, cq.comp_events_completed,
                        completions);
  awaitAcknowledgements(cq.mutex, cq.cond, cq.async_events_completed, errors);
  if (cq.channel)
    useChannel(*cq.channel, -1);
  delete &cq;
  return 0;
}

/// Fewer entries than are waiting: EINVAL.
int resizeCq(VerbsCq &cq, int entries) try {
  if (entries < 1 || entries > static_cast<int>(limits::completionEntries))
    return EINVAL;
  if (cq.isInherited())
    return ENODEV;
  const auto logDepth =
      static_cast<uint8_t>(std::bit_width(static_cast<uint32_t>(entries)));
  std::lock_guard guard(cq.lock);
  if (!cq.card)
    return ENODEV;
  if (cq.direct)
    return EOPNOTSUPP; // the program has the address of the ring
  std::unique_ptr<RingMemory> ring = makeCqRing(logDepth);
  if (!cq.card->resize({.address = ring->address(), .umem = 0}, logDepth))
    return EINVAL;
  cq.ring = std::move(ring);
  cq.logDepth = logDepth;
  cq.cqe = (1 << logDepth) - 1;
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

/// In a replay the card is armed at its recorded moment. Until then other threads may
/// poll.
int arm(VerbsCq &cq, bool solicitedOnly) {
  if (cq.isInherited())
    return ENODEV;
  const std::shared_ptr<Device> device = deviceOf(cq); // outlives `card`
  std::unique_lock guard(cq.lock);
  const std::shared_ptr<HostCompletionQueue> card = cq.card;
  const uint32_t consumer = cq.consumer;
  guard.unlock();
  if (!device || !card)
    return ENODEV;
  card->arm(consumer, solicitedOnly);
  return 0;
}

int setModeration(VerbsCq &cq, const ibv_modify_cq_attr &changes) {
  if (cq.isInherited())
    return ENODEV;
  const std::shared_ptr<Device> device = deviceOf(cq); // outlives `card`
  std::unique_lock guard(cq.lock);
  const std::shared_ptr<HostCompletionQueue> card = cq.card;
  guard.unlock();
  if (!device || !card)
    return ENODEV;
  if ((changes.attr_mask & ~uint32_t{IBV_CQ_ATTR_MODERATE}) != 0)
    return EINVAL;
  if ((changes.attr_mask & IBV_CQ_ATTR_MODERATE) != 0)
    card->setModeration({.count = changes.moderate.cq_count,
                         .period = changes.moderate.cq_period,
                         .mode = 0});
  return 0;
}

} // namespace

ibv_cq_ex *createCqEx(ibv_context *context, ibv_cq_init_attr_ex *settings) {
  return dpa::uncancelled(
      [&]() -> ibv_cq_ex * { return createCq(context, *settings); });
}

int requestNotification(ibv_cq *cq, int solicitedOnly) {
  return dpa::uncancelled([&] { return arm(ownCq(cq), solicitedOnly != 0); });
}

int modifyCq(ibv_cq *cq, ibv_modify_cq_attr *changes) {
  return dpa::uncancelled([&] { return setModeration(ownCq(cq), *changes); });
}

} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

ibv_cq *ibv_create_cq(ibv_context *context, int entries, void *cqContext,
                      ibv_comp_channel *channel, int vector) {
  return dpa::uncancelled([&]() -> ibv_cq * {
    ibv_cq_init_attr_ex settings{};
    settings.cqe = entries < 0 ? 0 : static_cast<uint32_t>(entries);
    settings.cq_context = cqContext;
    settings.channel = channel;
    settings.comp_vector = static_cast<uint32_t>(vector);
    VerbsCq *cq = createCq(context, settings);
    return cq ? cq->asPublic() : nullptr;
  });
}

int ibv_resize_cq(ibv_cq *cq, int entries) {
  return dpa::uncancelled([&] { return resizeCq(ownCq(cq), entries); });
}

int ibv_destroy_cq(ibv_cq *cq) {
  return dpa::uncancelled([&] { return destroyCq(ownCq(cq)); });
}

} // extern "C"
