// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slow path of guest accesses. The one place that decides which trap a bad
// access raises: misalignment before access rights, and a cell is either wholly
// inside one region or not there.
#include "emulator/cpu/memory-access.h"

#include "emulator/cpu/observer.h"

namespace dpa::cpu {
namespace {

/// Of the instructions lr, sc and amo.
constexpr uint32_t AcquireBit = uint32_t(1) << 26;
constexpr uint32_t ReleaseBit = uint32_t(1) << 25;

bool isAligned(uint64_t address, unsigned bytes) {
  return (address & (bytes - 1)) == 0;
}

bool isInside(const Region &region, uint64_t address, unsigned bytes) {
  const uint64_t offset = address - region.base;
  return offset < region.size && region.size - offset >= bytes;
}

/// The region that holds all `bytes`, or null.
const Region *regionOf(const Hart::Impl &hart, uint64_t address,
                       unsigned bytes) {
  const Region *region = hart.space.find(address);
  return region != nullptr && isInside(*region, address, bytes) ? region
                                                                : nullptr;
}

/// Pages that lie wholly in a host region go into the TLB.
void fillTlb(Hart::Impl &hart, const Region &region, uint64_t address) {
  const uint64_t page = address & ~(Tlb::PageSize - 1);
  if (page < region.base || !isInside(region, page, Tlb::PageSize))
    return;
  const Permissions &rights = permissionsOf(region, hart.dataPrivilege);
  hart.tlb->fill(page, region.host + (page - region.base), rights.read,
                 rights.write);
}

uint64_t loadCell(const std::byte *cell, unsigned bytes) {
  switch (bytes) {
  case 1:
    return loadRelaxed<uint8_t>(cell);
  case 2:
    return loadRelaxed<uint16_t>(cell);
  case 4:
    return loadRelaxed<uint32_t>(cell);
  default:
    return loadRelaxed<uint64_t>(cell);
  }
}

void storeCell(std::byte *cell, unsigned bytes, uint64_t value) {
  switch (bytes) {
  case 1:
    return storeRelaxed(cell, static_cast<uint8_t>(value));
  case 2:
    return storeRelaxed(cell, static_cast<uint16_t>(value));
  case 4:
    return storeRelaxed(cell, static_cast<uint32_t>(value));
  default:
    return storeRelaxed(cell, value);
  }
}

uint64_t truncated(uint64_t value, unsigned bytes) {
  return value & (~uint64_t(0) >> (64 - 8 * bytes));
}

ObservedAccess observed(Hart::Impl &hart, const Region &region,
                        uint64_t address, unsigned bytes) {
  std::byte *cell =
      region.host ? region.host + (address - region.base) : nullptr;
  return {hart.self, hart.pc, address, bytes, cell};
}

} // namespace

bool loadOutside(Hart::Impl &hart, uint64_t address, unsigned bytes,
                 uint64_t &value) {
  if (!isAligned(address, bytes))
    return hart.raiseTrap(Cause::LoadMisaligned, address);
  const Region *region = regionOf(hart, address, bytes);
  if (region == nullptr || !permissionsOf(*region, hart.dataPrivilege).read)
    return hart.raiseTrap(Cause::LoadFault, address);
  if (region->host != nullptr) {
    if (MemoryObserver *observer = hart.observer()) {
      value = observer->load(observed(hart, *region, address, bytes));
      return true;
    }
    fillTlb(hart, *region, address);
    value = loadCell(region->host + (address - region->base), bytes);
    return true;
  }
  value = 0;
  if (!region->mmio->load(hart.self, address - region->base, bytes, value))
    return hart.raiseTrap(Cause::LoadFault, address);
  value = truncated(value, bytes);
  return true;
}

bool storeOutside(Hart::Impl &hart, uint64_t address, unsigned bytes,
                  uint64_t value) {
  if (!isAligned(address, bytes))
    return hart.raiseTrap(Cause::StoreMisaligned, address);
  const Region *region = regionOf(hart, address, bytes);
  if (region == nullptr || !permissionsOf(*region, hart.dataPrivilege).write)
    return hart.raiseTrap(Cause::StoreFault, address);
  MemoryObserver *observer = hart.observer();
  if (region->host != nullptr) {
    if (observer != nullptr) {
      observer->store(observed(hart, *region, address, bytes), value);
      return true;
    }
    fillTlb(hart, *region, address);
    storeCell(region->host + (address - region->base), bytes, value);
    return true;
  }
  if (observer != nullptr)
    observer->deviceStore(observed(hart, *region, address, bytes));
  if (!region->mmio->store(hart.self, address - region->base, bytes,
                           truncated(value, bytes)))
    return hart.raiseTrap(Cause::StoreFault, address);
  return true;
}

std::byte *atomicCell(Hart::Impl &hart, uint64_t address, unsigned bytes,
                      AtomicRights rights) {
  const bool loads = rights == AtomicRights::Read;
  if (!isAligned(address, bytes)) {
    hart.raiseTrap(loads ? Cause::LoadMisaligned : Cause::StoreMisaligned,
                   address);
    return nullptr;
  }
  const Region *region = regionOf(hart, address, bytes);
  if (region != nullptr && region->host != nullptr) {
    const Permissions &has = permissionsOf(*region, hart.dataPrivilege);
    const bool mayRead = has.read || rights == AtomicRights::Write;
    const bool mayWrite = has.write || rights == AtomicRights::Read;
    if (mayRead && mayWrite) {
      if (MemoryObserver *observer = hart.observer())
        observer->atomic({observed(hart, *region, address, bytes),
                          (hart.observedBits & AcquireBit) != 0,
                          (hart.observedBits & ReleaseBit) != 0});
      return region->host + (address - region->base);
    }
  }
  hart.raiseTrap(loads ? Cause::LoadFault : Cause::StoreFault, address);
  return nullptr;
}

} // namespace dpa::cpu
