// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CREATE_RMP, MODIFY_RMP and QUERY_RMP: receive memory pools, which are receive queues
// that queue pairs share.
#include "emulator/verbs/devx-shared-queue-part.h"
#include "emulator/verbs/devx-work-queue-fields.h"

namespace dpa::verbs::devx {
namespace {

constexpr const char *poolChange = "mlx5dv_devx_obj_modify";
constexpr const char *poolQuery = "mlx5dv_devx_obj_query";

/// A receive memory pool, for queue pairs.
class ReceivePoolPart final : public SharedQueuePart {
public:
  using SharedQueuePart::SharedQueuePart;

  int modify(Command in, Answer out) override;
  int query(Command in, Answer out) override;

private:
  CommandTarget target() const {
    return {"RMP " + std::to_string(card()->number()), "rmpn", rmp::number,
            card()->number()};
  }
};

/// A pool stays ready. The low water mark is the limit of a shared receive queue.
int ReceivePoolPart::modify(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card())
    return ENODEV;
  if (int why = checkCommand(poolChange, target(), Opcode::ModifyRmp, in))
    return why;
  if (in.size() < queueCommandSize)
    return reject(out, poolChange,
                  "RMP: the command has " + std::to_string(in.size()) +
                      " bytes (expected " + std::to_string(queueCommandSize) +
                      " at least)",
                  Status::BadInputLength);
  const uint64_t bits = get(in, modify::bits);
  if ((bits & ~rmp::changesLowWaterMark) != 0)
    return refusePart(poolChange, "RMP: modify_bitmask " +
                                      std::to_string(bits) +
                                      " is not emulated (expected 1 (lwm))");
  if (get(in, rmp::currentState) != rmp::ready ||
      get(in, rmp::state) != rmp::ready)
    return reject(out, poolChange,
                  "RMP: rmp_state " +
                      std::to_string(get(in, rmp::currentState)) + ", state " +
                      std::to_string(get(in, rmp::state)) +
                      " (expected 1 (RDY) for both)",
                  Status::BadResourceState);
  if (bits != 0)
    card()->setLimit(static_cast<uint16_t>(get(in, rmp::lowWaterMark)));
  return 0;
}

int ReceivePoolPart::query(Command in, Answer out) {
  const std::lock_guard guard(lock_);
  if (!card())
    return ENODEV;
  if (int why = checkCommand(poolQuery, target(), Opcode::QueryRmp, in))
    return why;
  if (out.size() < queueCommandSize)
    return refuseAnswer(poolQuery, "RMP " + std::to_string(card()->number()),
                        out, queueCommandSize);
  set(out, rmp::state, rmp::ready);
  set(out, rmp::lowWaterMark, card()->limit());
  set(out, rmp::isCyclic, settings().isLinkedList ? 0 : 1);
  set(out, wq::type, settings().isLinkedList ? wq::linkedList : wq::cyclic);
  set(out, wq::domain, domain()->handle);
  set(out, wq::logStride, settings().receive.logStride);
  set(out, wq::logSize, settings().receive.logDepth);
  return 0;
}

/// A pool is ready at once.
SharedReceiveQueueSettings readRmp(CreationReader &reader,
                                   const DomainUse &domain) {
  const WorkQueueSettings common = readWorkQueue(reader, domain);
  if (reader.value(rmp::state) != rmp::ready)
    reader.reject("state " + std::to_string(reader.value(rmp::state)) +
                  " (expected 1 (RDY))");
  return {.receive = {.ring = common.ring,
                      .logDepth = common.logDepth,
                      .logStride = common.logStride},
          .doorbellRecord = common.doorbellRecord,
          .domain = common.domain,
          .isLinkedList = readLinkedList(reader)};
}

} // namespace

ObjectPointer createReceivePool(const Creation &creation) {
  return createInDomain<ReceivePoolPart>(creation, "RMP", wq::domain, readRmp);
}

} // namespace dpa::verbs::devx
