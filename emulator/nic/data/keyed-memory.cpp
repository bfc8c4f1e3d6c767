// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the host program is copied by the kernel, which notices pages that the
// program has unmapped or protected since it registered them.
#include "emulator/nic/data/keyed-memory.h"

#include "emulator/host/shared-copy.h"
#include "emulator/interface/queue-pair.h"
#include "emulator/nic/data/host-copy.h"

#include <bit>

namespace dpa {
namespace {

bool isOfHost(const MemoryKey &key) {
  return key.process == 0;
}

} // namespace

const char *describe(KeyError error) {
  switch (error) {
  case KeyError::None:
    return "allowed";
  case KeyError::NoKey:
    return "the device has no such memory key";
  case KeyError::OtherDomain:
    return "the memory key belongs to another protection domain than the queue";
  case KeyError::OutOfRange:
    return "the range is not all inside the memory of the key";
  case KeyError::NotWritable:
    return "the memory key does not allow writes";
  case KeyError::NotMapped:
    return "the registered memory is not mapped any more";
  case KeyError::NotRemote:
    return "the memory key does not allow this access by the other end";
  }
  return "";
}

KeyError KeyedMemory::check(const MemoryKey *found, uint64_t address,
                            uint64_t size, bool writes) const {
  if (!found)
    return KeyError::NoKey;
  if (found->domain != domain_)
    return KeyError::OtherDomain;
  if (!found->holds(address, size))
    return KeyError::OutOfRange;
  return writes && !found->mayWrite ? KeyError::NotWritable : KeyError::None;
}

KeyError KeyedMemory::checkLocal(const MemoryKey *found, uint64_t address,
                                 uint64_t size, bool writes) const {
  return found && found->isWindow ? KeyError::NoKey
                                  : check(found, address, size, writes);
}

KeyError KeyedMemory::check(uint32_t key, uint64_t address, uint64_t size,
                            bool writes) {
  return checkLocal(find(key), address, size, writes);
}

KeyError KeyedMemory::checkRemote(const MemoryKey *found, uint64_t address,
                                  uint64_t size, uint8_t right) const {
  const bool writes = right != remoteAccess::read;
  const KeyError error = check(found, address, size, writes);
  if (error != KeyError::None)
    return error;
  return (found->remoteAccess & right) == right ? KeyError::None
                                                : KeyError::NotRemote;
}

KeyError KeyedMemory::checkRemote(uint32_t key, uint64_t address, uint64_t size,
                                  uint8_t right) {
  return checkRemote(find(key), address, size, right);
}

namespace {

/// Copies from or to memory of a key, for accesses that were checked.
KeyError copyFrom(pid_t self, MemoryKey &key, uint64_t address,
                  std::span<std::byte> target, CardObject what) {
  RevocableUse use(key);
  if (!use)
    return KeyError::NoKey;
  const std::byte *source = key.memory + (address - key.base);
  if (key.observer)
    key.observer->cardReads(source, target.size(), what);
  if (!isOfHost(key))
    copyFromShared(target.data(), source, target.size());
  else if (!copyFromHost(self, target, source))
    return KeyError::NotMapped;
  return KeyError::None;
}

KeyError copyTo(pid_t self, MemoryKey &key, uint64_t address, ByteView source,
                CardObject what) {
  RevocableUse use(key);
  if (!use)
    return KeyError::NoKey;
  std::byte *target = key.memory + (address - key.base);
  if (key.observer)
    key.observer->cardWrites(target, source.size(), what);
  if (key.observer && key.isRelaxed &&
      key.observer->reordersWrite(address, target, source))
    return KeyError::None;
  if (!isOfHost(key))
    copyToShared(target, source.data(), source.size());
  else if (!copyToHost(self, target, source))
    return KeyError::NotMapped;
  return KeyError::None;
}

/// As above, from memory of another key, without an intermediate copy.
uint64_t copyDirect(MemoryKey &key, uint64_t address,
                    const DirectSource &source, uint64_t offset,
                    uint64_t size) {
  const RevocableUse use(key);
  const RevocableUse sourceUse(*source.key);
  if (!use || !sourceUse || key.observer)
    return 0;
  const DirectCopy copy = {.target = key.memory + (address - key.base),
                           .source = source.memory + offset,
                           .size = size,
                           .isTargetOfHost = isOfHost(key),
                           .isSourceOfHost = isOfHost(*source.key)};
  const auto from = std::bit_cast<uintptr_t>(copy.source);
  const auto to = std::bit_cast<uintptr_t>(copy.target);
  const bool overlaps = from < to + size && to < from + size;
  return overlaps || (to - from) % sizeof(uint64_t) != 0 ? 0
                                                         : copyDirectly(copy);
}

} // namespace

bool KeyedMemory::find(uint32_t key, uint64_t address, uint64_t size,
                       DirectSource &source) {
  const MemoryKey *found = find(key);
  if (checkLocal(found, address, size, false) != KeyError::None ||
      found->observer)
    return false;
  source = {last_, found->memory + (address - found->base)};
  return true;
}

uint64_t KeyedMemory::writeDirect(uint32_t key, uint64_t address,
                                  const DirectSource &source, uint64_t offset,
                                  uint64_t size) {
  MemoryKey *found = find(key);
  return checkLocal(found, address, size, true) == KeyError::None
             ? copyDirect(*found, address, source, offset, size)
             : 0;
}

uint64_t KeyedMemory::writeRemoteDirect(uint32_t key, uint64_t address,
                                        const DirectSource &source,
                                        uint64_t size) {
  MemoryKey *found = find(key);
  return checkRemote(found, address, size, remoteAccess::write) ==
                 KeyError::None
             ? copyDirect(*found, address, source, 0, size)
             : 0;
}

KeyError KeyedMemory::read(uint32_t key, uint64_t address,
                           std::span<std::byte> target) {
  MemoryKey *found = find(key);
  const KeyError error = checkLocal(found, address, target.size(), false);
  if (error != KeyError::None || target.empty())
    return error;
  return copyFrom(self_, *found, address, target, CardObject::Data);
}

KeyError KeyedMemory::write(uint32_t key, uint64_t address, ByteView source) {
  MemoryKey *found = find(key);
  const KeyError error = checkLocal(found, address, source.size(), true);
  if (error != KeyError::None || source.empty())
    return error;
  return copyTo(self_, *found, address, source, CardObject::Data);
}

KeyError KeyedMemory::readRemote(uint32_t key, uint64_t address,
                                 std::span<std::byte> target) {
  MemoryKey *found = find(key);
  const KeyError error =
      checkRemote(found, address, target.size(), remoteAccess::read);
  if (error != KeyError::None || target.empty())
    return error;
  return copyFrom(self_, *found, address, target, CardObject::RemoteData);
}

KeyError KeyedMemory::writeRemote(uint32_t key, uint64_t address,
                                  ByteView source) {
  MemoryKey *found = find(key);
  const KeyError error =
      checkRemote(found, address, source.size(), remoteAccess::write);
  if (error != KeyError::None || source.empty())
    return error;
  return copyTo(self_, *found, address, source, CardObject::RemoteData);
}

/// Execution units and the program have atomic operations of their own, with
/// which these are not atomic (IBV_ATOMIC_HCA).
KeyError KeyedMemory::atomic(uint32_t key, uint64_t address,
                             const std::function<uint64_t(uint64_t)> &change) {
  MemoryKey *found = find(key);
  uint64_t value = 0;
  KeyError error =
      checkRemote(found, address, sizeof value, remoteAccess::atomic);
  if (error != KeyError::None)
    return error;
  std::lock_guard guard(keys_->atomics());
  const auto bytes = std::as_writable_bytes(std::span(&value, 1));
  error = copyFrom(self_, *found, address, bytes, CardObject::RemoteData);
  if (error != KeyError::None)
    return error;
  value = change(value);
  return copyTo(self_, *found, address, bytes, CardObject::RemoteData);
}

bool KeyedMemory::invalidate(uint32_t key) {
  const MemoryKey *found = find(key);
  return found && found->domain == domain_ && keys_->invalidate(key);
}

} // namespace dpa
