// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slow path of guest accesses. The one place that decides which trap a bad
// access raises: misalignment (where it traps) before access rights; an aligned
// cell is either wholly inside one region or not there.
#include "emulator/cpu/memory-access.h"

#include "emulator/cpu/observer.h"
#include "emulator/cpu/space-state.h"

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

/// The hart stops after its present instruction.
void noteWatched(HartState &hart, const Access &access) {
  if (!hart.isWatched() || hart.watchHit)
    return;
  const Watchpoint *point = hart.memory.debug.find(access.address, access.bytes,
                                                   access.reads, access.writes);
  if (point == nullptr)
    return;
  hart.watchHit = WatchHit{*point, std::max(access.address, point->address)};
  hart.stopRequested.store(true, std::memory_order_release);
}

/// Pages that lie wholly in an extent go into the TLB, unless a part of them is
/// watched.
void fillTlb(HartState &hart, const Extent &extent, uint64_t address) {
  const uint64_t page = address & ~(Tlb::pageSize - 1);
  const uint64_t offset = page - extent.base;
  if (offset >= extent.size || extent.size - offset < Tlb::pageSize ||
      (hart.isWatched() &&
       hart.memory.debug.find(page, Tlb::pageSize, true, true) != nullptr))
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

/// The first at each instruction. Logging may wait for a slow reader.
void reportMisaligned(HartState &hart, uint64_t address, unsigned bytes,
                      bool stores) {
  const auto &report = hart.memory.options.misaligned;
  if (!report || !hart.misalignedPlaces.add(hart.pc) ||
      !hart.space.misalignedPlaces.add(hart.pc))
    return;
  const DeviceAccess access(hart);
  report({hart.pc, hart.x[1], hart.id, address, bytes, stores});
}

/// Memory of one byte, or null.
std::byte *byteCell(HartState &hart, uint64_t address, bool writes) {
  const Window &window = writes ? hart.writable : hart.readable;
  if (window.holds<uint8_t>(address))
    return window.at(address);
  if (std::byte *cell = writes ? hart.tlb->write<uint8_t>(address)
                               : hart.tlb->read<uint8_t>(address))
    return cell;
  return memoryCell(hart, regionOf(hart, address, 1),
                    {address, 1, !writes, writes});
}

/// The bytes of a misaligned access, which may lie in several pages or regions.
using ByteCells = std::array<std::byte *, sizeof(uint64_t)>;

/// False after a trap: misaligned accesses are not allowed or reach a device, or
/// a byte is not accessible, which the trap names.
bool findBytes(HartState &hart, uint64_t address, unsigned bytes, bool writes,
               ByteCells &cells) {
  const auto misaligned =
      writes ? Cause::StoreMisaligned : Cause::LoadMisaligned;
  if (!hart.allowsMisaligned())
    return hart.raiseTrap(misaligned, address);
  reportMisaligned(hart, address, bytes, writes);
  for (unsigned i = 0; i < bytes; ++i) {
    cells[i] = byteCell(hart, address + i, writes);
    if (cells[i] != nullptr)
      continue;
    const Region *region = hart.memory.find(address + i);
    if (region != nullptr && region->mmio != nullptr)
      return hart.raiseTrap(misaligned, address);
    return hart.raiseTrap(writes ? Cause::StoreFault : Cause::LoadFault,
                          address + i);
  }
  return true;
}

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

uint64_t truncated(uint64_t value, unsigned bytes) {
  return value & (~uint64_t(0) >> (64 - 8 * bytes));
}

ObservedAccess observed(HartState &hart, const Access &access,
                        std::byte *cell) {
  return {hart.self, hart.pc, access.address, access.bytes, cell};
}

constexpr unsigned byteBits = 8;

bool loadMisaligned(HartState &hart, uint64_t address, unsigned bytes,
                    uint64_t &value) {
  ByteCells cells;
  if (!findBytes(hart, address, bytes, false, cells))
    return false;
  noteWatched(hart, {address, bytes, true, false});
  MemoryObserver *observer = hart.observer();
  value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const Access access{address + i, 1, true, false};
    const uint64_t byte = observer != nullptr
                              ? observer->load(observed(hart, access, cells[i]))
                              : loadRelaxed<uint8_t>(cells[i]);
    value |= byte << byteBits * i;
  }
  return true;
}

bool storeMisaligned(HartState &hart, uint64_t address, unsigned bytes,
                     uint64_t value) {
  ByteCells cells;
  if (!findBytes(hart, address, bytes, true, cells))
    return false;
  noteWatched(hart, {address, bytes, false, true});
  MemoryObserver *observer = hart.observer();
  for (unsigned i = 0; i < bytes; ++i, value >>= byteBits) {
    const Access access{address + i, 1, false, true};
    const auto byte = static_cast<uint8_t>(value);
    if (observer != nullptr)
      observer->store(observed(hart, access, cells[i]), byte);
    else
      storeRelaxed(cells[i], byte);
  }
  return true;
}

} // namespace

bool loadOutside(HartState &hart, uint64_t address, unsigned bytes,
                 uint64_t &value) {
  if (!isAligned(address, bytes))
    return loadMisaligned(hart, address, bytes, value);
  const Region *region = regionOf(hart, address, bytes);
  const Access access{address, bytes, true, false};
  if (std::byte *cell = memoryCell(hart, region, access)) {
    noteWatched(hart, access);
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
    return storeMisaligned(hart, address, bytes, value);
  const Region *region = regionOf(hart, address, bytes);
  const Access access{address, bytes, false, true};
  if (std::byte *cell = memoryCell(hart, region, access)) {
    noteWatched(hart, access);
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
  if (cell != nullptr)
    noteWatched(hart, access);
  if (cell == nullptr)
    hart.raiseTrap(loads ? Cause::LoadFault : Cause::StoreFault, address);
  else if (MemoryObserver *observer = hart.observer())
    observer->atomic({observed(hart, access, cell), access.writes,
                      (hart.observedBits & acquireBit) != 0,
                      (hart.observedBits & releaseBit) != 0});
  return cell;
}

} // namespace dpa::cpu
