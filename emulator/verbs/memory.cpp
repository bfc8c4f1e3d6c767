// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Protection domains and memory regions of libibverbs. Registering checks, as
// the kernel does, that the memory is mapped with the rights; the device gives
// the keys. A context that was closed, or inherited across fork(), has no device:
// nothing can be registered by it, and what was is gone. Objects have the id of
// their context, because its address may be used again.
#include "emulator/verbs/device-list.h"

#include "base/uncancelled.h"
#include "emulator/verbs/memory-rights.h"

#include <atomic>
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
constexpr unsigned supported =
    needsWrite | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_OPTIONAL_RANGE;
constexpr unsigned remoteChange =
    IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

/// 0, or the errno with which the kernel refuses this registration.
int checkRegion(const void *address, size_t length, uint64_t iova,
                unsigned access) {
  if (access & ~supported || iova != reinterpret_cast<uintptr_t>(address))
    return EOPNOTSUPP;
  if (length == 0 ||
      ((access & remoteChange) != 0 && (access & IBV_ACCESS_LOCAL_WRITE) == 0))
    return EINVAL;
  return isAccessible(address, length, (access & needsWrite) != 0) ? 0 : EFAULT;
}

std::atomic<uint32_t> nextHandle = 1;

/// A protection domain or a memory region, and the context that it was made by.
template <typename Public> struct OfContext : Public {
  explicit OfContext(ibv_context *context)
      : Public(), contextId(contextOf(context).id) {
    this->context = context;
    this->handle = nextHandle++;
  }
  const uint64_t contextId;
};
using VerbsDomain = OfContext<ibv_pd>;
using VerbsRegion = OfContext<ibv_mr>;

/// Null if the object's context is no longer open in this program.
template <typename Object>
std::shared_ptr<dpa::Device> deviceOf(const Object &object) {
  std::shared_ptr<dpa::Device> device = dpa::deviceOfContext(object.context);
  return device && contextOf(object.context).id == object.contextId ? device
                                                                    : nullptr;
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
  if (int problem = checkRegion(address, length, iova, access)) {
    errno = problem;
    return nullptr;
  }
  auto region = std::make_unique<VerbsRegion>(pd->context);
  region->pd = pd;
  region->addr = address;
  region->length = length;
  region->lkey = device->hostMemory().addRegion(
      {.domain = pd,
       .address = static_cast<std::byte *>(address),
       .size = length,
       .mayWrite = (access & IBV_ACCESS_LOCAL_WRITE) != 0});
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
  return pd.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int freeDomain(VerbsDomain *pd) {
  std::shared_ptr<dpa::Device> device = deviceOf(*pd);
  if (device && !device->hostMemory().removeDomain(pd))
    return EBUSY;
  delete pd;
  return 0;
}

int removeMemory(VerbsRegion *region) try {
  if (std::shared_ptr<dpa::Device> device = deviceOf(*region))
    device->hostMemory().removeRegion(region->lkey);
  delete region;
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

} // namespace

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

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
ibv_fork_status ibv_is_fork_initialized(void) {
  return IBV_FORK_UNNEEDED;
}

} // extern "C"
