// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Protection domains and memory regions of libibverbs. Registering checks, as
// the kernel does, that the memory is mapped with the rights; the device gives
// the keys. A context that was closed, or inherited across fork(), has no device:
// nothing can be registered by it, and what was is gone. Objects have the id of
// their context, because its address may be used again.
#include "emulator/verbs/objects.h"

#include "base/uncancelled.h"
#include "emulator/verbs/memory-rights.h"

#include <cerrno>
#include <memory>
#include <new>

// The macros of the header hide the functions.
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

using namespace dpa::verbs;

namespace {

constexpr unsigned needsWrite = IBV_ACCESS_LOCAL_WRITE |
                                IBV_ACCESS_REMOTE_WRITE |
                                IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND;
constexpr unsigned supported = needsWrite | IBV_ACCESS_REMOTE_READ |
                               IBV_ACCESS_ON_DEMAND | IBV_ACCESS_OPTIONAL_RANGE;
constexpr unsigned remoteChange =
    IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

/// 0, or the errno with which the kernel refuses this registration. `shared`: see MemoryRights.
int checkRegion(const void *address, size_t length, uint64_t iova,
                unsigned access, std::optional<dpa::SharedMapping> &shared) {
  if (access & ~supported)
    return EOPNOTSUPP;
  bool isElsewhere = iova != reinterpret_cast<uintptr_t>(address);
  if (length == 0 || (isElsewhere && length > UINT64_MAX - iova) ||
      ((access & remoteChange) != 0 && (access & IBV_ACCESS_LOCAL_WRITE) == 0))
    return EINVAL;
  if (access & IBV_ACCESS_ON_DEMAND)
    return 0;
  const MemoryRights rights =
      memoryRights(address, length, (access & needsWrite) != 0);
  shared = rights.shared;
  return rights.isAccessible ? 0 : EFAULT;
}

/// A region that is registered on demand may have parts that are not mapped: the
/// card asks the kernel at each access. It can be all memory of the program, but
/// for the lowest page, which is never mapped.
struct Extent {
  std::byte *address;
  uint64_t size;
};
Extent extentOf(void *address, size_t length, unsigned access) {
  constexpr uintptr_t lowest = 4096;
  bool isImplicit =
      (access & IBV_ACCESS_ON_DEMAND) != 0 && !address && length == SIZE_MAX;
  if (isImplicit)
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return {reinterpret_cast<std::byte *>(lowest), UINT64_MAX - lowest};
  return {static_cast<std::byte *>(address), length};
}

ibv_mr *registerMemory(ibv_pd *pd, void *address, size_t length, uint64_t iova,
                       unsigned access) try {
  if (!pd) {
    errno = EINVAL;
    return nullptr;
  }
  std::shared_ptr<dpa::Device> device =
      deviceOf(*static_cast<VerbsDomain *>(pd));
  if (!device) {
    errno = ENODEV;
    return nullptr;
  }
  std::optional<dpa::SharedMapping> shared;
  if (int problem = checkRegion(address, length, iova, access, shared)) {
    errno = problem;
    return nullptr;
  }
  auto region = std::make_unique<VerbsRegion>(pd->context);
  region->pd = pd;
  region->addr = address;
  region->length = length;
  region->access = access;
  const Extent extent = extentOf(address, length, access);
  dpa::HostRegion known{.domain = pd,
                        .address = extent.address,
                        .size = extent.size,
                        .mayWrite = (access & IBV_ACCESS_LOCAL_WRITE) != 0,
                        .shared = shared,
                        .remoteAccess =
                            static_cast<uint8_t>(access & remoteRights)};
  if (extent.address == address && iova != reinterpret_cast<uintptr_t>(address))
    known.iova = iova;
  region->lkey = device->hostMemory().addRegion(known);
  if (region->lkey == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  region->rkey = region->lkey;
  return region.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

ibv_pd *allocateDomain(ibv_context *context) try {
  std::shared_ptr<dpa::Device> device = dpa::deviceOfContext(context);
  if (!device) {
    errno = ENODEV;
    return nullptr;
  }
  auto pd = std::make_unique<VerbsDomain>(context);
  device->hostMemory().addDomain(pd.get());
  contextOf(context).domains.add(*pd);
  return pd.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int freeDomain(VerbsDomain *pd) {
  std::shared_ptr<dpa::Device> device = deviceOf(*pd);
  if (device && (pd->users != 0 || !device->hostMemory().removeDomain(pd)))
    return EBUSY;
  if (device)
    contextOf(pd->context).domains.remove(*pd);
  delete pd;
  return 0;
}

/// A window that was unbound or bound elsewhere has no memory under this key.
bool hasWindows(const dpa::HostMemory &memory, VerbsRegion &region) {
  std::lock_guard guard(region.lock);
  std::erase_if(region.windows, [&](uint32_t key) {
    const std::optional<dpa::HostRegion> window = memory.region(key);
    return !window || window->size == 0;
  });
  return !region.windows.empty();
}

int removeMemory(VerbsRegion *region) try {
  if (std::shared_ptr<dpa::Device> device = deviceOf(*region)) {
    if (hasWindows(device->hostMemory(), *region))
      return EBUSY;
    device->hostMemory().removeRegion(region->lkey);
  }
  delete region;
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

} // namespace

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

// Declared by no public header.
int ibv_dontfork_range(void *, size_t);
int ibv_dofork_range(void *, size_t);

ibv_pd *ibv_alloc_pd(ibv_context *context) {
  return dpa::uncancelled([&] { return allocateDomain(context); });
}

int ibv_dealloc_pd(ibv_pd *pd) {
  return dpa::uncancelled(
      [&] { return freeDomain(static_cast<VerbsDomain *>(pd)); });
}

ibv_mr *ibv_reg_mr_iova2(ibv_pd *pd, void *address, size_t length,
                         uint64_t iova, unsigned access) {
  return dpa::uncancelled(
      [&] { return registerMemory(pd, address, length, iova, access); });
}

ibv_mr *ibv_reg_mr_iova(ibv_pd *pd, void *address, size_t length, uint64_t iova,
                        int access) {
  return ibv_reg_mr_iova2(pd, address, length, iova,
                          static_cast<unsigned>(access));
}

ibv_mr *ibv_reg_mr(ibv_pd *pd, void *address, size_t length, int access) {
  return ibv_reg_mr_iova(pd, address, length,
                         reinterpret_cast<uintptr_t>(address), access);
}

int ibv_dereg_mr(ibv_mr *region) {
  return dpa::uncancelled(
      [&] { return removeMemory(static_cast<VerbsRegion *>(region)); });
}

/// Nothing here depends on what fork() does to pages.
int ibv_fork_init(void) {
  return 0;
}
int ibv_dontfork_range(void *, size_t) {
  return 0;
}
int ibv_dofork_range(void *, size_t) {
  return 0;
}
ibv_fork_status ibv_is_fork_initialized(void) {
  return IBV_FORK_UNNEEDED;
}

} // extern "C"
