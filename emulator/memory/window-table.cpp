// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host does to the windows of a process: creating and destroying them,
// keys of process memory, recoverable memory.
#include "emulator/memory/window-table.h"

#include "base/bytes.h"
#include "base/mapped-memory.h"
#include "emulator/host/shared-copy.h"
#include "runtime/abi/message-streams.h"

namespace dpa {
namespace {

constexpr uint32_t windowMax = UINT16_MAX;

} // namespace

WindowTable::WindowTable(std::shared_ptr<MemoryKeys> keys,
                         ProcessMemory &memory, cpu::AddressSpace &space,
                         ProcessObserver &observer, uint32_t process)
    : keys_(std::move(keys)), memory_(memory), space_(space),
      observer_(observer), process_(process) {
  keys_->addSpace(space_);
}

WindowTable::~WindowTable() {
  keys_->removeSpace(space_);
  for (const auto &[address, what] : recoverables_)
    if (!dump(address, what))
      observer_.message(DPA_STREAM_LOG, 0,
                        "the recoverable buffer at device address " +
                            hex(address) + " is lost: the memory behind mkey " +
                            hex(what.key) +
                            " is not registered or not writable any more");
  for (const auto &[id, window] : windows_)
    keys_->releaseDomain(window->domain);
  for (uint32_t key : deviceKeys_)
    keys_->remove(key, process_);
}

uint32_t WindowTable::createWindow(const void *domain) {
  std::lock_guard guard(lock_);
  if (windows_.size() == windowMax || !keys_->useDomain(domain))
    return 0;
  auto following = [](uint32_t id) { return id == windowMax ? 1 : id + 1; };
  while (windows_.contains(nextWindow_))
    nextWindow_ = following(nextWindow_);
  auto window = std::make_shared<HostWindow>();
  window->id = nextWindow_;
  window->domain = domain;
  uint32_t created = nextWindow_;
  nextWindow_ = following(nextWindow_);
  windows_.emplace(created, std::move(window));
  return created;
}

bool WindowTable::destroyWindow(uint32_t id) {
  std::shared_ptr<HostWindow> window;
  {
    std::lock_guard guard(lock_);
    auto node = windows_.extract(id);
    if (node.empty())
      return false;
    window = std::move(node.mapped());
  }
  window->revoke();
  space_.forgetTranslations();
  window->waitUnused();
  keys_->releaseDomain(window->domain);
  return true;
}

std::shared_ptr<HostWindow> WindowTable::find(uint32_t window) const {
  std::lock_guard guard(lock_);
  auto found = windows_.find(window);
  return found == windows_.end() ? nullptr : found->second;
}

uint32_t WindowTable::createKey(const DeviceRegion &region,
                                CardObserver *observer) {
  std::byte *memory = memory_.hostData(region.address, region.size);
  if (memory == nullptr)
    return 0;
  auto key = std::make_shared<MemoryKey>();
  key->domain = region.domain;
  key->base = region.address;
  key->size = region.size;
  key->memory = memory;
  key->mayWrite = region.mayWrite;
  key->remoteAccess = region.remoteAccess;
  key->isRelaxed = region.isRelaxed;
  key->process = process_;
  key->observer = observer;
  std::lock_guard guard(lock_);
  uint32_t number = keys_->add(key);
  if (number != 0)
    deviceKeys_.push_back(number);
  return number;
}

bool WindowTable::destroyKey(uint32_t key) {
  bool existed = keys_->remove(key, process_) != nullptr;
  std::lock_guard guard(lock_);
  std::erase(deviceKeys_, key);
  return existed;
}

bool WindowTable::setRecoverable(uint64_t address, uint64_t size,
                                 uint32_t key) {
  std::shared_ptr<MemoryKey> target = keys_->find(key);
  if (size == 0 || !memory_.hostData(address, size) || !target ||
      target->process != 0 || !target->mayWrite || target->size < size)
    return false;
  std::lock_guard guard(lock_);
  recoverables_[address] = {.size = size, .key = key};
  return true;
}

bool WindowTable::isRecoverable(uint64_t address) const {
  std::lock_guard guard(lock_);
  return recoverables_.contains(address);
}

Recovery WindowTable::recover(uint64_t address) {
  std::map<uint64_t, Recoverable>::node_type node;
  {
    std::lock_guard guard(lock_);
    node = recoverables_.extract(address);
  }
  if (node.empty())
    return Recovery::NotAsked;
  return dump(address, node.mapped()) ? Recovery::Done : Recovery::Lost;
}

/// The key may have been removed, its number reused, or the memory unmapped.
bool WindowTable::dump(uint64_t address, const Recoverable &what) {
  std::shared_ptr<MemoryKey> key = keys_->find(what.key);
  const std::byte *source = memory_.hostData(address, what.size);
  if (!key || key->process != 0 || !key->mayWrite || key->size < what.size ||
      source == nullptr)
    return false;
  RevocableUse use(*key);
  if (!use || !isStillMappedAndWritable(key->memory, what.size))
    return false;
  copyBetweenShared(key->memory, source, what.size);
  return true;
}

} // namespace dpa
