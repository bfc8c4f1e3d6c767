// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CREATE_MKEY: a memory key of registered memory. The program chooses its low byte; the
// answer has the others.
#include "emulator/verbs/devx-creation.h"

namespace dpa::verbs::devx {
namespace {

constexpr unsigned variantBits = 8;

class MemoryKeyPart : public QueuePart {
public:
  MemoryKeyPart(ibv_context *context, DomainUse domain)
      : QueuePart(context, CardObject::Kind::MemoryKey),
        domain_(std::move(domain)) {}

  bool create(const std::shared_ptr<Device> &device, HostRegion region,
              std::shared_ptr<std::byte> memory) {
    memory_ = std::move(memory);
    region.domain = domain_.domain();
    region.address = memory_.get();
    key_ = device->hostMemory().addRegion(region);
    return key_ != 0;
  }
  /// The index of the key.
  uint32_t number() const override { return key_ >> variantBits; }

  int modify(Command in, Answer) override {
    return refuseFor("mlx5dv_devx_obj_modify", "MKEY " + std::to_string(key_),
                     get(in, opcode));
  }
  int query(Command in, Answer) override {
    return refuseFor("mlx5dv_devx_obj_query", "MKEY " + std::to_string(key_),
                     get(in, opcode));
  }

private:
  void release() override {
    if (const auto open = device(); open && key_ != 0)
      open->hostMemory().removeRegion(std::exchange(key_, 0));
    memory_.reset();
    domain_ = {};
  }

  DomainUse domain_;
  std::shared_ptr<std::byte> memory_;
  uint32_t key_ = 0;
};

HostRegion readRegion(CreationReader &reader) {
  HostRegion region;
  reader.checkUnused(mkey::unused);
  const uint64_t mode = reader.value(mkey::accessMode);
  if (mode != mkey::translated)
    reader.refuse("access_mode_1_0 " + std::to_string(mode) +
                  " is not emulated (expected 1 (MTT))");
  if (reader.value(mkey::queuePair) != mkey::anyQueuePair)
    reader.refuse("qpn " + std::to_string(reader.value(mkey::queuePair)) +
                  " is not emulated (expected 16777215, any)");
  if (reader.value(mkey::localRead) == 0)
    reader.refuse("lr 0 is not emulated (expected 1)");
  region.size = reader.value(mkey::length);
  region.variant = static_cast<uint8_t>(reader.value(mkey::variant));
  region.mayWrite = reader.value(mkey::localWrite) != 0;
  auto right = [&](Field field, uint8_t which) {
    if (reader.value(field) != 0)
      region.remoteAccess |= which;
  };
  right(mkey::remoteRead, remoteAccess::read);
  right(mkey::remoteWrite, remoteAccess::write);
  right(mkey::atomic, remoteAccess::atomic);
  if (!region.mayWrite && (region.remoteAccess & ~remoteAccess::read) != 0)
    reader.reject("rw or a without lw");
  const uint64_t start = reader.value(mkey::start);
  region.iova = start;
  if (region.size == 0 || start > UINT64_MAX - region.size)
    reader.reject("len " + std::to_string(region.size) + " is out of range");
  return region;
}

/// The first byte of the memory is that of `start_addr`, which has the same place in its
/// page.
std::shared_ptr<std::byte> readMemory(CreationReader &reader, Device &device,
                                      const HostRegion &region) {
  constexpr uint64_t pageSize = 4096;
  const QueuePlace place = reader.place(mkey::memory);
  if (reader.failure() != 0)
    return nullptr;
  auto memory =
      device.hostMemory().useMemory(place.umem, place.address, region.size);
  if (!memory)
    reader.reject("registered memory " + std::to_string(place.umem) +
                  " has no " + std::to_string(region.size) +
                  " bytes at offset " + std::to_string(place.address));
  else if (reinterpret_cast<uintptr_t>(memory.get()) % pageSize !=
           reader.value(mkey::start) % pageSize)
    reader.refuse("start_addr with another offset in its page than the "
                  "registered memory is not emulated");
  return memory;
}

} // namespace

ObjectPointer createMemoryKey(const Creation &creation) {
  CreationReader reader("MKEY", creation);
  if (reader.failure() != 0)
    return failed(reader.failure());
  DomainUse domain = reader.domain(mkey::domain);
  const HostRegion region = readRegion(reader);
  auto memory = readMemory(reader, *creation.device, region);
  auto part =
      std::make_unique<MemoryKeyPart>(creation.context, std::move(domain));
  if (reader.failure() == 0 &&
      !part->create(creation.device, region, std::move(memory)))
    return failed(ENOMEM);
  return reader.failure() == 0 ? makeQueue(creation, std::move(part))
                               : failed(reader.failure());
}

} // namespace dpa::verbs::devx
