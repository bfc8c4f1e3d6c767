// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of domains and keys, and how a key is revoked.
#include "emulator/memory/memory-keys.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr uint32_t indexBits = 24;
constexpr uint32_t variantBits = 8;

} // namespace

void MemoryKeys::addDomain(const void *domain) {
  std::lock_guard guard(lock_);
  domains_.emplace(domain, 0);
}

bool MemoryKeys::removeDomain(const void *domain) {
  std::lock_guard guard(lock_);
  auto found = domains_.find(domain);
  if (found == domains_.end() || found->second != 0)
    return false;
  domains_.erase(found);
  return true;
}

bool MemoryKeys::hasDomain(const void *domain) const {
  std::lock_guard guard(lock_);
  return domains_.contains(domain);
}

bool MemoryKeys::useDomain(const void *domain) {
  std::lock_guard guard(lock_);
  auto found = domains_.find(domain);
  if (found == domains_.end())
    return false;
  ++found->second;
  return true;
}

void MemoryKeys::releaseDomain(const void *domain) {
  std::lock_guard guard(lock_);
  auto found = domains_.find(domain);
  if (found != domains_.end())
    --found->second;
}

uint32_t MemoryKeys::add(std::shared_ptr<MemoryKey> key) {
  constexpr uint32_t indexMax = (1u << indexBits) - 1;
  std::lock_guard guard(lock_);
  auto domain = domains_.find(key->domain);
  if (domain == domains_.end() || keys_.size() == indexMax)
    return 0;
  while (keys_.contains(nextIndex_))
    nextIndex_ = nextIndex_ == indexMax ? 1 : nextIndex_ + 1;
  const uint32_t index = nextIndex_;
  nextIndex_ = nextIndex_ == indexMax ? 1 : nextIndex_ + 1;
  key->key = index << variantBits | key->variant;
  uint32_t number = key->key;
  keys_.emplace(index, std::move(key));
  ++domain->second;
  return number;
}

std::shared_ptr<MemoryKey> MemoryKeys::find(uint32_t key) const {
  std::lock_guard guard(lock_);
  auto found = keys_.find(key >> variantBits);
  return found == keys_.end() || found->second->key != key ? nullptr
                                                           : found->second;
}

std::shared_ptr<MemoryKey> MemoryKeys::remove(uint32_t key, uint32_t process) {
  std::shared_ptr<MemoryKey> removed;
  {
    std::lock_guard guard(lock_);
    auto found = keys_.find(key >> variantBits);
    if (found == keys_.end() || found->second->key != key ||
        found->second->process != process)
      return nullptr;
    removed = std::move(found->second);
    keys_.erase(found);
    --domains_[removed->domain];
  }
  revoke(*removed);
  return removed;
}

/// For a key that was removed from the table. Execution units may keep the key, but not the
/// program's memory.
void MemoryKeys::revoke(MemoryKey &key) {
  key.revoke();
  {
    std::lock_guard guard(spacesLock_);
    for (cpu::AddressSpace *space : spaces_)
      space->forgetTranslations();
  }
  key.waitUnused();
  key.pinned = nullptr;
}

std::shared_ptr<MemoryKey> MemoryKeys::keyOf(const HostRegion &region) {
  auto key = std::make_shared<MemoryKey>();
  key->domain = region.domain;
  key->base = region.iova.value_or(reinterpret_cast<uintptr_t>(region.address));
  key->size = region.size;
  key->memory = region.address;
  key->mayWrite = region.mayWrite;
  key->remoteAccess = region.remoteAccess;
  key->isWindow = region.isWindow;
  key->variant = region.variant.value_or(key->variant);
  if (region.shared)
    key->pinned = pins_.pin(region.address, region.size, *region.shared);
  return key;
}

uint32_t MemoryKeys::addRegion(const HostRegion &region) {
  return add(keyOf(region));
}

bool MemoryKeys::bindWindow(uint32_t key, uint32_t newKey,
                            const HostRegion &region) {
  std::shared_ptr<MemoryKey> bound = keyOf(region);
  bound->key = newKey;
  bound->isWindow = true;
  {
    std::lock_guard guard(lock_);
    auto found = keys_.find(key >> variantBits);
    if (found == keys_.end() || found->second->key != key ||
        !found->second->isWindow || newKey >> variantBits != found->first ||
        found->second->domain != region.domain)
      return false;
    found->second.swap(bound);
  }
  revoke(*bound); // the old one
  return true;
}

bool MemoryKeys::invalidate(uint32_t key) {
  const std::shared_ptr<MemoryKey> found = find(key);
  HostRegion nothing;
  nothing.domain = found ? found->domain : nullptr;
  return found && bindWindow(key, key, nothing);
}

void MemoryKeys::removeRegion(uint32_t key) {
  remove(key, 0);
}

std::optional<HostRegion> MemoryKeys::region(uint32_t key) const {
  std::shared_ptr<MemoryKey> found = find(key);
  if (!found || found->process != 0)
    return std::nullopt;
  HostRegion region;
  region.domain = found->domain;
  region.address = found->memory;
  region.size = found->size;
  region.mayWrite = found->mayWrite;
  if (found->base != reinterpret_cast<uintptr_t>(found->memory))
    region.iova = found->base;
  region.remoteAccess = found->remoteAccess;
  region.isWindow = found->isWindow;
  return region;
}

void MemoryKeys::addSpace(cpu::AddressSpace &space) {
  std::lock_guard guard(spacesLock_);
  spaces_.push_back(&space);
}

void MemoryKeys::removeSpace(cpu::AddressSpace &space) {
  std::lock_guard guard(spacesLock_);
  std::erase(spaces_, &space);
}

} // namespace dpa
