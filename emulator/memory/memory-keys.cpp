// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of domains and keys, and the order in which memory is taken away.
#include "emulator/memory/memory-keys.h"

#include "emulator/cpu/fork-count.h"
#include "emulator/host/free-in-children.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr uint32_t IndexBits = 24;
constexpr uint32_t VariantBits = 8;
constexpr uint32_t Variant = 0xd0;

std::mutex &lockOfTables();

/// Never destroyed: a program's exit handlers may still close its devices.
std::mutex &lockOfTables() {
  static std::mutex *const Lock = new std::mutex;
  [[maybe_unused]] static const bool Kept = keepFreeInChildren<lockOfTables>();
  return *Lock;
}

[[gnu::constructor]] void makeLock() {
  lockOfTables();
}

constexpr uint32_t keyOfIndex(uint32_t index) {
  return index << VariantBits | Variant;
}

} // namespace

MemoryKeys::MemoryKeys(std::shared_ptr<Scheduler> scheduler)
    : Forks(cpu::forkCount()), Scheduling(std::move(scheduler)) {}

bool MemoryKeys::isOfParent() const {
  return cpu::forkCount() != Forks;
}

/// In the child of a fork() the device is the parent's and nothing runs on it.
void MemoryKeys::admit(const Arrival &arrival,
                       const std::function<void()> &action) {
  if (isOfParent())
    action();
  else
    Scheduling->admit(arrival, action);
}

void MemoryKeys::addDomain(const void *domain) {
  std::lock_guard guard(lockOfTables());
  Domains.emplace(domain, 0);
}

bool MemoryKeys::removeDomain(const void *domain) {
  std::lock_guard guard(lockOfTables());
  auto found = Domains.find(domain);
  if (found == Domains.end() || found->second != 0)
    return false;
  Domains.erase(found);
  return true;
}

bool MemoryKeys::hasDomain(const void *domain) const {
  std::lock_guard guard(lockOfTables());
  return Domains.contains(domain);
}

bool MemoryKeys::useDomain(const void *domain) {
  std::lock_guard guard(lockOfTables());
  auto found = Domains.find(domain);
  if (found == Domains.end())
    return false;
  ++found->second;
  return true;
}

void MemoryKeys::releaseDomain(const void *domain) {
  std::lock_guard guard(lockOfTables());
  auto found = Domains.find(domain);
  if (found != Domains.end())
    --found->second;
}

uint32_t MemoryKeys::add(std::shared_ptr<MemoryKey> key) {
  constexpr uint32_t IndexMax = (1u << IndexBits) - 1;
  std::lock_guard guard(lockOfTables());
  auto domain = Domains.find(key->domain);
  if (domain == Domains.end() || Keys.size() == IndexMax)
    return 0;
  while (Keys.contains(NextIndex))
    NextIndex = NextIndex == IndexMax ? 1 : NextIndex + 1;
  const uint32_t index = NextIndex;
  NextIndex = NextIndex == IndexMax ? 1 : NextIndex + 1;
  key->key = keyOfIndex(index);
  uint32_t number = key->key;
  Keys.emplace(index, std::move(key));
  ++domain->second;
  return number;
}

std::shared_ptr<MemoryKey> MemoryKeys::find(uint32_t key) const {
  std::lock_guard guard(lockOfTables());
  auto found = Keys.find(key >> VariantBits);
  return found == Keys.end() || found->second->key != key ? nullptr
                                                          : found->second;
}

std::shared_ptr<MemoryKey> MemoryKeys::remove(uint32_t key, uint32_t process) {
  std::shared_ptr<MemoryKey> removed;
  {
    std::lock_guard guard(lockOfTables());
    auto found = Keys.find(key >> VariantBits);
    if (found == Keys.end() || found->second->key != key ||
        found->second->process != process)
      return nullptr;
    removed = std::move(found->second);
    Keys.erase(found);
    --Domains[removed->domain];
  }
  takeAway(*removed);
  return removed;
}

/// The table has it no more. In the child of a fork() nobody uses it.
void MemoryKeys::takeAway(MemoryKey &key) {
  key.revoke();
  if (isOfParent())
    return;
  {
    std::lock_guard guard(SpacesLock);
    for (cpu::AddressSpace *space : Spaces)
      space->forgetTranslations();
  }
  key.waitUnused();
}

uint32_t MemoryKeys::addRegion(const HostRegion &region) {
  auto key = std::make_shared<MemoryKey>();
  key->domain = region.domain;
  key->base = reinterpret_cast<uintptr_t>(region.address);
  key->size = region.size;
  key->memory = region.address;
  key->mayWrite = region.mayWrite;
  uint32_t number = 0;
  admit(changeOf(0, MemoryChange::AddKey, region.size),
        [&] { number = add(key); });
  return number;
}

void MemoryKeys::removeRegion(uint32_t key) {
  admit(changeOf(0, MemoryChange::RemoveKey, key), [&] { remove(key, 0); });
}

std::optional<HostRegion> MemoryKeys::region(uint32_t key) const {
  std::shared_ptr<MemoryKey> found = find(key);
  if (!found || found->process != 0)
    return std::nullopt;
  return HostRegion{found->domain, found->memory, found->size, found->mayWrite};
}

void MemoryKeys::addSpace(cpu::AddressSpace &space) {
  std::lock_guard guard(SpacesLock);
  Spaces.push_back(&space);
}

void MemoryKeys::removeSpace(cpu::AddressSpace &space) {
  std::lock_guard guard(SpacesLock);
  std::erase(Spaces, &space);
}

} // namespace dpa
