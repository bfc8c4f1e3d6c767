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
constexpr uint32_t acquireBit = uint32_t(1) << 26;
constexpr uint32_t releaseBit = uint32_t(1) << 25;

bool isAligned(uint64_t address, unsigned bytes) {
  return (address & (bytes - 1)) == 0;
}

bool isInside(const Region &region, uint64_t address, unsigned bytes) {
  const uint64_t offset = address - region.base;
  return offset < region.size && region.size - offset >= bytes;
}

/// The region that holds all `bytes`, or null.
const Region *regionOf(const HartState &hart, uint64_t address,
                       unsigned bytes) {
  const Region *region = hart.memory.find(address);
  return region != nullptr && isInside(*region, address, bytes) ? region
                                                                : nullptr;
}

/// Pages that lie wholly in an extent go into the TLB.
void fillTlb(HartState &hart, const Extent &extent, uint64_t address) {
  const uint64_t page = address & ~(Tlb::pageSize - 1);
  const uint64_t offset = page - extent.base;
  if (offset >= extent.size || extent.size - offset < Tlb::pageSize)
    return;
  hart.tlb->fill(page, extent.host + offset, extent.mayRead, extent.mayWrite);
}

bool allows(const Permissions &rights, const Access &access) {
  return (rights.read || !access.reads) && (rights.write || !access.writes);
}

/// Memory of an access to a dynamic region, or null.
std::byte *dynamicCell(HartState &hart, const Region &region,
                       const Permissions &rights, const Access &access) {
  if (std::byte *cell = hart.extents.find(access))
    return cell;
  Extent extent;
  if (!region.dynamic->translate(hart.self, access, extent) ||
      !RecentExtents::holds(extent, access))
    return nullptr;
  hart.extents.add(extent);
  if (hart.observer() == nullptr)
    fillTlb(hart,
            {extent.base, extent.size, extent.host,
             extent.mayRead && rights.read, extent.mayWrite && rights.write},
            access.address);
  return extent.host + (access.address - extent.base);
}

/// Memory of an access, or null: a device, nothing, or no right to it.
std::byte *memoryCell(HartState &hart, const Region *region,
                      const Access &access) {
  if (region == nullptr)
    return nullptr;
  const Permissions &rights = permissionsOf(*region, hart.dataPrivilege);
  if (!allows(rights, access))
    return nullptr;
  if (region->dynamic != nullptr)
    return dynamicCell(hart, *region, rights, access);
  if (region->host == nullptr)
    return nullptr;
  if (hart.observer() == nullptr)
    fillTlb(
        hart,
        {region->base, region->size, region->host, rights.read, rights.write},
        access.address);
  return region->host + (access.address - region->base);
}

/// While a device is accessed the hart uses no translations, so that a thread that waits for them
/// to be dropped does not wait for the device.
class DeviceAccess {
public:
  explicit DeviceAccess(HartState &hart) : hart_(hart) {
    hart_.translationUse.end();
  }
  ~DeviceAccess() { hart_.useTranslations(); }
  DeviceAccess(const DeviceAccess &) = delete;
  DeviceAccess &operator=(const DeviceAccess &) = delete;

private:
  HartState &hart_;
};

bool loadDevice(HartState &hart, const Region *region, uint64_t address,
                unsigned bytes, uint64_t &value) {
  if (region == nullptr || region->mmio == nullptr ||
      !permissionsOf(*region, hart.dataPrivilege).read)
    return false;
  const DeviceAccess access(hart);
  return region->mmio->load(hart.self, address - region->base, bytes, value);
}

bool storeDevice(HartState &hart, const Region *region, uint64_t address,
                 unsigned bytes, uint64_t value) {
  if (region == nullptr || region->mmio == nullptr ||
      !permissionsOf(*region, hart.dataPrivilege).write)
    return false;
  if (MemoryObserver *observer = hart.observer())
    observer->deviceStore({hart.self, hart.pc, address, bytes, nullptr}, value);
  const DeviceAccess access(hart);
  return region->mmio->store(hart.self, address - region->base, bytes, value);
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

ObservedAccess observed(HartState &hart, const Access &access,
                        std::byte *cell) {
  return {hart.self, hart.pc, access.address, access.bytes, cell};
}

} // namespace

bool loadOutside(HartState &hart, uint64_t address, unsigned bytes,
                 uint64_t &value) {
  if (!isAligned(address, bytes))
    return hart.raiseTrap(Cause::LoadMisaligned, address);
  const Region *region = regionOf(hart, address, bytes);
  const Access access{address, bytes, true, false};
  if (std::byte *cell = memoryCell(hart, region, access)) {
    MemoryObserver *observer = hart.observer();
    value = observer != nullptr ? observer->load(observed(hart, access, cell))
                                : loadCell(cell, bytes);
    return true;
  }
  value = 0;
  if (!loadDevice(hart, region, address, bytes, value))
    return hart.raiseTrap(Cause::LoadFault, address);
  value = truncated(value, bytes);
  return true;
}

bool storeOutside(HartState &hart, uint64_t address, unsigned bytes,
                  uint64_t value) {
  if (!isAligned(address, bytes))
    return hart.raiseTrap(Cause::StoreMisaligned, address);
  const Region *region = regionOf(hart, address, bytes);
  const Access access{address, bytes, false, true};
  if (std::byte *cell = memoryCell(hart, region, access)) {
    if (MemoryObserver *observer = hart.observer())
      observer->store(observed(hart, access, cell), value);
    else
      storeCell(cell, bytes, value);
    return true;
  }
  if (!storeDevice(hart, region, address, bytes, truncated(value, bytes)))
    return hart.raiseTrap(Cause::StoreFault, address);
  return true;
}

std::byte *atomicCell(HartState &hart, uint64_t address, unsigned bytes,
                      AtomicRights rights) {
  const bool loads = rights == AtomicRights::Read;
  if (!isAligned(address, bytes)) {
    hart.raiseTrap(loads ? Cause::LoadMisaligned : Cause::StoreMisaligned,
                   address);
    return nullptr;
  }
  const Access access{address, bytes, rights != AtomicRights::Write,
                      rights != AtomicRights::Read};
  std::byte *cell = memoryCell(hart, regionOf(hart, address, bytes), access);
  if (cell == nullptr)
    hart.raiseTrap(loads ? Cause::LoadFault : Cause::StoreFault, address);
  else if (MemoryObserver *observer = hart.observer())
    observer->atomic({observed(hart, access, cell), access.writes,
                      (hart.observedBits & acquireBit) != 0,
                      (hart.observedBits & releaseBit) != 0});
  return cell;
}

} // namespace dpa::cpu
