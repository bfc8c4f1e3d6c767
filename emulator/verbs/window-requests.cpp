// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/verbs/window-requests.h"

#include <cerrno>
#include <optional>

namespace dpa::verbs {
namespace {

constexpr unsigned writes = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

/// The part of the region; nothing if it is not inside, or not allowed.
std::optional<HostRegion> partOf(const HostRegion &region,
                                 const VerbsRegion &owner,
                                 const ibv_mw_bind_info &target) {
  const uint64_t begin =
      region.iova.value_or(reinterpret_cast<uintptr_t>(region.address));
  const unsigned access = target.mw_access_flags;
  bool isInside = target.addr >= begin && target.addr - begin <= region.size &&
                  target.length <= region.size - (target.addr - begin);
  if (!isInside || (access & ~remoteRights) != 0 ||
      (owner.access & IBV_ACCESS_MW_BIND) == 0 ||
      ((access & writes) != 0 && !region.mayWrite))
    return std::nullopt;
  HostRegion part = region;
  part.address = region.address + (target.addr - begin);
  part.iova = target.addr;
  part.size = target.length;
  part.remoteAccess = static_cast<uint8_t>(access);
  part.isWindow = true;
  return part;
}

} // namespace

int bindTo(VerbsMw &window, uint32_t newKey, const ibv_mw_bind_info &target) {
  const std::shared_ptr<Device> device = deviceOf(window);
  if (!device)
    return ENODEV;
  HostMemory &memory = device->hostMemory();
  std::optional<HostRegion> part = HostRegion{.domain = window.pd};
  auto *owner = static_cast<VerbsRegion *>(target.mr);
  if (target.length != 0) {
    if (!owner || owner->pd != window.pd)
      return EINVAL;
    const std::optional<HostRegion> region = memory.region(owner->lkey);
    part = region ? partOf(*region, *owner, target) : std::nullopt;
  }
  if (!part || !memory.bindWindow(window.key, newKey, *part))
    return EINVAL;
  window.key = newKey;
  if (target.length == 0)
    return 0;
  std::lock_guard guard(owner->lock);
  owner->windows.insert(newKey);
  return 0;
}

int invalidateWindow(ibv_pd *pd, uint32_t key) {
  const std::shared_ptr<Device> device =
      deviceOf(*static_cast<VerbsDomain *>(pd));
  if (!device)
    return ENODEV;
  return device->hostMemory().bindWindow(key, key, HostRegion{.domain = pd})
             ? 0
             : EINVAL;
}

} // namespace dpa::verbs
