// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ALLOC_PD: a protection domain that only DevX commands name.
#include "emulator/verbs/devx-creation.h"

namespace dpa::verbs::devx {
namespace {

class DomainPart : public Part {
public:
  explicit DomainPart(ibv_pd *pd) : pd_(pd) {}

  int modify(Command in, Answer) override {
    return refuseFor("mlx5dv_devx_obj_modify",
                     "protection domain " + std::to_string(pd_->handle),
                     get(in, opcode));
  }
  int query(Command in, Answer) override {
    return refuseFor("mlx5dv_devx_obj_query",
                     "protection domain " + std::to_string(pd_->handle),
                     get(in, opcode));
  }
  int end() override { return ibv_dealloc_pd(pd_); }

private:
  ibv_pd *const pd_;
};

} // namespace

ObjectPointer allocateDomain(const Creation &creation) {
  ibv_context *context = creation.context;
  ibv_pd *pd = ibv_alloc_pd(context);
  if (!pd)
    return nullptr;
  try {
    auto made = std::make_unique<mlx5dv_devx_obj>(
        context, contextOf(context).id, mlx5dv_devx_obj::Kind::Domain);
    made->part = std::make_unique<DomainPart>(pd);
    made->number = pd->handle;
    set(creation.out, number, made->number);
    return made;
  } catch (const std::bad_alloc &) {
    ibv_dealloc_pd(pd);
    return failed(ENOMEM);
  }
}

} // namespace dpa::verbs::devx
