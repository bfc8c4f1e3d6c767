// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reserves, loads and shares the memory of a process.
#include "emulator/memory/process-memory.h"

#include "base/bytes.h"
#include "emulator/host/shared-copy.h"
#include "runtime/abi/address-map.h"

#include <cassert>
#include <cerrno>
#include <cstring>

namespace dpa {
namespace {

/// Text may be executed in pages: beyond the image is a fetch fault.
constexpr uint64_t pageSize = 4096;

static_assert(DPA_TEXT_BASE + DPA_TEXT_SIZE == DPA_DATA_BASE,
              "text and data are one mapping");

constexpr uint64_t roundUp(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Whether [address, address + size) lies in [base, base + length).
constexpr bool inside(uint64_t address, uint64_t size, uint64_t base,
                      uint64_t length) {
  return address >= base && address - base <= length &&
         size <= length - (address - base);
}

/// The rules of image-rules.h have placed the segments within the mapping.
void load(const std::vector<Segment> &segments, const HostMapping &mapping,
          uint64_t base) {
  for (const Segment &segment : segments)
    if (!segment.bytes.empty())
      std::memcpy(mapping.data() + (segment.address - base),
                  segment.bytes.data(), segment.bytes.size());
}

void addRegion(cpu::AddressSpace &space, const cpu::Region &region) {
  [[maybe_unused]] bool added = space.add(region);
  assert(added && "the address map has no overlaps");
}

} // namespace

ProcessMemory::ProcessMemory(uint64_t codeSize, uint64_t dataEnd,
                             AddressRange heap)
    : firmware_(DPA_FIRMWARE_SIZE), user_(DPA_TEXT_SIZE + DPA_DATA_SIZE),
      codeSize_(codeSize), dataEnd_(dataEnd), heap_(heap) {}

std::unique_ptr<ProcessMemory> ProcessMemory::create(const DeviceImage &image,
                                                     const ElfFile &firmware,
                                                     uint64_t heapSize,
                                                     std::string &error) {
  AddressRange heap{roundUp(image.dataEnd, DPA_HEAP_ALIGN), heapSize};
  uint64_t free = DPA_THREAD_AREA_BASE - heap.base;
  if (heap.size > free) {
    error = "a heap of " + std::to_string(heapSize) +
            " bytes does not fit behind the image's data (room for " +
            std::to_string(free) + ")";
    return nullptr;
  }
  uint64_t codeSize = roundUp(image.textEnd - DPA_TEXT_BASE, pageSize);
  std::unique_ptr<ProcessMemory> memory(
      new ProcessMemory(codeSize, image.dataEnd, heap));
  for (HostMapping *part : {&memory->firmware_, &memory->user_}) {
    if (!part->data()) {
      error = "cannot reserve " + std::to_string(part->size()) +
              " bytes of address space: " + std::strerror(errno);
      return nullptr;
    }
  }
  load(firmware.segments, memory->firmware_, DPA_FIRMWARE_BASE);
  load(image.elf.segments, memory->user_, DPA_TEXT_BASE);
  return memory;
}

/// The CPU is fastest where readable regions follow each other in the device
/// and in the host, so all of the text range can be read.
void ProcessMemory::addTo(cpu::AddressSpace &space) {
  cpu::Region code;
  code.base = DPA_TEXT_BASE;
  code.size = codeSize_;
  code.host = user_.data();
  code.user = {.read = true, .write = false, .execute = true};
  code.machine = {.read = true, .write = false, .execute = false};
  addRegion(space, code);

  cpu::Region rest = code;
  rest.base += codeSize_;
  rest.size = DPA_TEXT_SIZE - codeSize_;
  rest.host += codeSize_;
  rest.user.execute = false;
  if (rest.size != 0)
    addRegion(space, rest);

  cpu::Region data;
  data.base = DPA_DATA_BASE;
  data.size = DPA_DATA_SIZE;
  data.host = user_.data() + DPA_TEXT_SIZE;
  data.user = {.read = true, .write = true, .execute = false};
  data.machine = data.user;
  addRegion(space, data);

  cpu::Region firmware;
  firmware.base = DPA_FIRMWARE_BASE;
  firmware.size = firmware_.size();
  firmware.host = firmware_.data();
  firmware.machine = {.read = true, .write = true, .execute = true};
  addRegion(space, firmware);
}

dpa_mailbox &ProcessMemory::mailbox(uint32_t eu) {
  uint64_t offset = DPA_MAILBOX_BASE - DPA_FIRMWARE_BASE;
  return *reinterpret_cast<dpa_mailbox *>(firmware_.data() + offset +
                                          eu * DPA_MAILBOX_STRIDE);
}

dpa_thread_context &ProcessMemory::threadContext(uint32_t slot) {
  return *reinterpret_cast<dpa_thread_context *>(
      user_.data() + (threadArea(slot) - DPA_TEXT_BASE));
}

void ProcessMemory::poisonStack(uint32_t slot) {
  constexpr int poison = 0xa5;
  constexpr uint64_t stackSize = DPA_STACK_USABLE + 8;
  uint64_t bottom = threadArea(slot) + DPA_STACK_TOP_OFFSET - stackSize;
  fillShared(user_.data() + (bottom - DPA_TEXT_BASE), poison, stackSize);
}

StoppedMemory ProcessMemory::text() const {
  return {.kind = StoppedMemory::Kind::Text,
          .address = DPA_TEXT_BASE,
          .bytes = {user_.data(), codeSize_}};
}

StoppedMemory ProcessMemory::data() const {
  return {.kind = StoppedMemory::Kind::Data,
          .address = DPA_DATA_BASE,
          .bytes = {user_.data() + DPA_TEXT_SIZE,
                    heap_.base + heap_.size - DPA_DATA_BASE}};
}

StoppedMemory ProcessMemory::area(uint32_t slot) const {
  return {.kind = StoppedMemory::Kind::ThreadArea,
          .address = threadArea(slot),
          .bytes = {user_.data() + (threadArea(slot) - DPA_TEXT_BASE),
                    DPA_THREAD_AREA_SLOT}};
}

const dpa_saved_registers *
ProcessMemory::savedRegisters(uint64_t address) const {
  if (!inside(address, sizeof(dpa_saved_registers), DPA_FIRMWARE_BASE,
              firmware_.size()) ||
      address % alignof(dpa_saved_registers) != 0)
    return nullptr;
  return reinterpret_cast<const dpa_saved_registers *>(
      firmware_.data() + (address - DPA_FIRMWARE_BASE));
}

std::vector<std::byte> ProcessMemory::copyStack(uint32_t slot,
                                                uint64_t sp) const {
  const uint64_t top = threadArea(slot) + DPA_STACK_TOP_OFFSET;
  if (sp > top || top - sp > DPA_STACK_USABLE)
    return {};
  std::vector<std::byte> stack(top - sp);
  copyFromShared(stack.data(), user_.data() + (sp - DPA_TEXT_BASE),
                 stack.size());
  return stack;
}

std::byte *ProcessMemory::hostData(uint64_t address, uint64_t size) {
  uint64_t length = heap_.base + heap_.size - DPA_DATA_BASE;
  if (!inside(address, size, DPA_DATA_BASE, length))
    return nullptr;
  return user_.data() + (address - DPA_TEXT_BASE);
}

std::byte *ProcessMemory::userWritable(uint64_t address, uint64_t size) {
  if (!inside(address, size, DPA_DATA_BASE, DPA_DATA_SIZE))
    return nullptr;
  std::byte *memory = user_.data() + (address - DPA_TEXT_BASE);
  noteWrite(memory, size);
  return memory;
}

uint64_t ProcessMemory::firstUnreadable(uint64_t address) {
  constexpr uint64_t end = DPA_DATA_BASE + DPA_DATA_SIZE;
  return address < DPA_TEXT_BASE || address >= end ? address : end;
}

uint64_t ProcessMemory::firstUnwritable(uint64_t address) {
  constexpr uint64_t end = DPA_DATA_BASE + DPA_DATA_SIZE;
  return address < DPA_DATA_BASE || address >= end ? address : end;
}

const std::byte *ProcessMemory::userReadable(uint64_t address,
                                             uint64_t size) const {
  if (!inside(address, size, DPA_TEXT_BASE, user_.size()))
    return nullptr;
  return user_.data() + (address - DPA_TEXT_BASE);
}

} // namespace dpa
