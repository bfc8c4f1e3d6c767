// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_umem.h and doca_uar.h.
#include "runtime/doca/common/queue-resources.h"

#include "runtime/include/doca/doca_types.h"

using namespace dpa::doca;

namespace {

constexpr uint64_t umemAlignment = 64;
constexpr uint32_t umemAccessFlags =
    DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
    DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC;

} // namespace

doca_error_t doca_umem_dpa_create(struct doca_dpa *dpa, uint64_t address,
                                  size_t size, uint32_t access_flags,
                                  struct doca_umem **umem_obj) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_umem>();
        made->dpa = contextOf(dpa);
        made->dpaUse = Use(*made->dpa, made->kind);
        made->address = address;
        made->size = size;
        *umem_obj = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(umem_obj, "umem_obj"), usableDpa(dpa),
      require([=] { return address && size && address % umemAlignment == 0; },
              DOCA_ERROR_INVALID_VALUE,
              "memory is empty, or its address is not aligned to 64 bytes"),
      require([=] { return (access_flags & ~umemAccessFlags) == 0; },
              DOCA_ERROR_INVALID_VALUE, "access_flags has unknown bits"));
}

doca_error_t doca_umem_destroy(struct doca_umem *umem_obj) {
  return destroyUnused(__func__, umem_obj);
}

doca_error_t doca_uar_dpa_create(struct doca_dpa *dpa, struct doca_uar **uar) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_uar>();
        made->dpa = contextOf(dpa);
        made->dpaUse = Use(*made->dpa, made->kind);
        *uar = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(uar, "uar"), usableDpa(dpa));
}

doca_error_t doca_uar_destroy(struct doca_uar *uar) {
  return destroyUnused(__func__, uar);
}
