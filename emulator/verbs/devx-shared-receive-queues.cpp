// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CREATE_SRQ, QUERY_SRQ and ARM_RQ: shared receive queues, whose entries are a linked
// list. Those of XRC have no queue pairs here that could use them.
#include "emulator/verbs/devx-shared-queue-part.h"

namespace dpa::verbs::devx {
namespace {

class SharedReceivePart final : public SharedQueuePart {
public:
  using SharedQueuePart::SharedQueuePart;

  int modify(Command in, Answer out) override;
  int query(Command in, Answer out) override;

private:
  CommandTarget target() const {
    return {"SRQ " + std::to_string(card()->number()), "srqn", srq::number,
            card()->number()};
  }
};

/// Arms the limit, which raises one event.
int SharedReceivePart::modify(Command in, Answer out) {
  constexpr const char *function = "mlx5dv_devx_obj_modify";
  const std::lock_guard guard(lock_);
  if (!card())
    return ENODEV;
  if (int why = checkCommand(function, target(), Opcode::ArmRq, in))
    return why;
  if (const uint64_t type = get(in, modifier); type != srq::armsShared)
    return reject(out, function,
                  "SRQ: op_mod " + std::to_string(type) +
                      " (expected 1 (SRQ))");
  const uint64_t limit = get(in, srq::newLimit);
  if (limit >= uint64_t{1} << settings().receive.logDepth)
    return reject(out, function,
                  "SRQ: lwm " + std::to_string(limit) +
                      " (expected less than the " +
                      std::to_string(1u << settings().receive.logDepth) +
                      " entries of the queue)");
  card()->setLimit(static_cast<uint16_t>(limit));
  return 0;
}

int SharedReceivePart::query(Command in, Answer out) {
  constexpr const char *function = "mlx5dv_devx_obj_query";
  const std::lock_guard guard(lock_);
  if (!card())
    return ENODEV;
  if (int why = checkCommand(function, target(), Opcode::QuerySrq, in))
    return why;
  if (out.size() < srq::answerSize)
    return refuseAnswer(function, target().name, out, srq::answerSize);
  const RingSettings &receive = settings().receive;
  set(out, srq::logSize, receive.logDepth);
  set(out, srq::logStride, receive.logStride - srq::strideUnit);
  set(out, srq::domain, domain()->handle);
  set(out, srq::limit, card()->limit());
  set(out, srq::record.valid.field, 1);
  set(out, srq::record.umem.field, settings().doorbellRecord.umem);
  set(out, srq::record.offset.field, settings().doorbellRecord.address);
  return 0;
}

SharedReceiveQueueSettings readSrq(CreationReader &reader,
                                   const DomainUse &domain) {
  reader.checkUnused(srq::unused);
  return {
      .receive = {.ring = reader.place(srq::ring),
                  .logDepth = static_cast<uint8_t>(reader.value(srq::logSize)),
                  .logStride = static_cast<uint8_t>(
                      reader.value(srq::logStride) + srq::strideUnit)},
      .doorbellRecord = reader.place(srq::record),
      .domain = domain.domain()};
}

} // namespace

ObjectPointer createSharedReceiveQueue(const Creation &creation) {
  return createInDomain<SharedReceivePart>(creation, "SRQ", srq::domain,
                                           readSrq);
}

} // namespace dpa::verbs::devx
