// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host does to the windows of a process: creating and destroying them,
// keys of process memory, recoverable memory.
#include "emulator/memory/windows.h"

#include "base/bytes.h"
#include "emulator/cpu/fork-count.h"
#include "emulator/host/host-pages.h"
#include "emulator/host/shared-copy.h"
#include "emulator/unit/execution-unit.h"
#include "runtime/abi/message-streams.h"

#include <cstring>

namespace dpa {
namespace {

constexpr uint32_t WindowMax = UINT16_MAX;

} // namespace

WindowTable::WindowTable(std::shared_ptr<MemoryKeys> keys,
                         ProcessMemory &memory, cpu::AddressSpace &space,
                         ProcessObserver &observer, uint32_t process,
                         Admit admit)
    : Keys(std::move(keys)), Memory(memory), Space(space), Observer(observer),
      Process(process), AdmitArrival(std::move(admit)),
      Forks(cpu::forkCount()) {
  Keys->addSpace(Space);
}

/// In the child of a fork() all of it is the parent's.
WindowTable::~WindowTable() {
  if (isOfParent())
    return;
  Keys->removeSpace(Space);
  for (const auto &[address, what] : Recoverables)
    if (!dump(address, what))
      Observer.message(DPA_STREAM_LOG, 0,
                       "the recoverable buffer at device address " +
                           hex(address) + " is lost: the memory behind mkey " +
                           hex(what.key) +
                           " is not registered or not mapped any more");
  for (const auto &[id, window] : Windows)
    Keys->releaseDomain(window->domain);
  for (uint32_t key : DeviceKeys)
    Keys->remove(key, Process);
}

bool WindowTable::isOfParent() const {
  return cpu::forkCount() != Forks;
}

bool WindowTable::translate(cpu::Hart &hart, const cpu::Access &access,
                            cpu::Extent &extent) {
  return static_cast<ExecutionUnit *>(hart.owner)
      ->windows()
      .translate(access, extent);
}

uint32_t WindowTable::createWindow(const void *domain) {
  if (isOfParent())
    return 0;
  uint32_t created = 0;
  AdmitArrival(changeOf(Process, MemoryChange::AddWindow), [&] {
    std::lock_guard guard(Lock);
    if (Windows.size() == WindowMax || !Keys->useDomain(domain))
      return;
    auto following = [](uint32_t id) { return id == WindowMax ? 1 : id + 1; };
    while (Windows.contains(NextWindow))
      NextWindow = following(NextWindow);
    auto window = std::make_shared<HostWindow>();
    window->id = NextWindow;
    window->domain = domain;
    created = NextWindow;
    NextWindow = following(NextWindow);
    Windows.emplace(created, std::move(window));
  });
  return created;
}

bool WindowTable::destroyWindow(uint32_t id) {
  if (isOfParent())
    return false;
  std::shared_ptr<HostWindow> window;
  AdmitArrival(changeOf(Process, MemoryChange::RemoveWindow, id), [&] {
    {
      std::lock_guard guard(Lock);
      auto node = Windows.extract(id);
      if (node.empty())
        return;
      window = std::move(node.mapped());
    }
    window->revoke();
    Space.forgetTranslations();
    window->waitUnused();
    Keys->releaseDomain(window->domain);
  });
  return window != nullptr;
}

std::shared_ptr<HostWindow> WindowTable::find(uint32_t window) const {
  std::lock_guard guard(Lock);
  auto found = Windows.find(window);
  return found == Windows.end() ? nullptr : found->second;
}

uint32_t WindowTable::createKey(const DeviceRegion &region) {
  std::byte *memory = Memory.hostData(region.address, region.size);
  if (isOfParent() || memory == nullptr)
    return 0;
  auto key = std::make_shared<MemoryKey>();
  key->domain = region.domain;
  key->base = region.address;
  key->size = region.size;
  key->memory = memory;
  key->mayWrite = region.mayWrite;
  key->process = Process;
  uint32_t number = 0;
  AdmitArrival(changeOf(Process, MemoryChange::AddKey, region.size), [&] {
    std::lock_guard guard(Lock);
    number = Keys->add(key);
    if (number != 0)
      DeviceKeys.push_back(number);
  });
  return number;
}

bool WindowTable::destroyKey(uint32_t key) {
  if (isOfParent())
    return false;
  bool existed = false;
  AdmitArrival(changeOf(Process, MemoryChange::RemoveKey, key), [&] {
    existed = Keys->remove(key, Process) != nullptr;
    std::lock_guard guard(Lock);
    std::erase(DeviceKeys, key);
  });
  return existed;
}

bool WindowTable::setRecoverable(uint64_t address, uint64_t size,
                                 uint32_t key) {
  std::shared_ptr<MemoryKey> target = Keys->find(key);
  if (isOfParent() || size == 0 || !Memory.hostData(address, size) || !target ||
      target->process != 0 || !target->mayWrite || target->size < size)
    return false;
  std::lock_guard guard(Lock);
  Recoverables[address] = {.size = size, .key = key};
  return true;
}

Recovery WindowTable::recover(uint64_t address) {
  if (isOfParent())
    return Recovery::NotAsked;
  std::map<uint64_t, Recoverable>::node_type node;
  {
    std::lock_guard guard(Lock);
    node = Recoverables.extract(address);
  }
  if (node.empty())
    return Recovery::NotAsked;
  return dump(address, node.mapped()) ? Recovery::Done : Recovery::Lost;
}

/// The key may have gone, its number may be another region's by now, and the
/// program may have unmapped the memory.
bool WindowTable::dump(uint64_t address, const Recoverable &what) {
  std::shared_ptr<MemoryKey> key = Keys->find(what.key);
  const std::byte *source = Memory.hostData(address, what.size);
  if (!key || key->process != 0 || !key->mayWrite || key->size < what.size ||
      source == nullptr)
    return false;
  RevocableUse use(*key);
  if (!use || !isStillMapped(key->memory, what.size))
    return false;
  copyBetweenShared(key->memory, source, what.size);
  return true;
}

} // namespace dpa
