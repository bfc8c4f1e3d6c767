// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What DevX commands use of the rest of the library, for the fuzz target.
#include "test/fuzz/devx-program.h"

#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-queue-pairs.h"

#include <cerrno>
#include <cstring>

namespace dpa::test {

DevxProgram &devxProgram() {
  static DevxProgram program;
  return program;
}

verbs::VerbsContext &devxContext() {
  static auto *const opened = [] {
    auto *made = new verbs::VerbsContext;
    made->context.abi_compat = __VERBS_ABI_IS_EXTENDED;
    made->id = 1;
    return made;
  }();
  return *opened;
}

} // namespace dpa::test

namespace dpa {

std::shared_ptr<Device> deviceOfContext(const void *) {
  return test::devxProgram().device;
}
std::vector<std::string> deviceNames(std::string &) {
  return {"mlx5_0"};
}
void bindDevxObject(const void *, DevxObject) {}
void unbindDevxObject(const void *) {}
std::optional<DevxObject> findDevxObject(const void *name) {
  if (name != &test::devxProgram().receiveQueue)
    return std::nullopt;
  return DevxObject{DevxObject::Kind::ReceiveQueue, 1,
                    test::devxProgram().device};
}

namespace verbs {

int errnoOf(const char *, const SteeringResult &result) {
  return result.status == SteeringStatus::Ok ? 0 : EINVAL;
}

} // namespace verbs
} // namespace dpa

using dpa::test::devxContext;
using dpa::test::devxProgram;
using dpa::test::require;

// The queue pair, in whatever state the last command left it.
extern "C" {

int ibv_query_qp(ibv_qp *qp, ibv_qp_attr *now, int, ibv_qp_init_attr *) {
  now->qp_state = qp->state;
  return 0;
}

int dpa_verbs_modify_qp(ibv_qp *qp, const ibv_qp_attr *attributes,
                        uint32_t mask, const dpa::verbs::PathHeaders *) {
  require((mask & IBV_QP_STATE) != 0);
  require((attributes->qp_access_flags &
           ~(IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE |
             IBV_ACCESS_REMOTE_ATOMIC)) == 0);
  if ((mask & IBV_QP_PATH_MTU) != 0 && attributes->path_mtu < IBV_MTU_256)
    return EINVAL;
  qp->state = attributes->qp_state;
  return 0;
}

int dpa_verbs_modify_card(const dpa::HostNic *, dpa::QueuePair *card,
                          const ibv_qp_attr *attributes, uint32_t,
                          const dpa::verbs::PathHeaders *) {
  std::string error;
  dpa::QueuePairAttributes changes;
  changes.state = static_cast<dpa::QueuePairState>(attributes->qp_state);
  return card->modify(changes, 0, error) ? 0 : EINVAL;
}

/// There are no UARs of the program.
void dpa_verbs_end_freed_uars() {}

void dpa_verbs_describe_card(const dpa::QueuePair *card,
                             ibv_qp_attr *attributes) {
  std::memset(attributes, 0, sizeof *attributes);
  attributes->qp_state = static_cast<ibv_qp_state>(card->attributes().state);
}

/// The first one has the number 1.
ibv_pd *ibv_alloc_pd(ibv_context *) {
  auto *pd = new dpa::verbs::VerbsDomain(&devxContext().context);
  pd->handle = ++devxProgram().lastDomain;
  devxContext().domains.add(*pd);
  ++devxProgram().domains;
  return pd;
}

int ibv_dealloc_pd(ibv_pd *pd) {
  auto *own = static_cast<dpa::verbs::VerbsDomain *>(pd);
  if (own->users != 0)
    return EBUSY;
  devxContext().domains.remove(*pd);
  --devxProgram().domains;
  delete own;
  return 0;
}

int mlx5dv_init_obj(mlx5dv_obj *, uint64_t) {
  return 0;
}

} // extern "C"
