// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Protection domains and memory regions of libibverbs. Registering checks, as
// the kernel does, that the memory is there and allows what is asked.
#include "emulator/verbs/device-list.h"

#include "emulator/verbs/mapped-memory.h"

#include <cerrno>

// The header's macros would stand in the way of the functions themselves.
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

using namespace dpa::verbs;

namespace {

struct ProtectionDomain : ibv_pd {
  std::atomic<uint32_t> regions = 0;
};

constexpr unsigned NeedsWrite = IBV_ACCESS_LOCAL_WRITE |
                                IBV_ACCESS_REMOTE_WRITE |
                                IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND;
constexpr unsigned Supported =
    NeedsWrite | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_OPTIONAL_RANGE;
constexpr unsigned RemoteChange =
    IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

/// 0, or the errno with which the kernel refuses this registration.
int checkRegion(const void *address, size_t length, uint64_t iova,
                unsigned access) {
  if (access & ~Supported || iova != reinterpret_cast<uintptr_t>(address))
    return EOPNOTSUPP;
  if (length == 0 ||
      ((access & RemoteChange) != 0 && (access & IBV_ACCESS_LOCAL_WRITE) == 0))
    return EINVAL;
  return isMapped(address, length, (access & NeedsWrite) != 0) ? 0 : EFAULT;
}

std::atomic<uint32_t> NextHandle = 1;

ibv_mr *registerMemory(ibv_pd *pd, void *address, size_t length, uint64_t iova,
                       unsigned access) {
  if (int problem = checkRegion(address, length, iova, access)) {
    errno = problem;
    return nullptr;
  }
  auto *region = new ibv_mr();
  region->context = pd->context;
  region->pd = pd;
  region->addr = address;
  region->length = length;
  region->handle = NextHandle++;
  // As on the card: an index in 24 bits, and 8 bits that vary.
  region->lkey = region->handle << 8 | 0xd0;
  region->rkey = region->lkey;
  ++static_cast<ProtectionDomain *>(pd)->regions;
  return region;
}

} // namespace

extern "C" {

ibv_pd *ibv_alloc_pd(ibv_context *context) {
  auto *pd = new ProtectionDomain();
  pd->context = context;
  pd->handle = NextHandle++;
  return pd;
}

int ibv_dealloc_pd(ibv_pd *pd) {
  auto *domain = static_cast<ProtectionDomain *>(pd);
  if (domain->regions != 0)
    return EBUSY;
  delete domain;
  return 0;
}

ibv_mr *ibv_reg_mr(ibv_pd *pd, void *address, size_t length, int access) {
  return registerMemory(pd, address, length,
                        reinterpret_cast<uintptr_t>(address),
                        static_cast<unsigned>(access));
}

ibv_mr *ibv_reg_mr_iova(ibv_pd *pd, void *address, size_t length, uint64_t iova,
                        int access) {
  return registerMemory(pd, address, length, iova,
                        static_cast<unsigned>(access));
}

ibv_mr *ibv_reg_mr_iova2(ibv_pd *pd, void *address, size_t length,
                         uint64_t iova, unsigned access) {
  return registerMemory(pd, address, length, iova, access);
}

int ibv_dereg_mr(ibv_mr *region) {
  --static_cast<ProtectionDomain *>(region->pd)->regions;
  delete region;
  return 0;
}

/// Nothing here depends on what fork() does to pages.
int ibv_fork_init(void) {
  return 0;
}
ibv_fork_status ibv_is_fork_initialized(void) {
  return IBV_FORK_UNNEEDED;
}

} // extern "C"
