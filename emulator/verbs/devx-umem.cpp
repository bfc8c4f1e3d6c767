// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the program by number (umem), for rings and doorbell records of
// queues. A context that was closed, or inherited across fork(), has no device.
#include "emulator/verbs/device-list.h"

#include "base/uncancelled.h"

#include <cerrno>
#include <infiniband/mlx5dv.h>
#include <memory>
#include <new>

using namespace dpa::verbs;

namespace {

struct RegisteredUmem : mlx5dv_devx_umem {
  ibv_context *context = nullptr;
  uint64_t contextId = 0;
};

constexpr uint32_t supported =
    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;

mlx5dv_devx_umem *registerUmem(ibv_context *context, void *address, size_t size,
                               uint32_t access) try {
  std::shared_ptr<dpa::Device> device = dpa::deviceOfContext(context);
  if (!device || size == 0 || (access & ~supported) != 0) {
    errno = device ? EINVAL : ENODEV;
    return nullptr;
  }
  auto made = std::make_unique<RegisteredUmem>();
  made->context = context;
  made->contextId = contextOf(context).id;
  made->umem_id = device->hostMemory().registerMemory(
      static_cast<std::byte *>(address), size);
  if (made->umem_id == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  return made.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int deregisterUmem(RegisteredUmem *umem) {
  std::shared_ptr<dpa::Device> device =
      deviceOf(umem->context, umem->contextId);
  if (device && !device->hostMemory().deregisterMemory(umem->umem_id))
    return EBUSY;
  delete umem;
  return 0;
}

} // namespace

extern "C" {

mlx5dv_devx_umem *mlx5dv_devx_umem_reg(ibv_context *context, void *address,
                                       size_t size, uint32_t access) {
  return dpa::uncancelled(
      [&] { return registerUmem(context, address, size, access); });
}

/// Page sizes are hints. Memory of a dma-buf cannot be used.
mlx5dv_devx_umem *mlx5dv_devx_umem_reg_ex(ibv_context *context,
                                          mlx5dv_devx_umem_in *in) {
  if (!in || in->comp_mask != 0) {
    errno = in ? EOPNOTSUPP : EINVAL;
    return nullptr;
  }
  return mlx5dv_devx_umem_reg(context, in->addr, in->size, in->access);
}

int mlx5dv_devx_umem_dereg(mlx5dv_devx_umem *umem) {
  return dpa::uncancelled(
      [&] { return deregisterUmem(static_cast<RegisteredUmem *>(umem)); });
}

} // extern "C"
