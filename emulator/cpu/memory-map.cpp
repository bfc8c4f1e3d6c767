// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions and what follows from them: look-up and the windows of the fast path.
#include "emulator/cpu/memory-map.h"

#include <algorithm>

namespace dpa::cpu {
namespace {

constexpr uint64_t cellSize = 8; // of the widest access

uint64_t hostAddress(const Region &region) {
  return reinterpret_cast<uint64_t>(region.host);
}

bool isWellFormed(const Region &region) {
  const bool wraps = region.base + (region.size - 1) < region.base;
  const bool oneBacking = (region.host != nullptr) + (region.mmio != nullptr) +
                              (region.dynamic != nullptr) ==
                          1;
  const bool alignedAlike = region.host == nullptr ||
                            (hostAddress(region) - region.base) % cellSize == 0;
  return region.size != 0 && !wraps && oneBacking && alignedAlike;
}

bool overlap(uint64_t base, uint64_t size, uint64_t otherBase,
             uint64_t otherSize) {
  return base < otherBase ? otherBase - base < size
                          : base - otherBase < otherSize;
}

/// True if `next` begins where `region` ends, in the guest and in the host.
bool continues(const Region &region, const Region &next) {
  return region.base + region.size == next.base &&
         hostAddress(region) + region.size == hostAddress(next);
}

/// The longest run of neighbouring host regions that `wanted` accepts.
template <class Predicate>
Window longestRun(const std::vector<Region> &regions, Predicate wanted) {
  Window best;
  uint64_t bestSize = 0;
  for (size_t first = 0; first < regions.size();) {
    size_t last = first++;
    if (!wanted(regions[last]) || regions[last].base % cellSize != 0)
      continue;
    const Region &start = regions[last];
    while (first < regions.size() && wanted(regions[first]) &&
           continues(regions[last], regions[first]))
      last = first++;
    const uint64_t size = regions[last].base + regions[last].size - start.base;
    if (size > bestSize) {
      bestSize = size;
      best = Window(start.base, start.host, size);
    }
  }
  return best;
}

/// Firmware works in memory of its own far more often than in that of the code
/// it serves.
template <class Predicate>
Window ownRunOrLongest(const std::vector<Region> &regions, Privilege privilege,
                       Predicate wanted) {
  if (privilege == Privilege::Machine) {
    const Window own = longestRun(regions, [&](const Region &region) {
      const Permissions &user = region.user;
      return wanted(region) && !user.read && !user.write && !user.execute;
    });
    if (own.host != nullptr)
      return own;
  }
  return longestRun(regions, wanted);
}

} // namespace

bool MemoryMap::add(const Region &region) {
  if (!isWellFormed(region))
    return false;
  for (const Region &other : regions)
    if (overlap(region.base, region.size, other.base, other.size))
      return false;
  const auto place =
      std::find_if(regions.begin(), regions.end(),
                   [&](const Region &r) { return r.base > region.base; });
  regions.insert(place, region);
  makeWindows(Privilege::User);
  makeWindows(Privilege::Machine);
  return true;
}

/// Observed accesses all take the slow path, which reports them.
void MemoryMap::makeWindows(Privilege privilege) {
  if (options.observer != nullptr && privilege == Privilege::User)
    return;
  readable[indexOf(privilege)] =
      ownRunOrLongest(regions, privilege, [=](const Region &region) {
        return region.host != nullptr && permissionsOf(region, privilege).read;
      });
  writable[indexOf(privilege)] =
      ownRunOrLongest(regions, privilege, [=](const Region &region) {
        return region.host != nullptr && permissionsOf(region, privilege).write;
      });
}

const Region *MemoryMap::find(uint64_t address) const {
  const auto after = std::upper_bound(
      regions.begin(), regions.end(), address,
      [](uint64_t value, const Region &region) { return value < region.base; });
  if (after == regions.begin())
    return nullptr;
  const Region &region = *std::prev(after);
  return address - region.base < region.size ? &region : nullptr;
}

bool MemoryMap::mayBeStoredTo(const Region &region) const {
  return std::any_of(regions.begin(), regions.end(), [&](const Region &other) {
    return other.host != nullptr && (other.user.write || other.machine.write) &&
           overlap(hostAddress(region), region.size, hostAddress(other),
                   other.size);
  });
}

} // namespace dpa::cpu
