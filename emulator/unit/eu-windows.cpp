// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Configuring window entities, translating their addresses, copies through them,
// and why an access is refused.
#include "emulator/unit/eu-windows.h"

#include "base/bytes.h"
#include "base/mapped-memory.h"
#include "emulator/host/shared-copy.h"
#include "emulator/trace/trace.h"
#include "emulator/unit/user-registers.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"

#include <algorithm>
#include <new>

namespace dpa {
namespace {

/// ThreadSanitizer sees that threads synchronize if they use the same address.
#if __has_feature(thread_sanitizer)
constexpr bool usesPinned = false;
#else
constexpr bool usesPinned = true;
#endif

constexpr uint64_t pageSize = 4096;
/// What the host memory of a window has to be aligned to, address and size.
constexpr uint64_t regionAlignment = 64;

std::string keyText(const MemoryKey &key) {
  return "mkey " + hex(key.key);
}

std::string bytesAt(uint64_t size, uint64_t address) {
  return std::to_string(size) + " bytes at host address " + hex(address);
}

bool isStillThere(const std::byte *memory, uint64_t size, bool writes) {
  return writes ? isStillMappedAndWritable(memory, size)
                : isStillMapped(memory, size);
}

} // namespace

void EuWindows::reset(uint32_t thread) {
  thread_ = thread;
  bool wasUsed = false;
  for (Entity &entity : entities_) {
    wasUsed = wasUsed || entity.hasKey;
    entity.hasWindow = false;
    entity.hasKey = false;
  }
  if (wasUsed)
    hart_.forgetTranslations();
  lastFault_ = {};
}

void EuWindows::report(const std::string &what) const noexcept {
  try {
    table_->observer().refused(userState(hart_, thread_, table_->memory()),
                               "window: " + what);
  } catch (const std::bad_alloc &) {
    table_->observer().warn("window: a request was refused");
  }
}

bool EuWindows::load(uint64_t offset, uint64_t &value) const {
  switch (offset) {
  case DPA_EU_REG_WINDOW_CONFIGURE:
    value = configureResult_;
    return true;
  case DPA_EU_REG_WINDOW_COPY:
    value = copyResult_;
    return true;
  case DPA_EU_REG_WINDOW_FAULT_ADDRESS:
    value = lastFault_.address;
    return true;
  case DPA_EU_REG_WINDOW_FAULT_IS_STORE:
    value = lastFault_.isStore;
    return true;
  default:
    return false;
  }
}

/// Checks of user code's accesses identify memory by the program's addresses.
bool EuWindows::isPinned(const MemoryKey &key) const {
  return usesPinned && key.pinned && !table_->isChecked();
}

std::byte *EuWindows::memoryOf(const MemoryKey &key) const {
  return isPinned(key) ? key.pinned.get() : key.memory;
}

std::vector<StoppedWindow> EuWindows::configured(uint32_t eu) const {
  std::vector<StoppedWindow> found;
  for (uint32_t i = 0; i < entities_.size(); ++i) {
    const Entity &entity = entities_[i];
    if (!entity.hasWindow || !entity.window)
      continue;
    StoppedWindow &window = found.emplace_back();
    window.eu = eu;
    window.entity = i;
    window.window = entity.window->id;
    if (!entity.hasKey || !entity.key)
      continue;
    window.key = entity.key->key;
    window.hostAddress = entity.key->base;
    window.size = entity.key->size;
  }
  return found;
}

bool EuWindows::store(uint64_t offset, uint64_t value) {
  if (table_ == nullptr)
    return false;
  switch (offset) {
  case DPA_EU_REG_WINDOW_ENTITY:
    request_.entity = value;
    return true;
  case DPA_EU_REG_WINDOW_ID:
    request_.window = value;
    return true;
  case DPA_EU_REG_WINDOW_KEY:
    request_.key = value;
    return true;
  case DPA_EU_REG_WINDOW_CONFIGURE:
    configureResult_ = configure(value);
    return true;
  case DPA_EU_REG_WINDOW_COPY_DEVICE:
    request_.deviceAddress = value;
    return true;
  case DPA_EU_REG_WINDOW_COPY_HOST:
    request_.hostAddress = value;
    return true;
  case DPA_EU_REG_WINDOW_COPY_SIZE:
    request_.size = value;
    return true;
  case DPA_EU_REG_WINDOW_COPY:
    copyResult_ = copy(value == DPA_WINDOW_COPY_TO_HOST);
    return true;
  default:
    return false;
  }
}

/// What was configured stays if this fails.
uint64_t EuWindows::configure(uint64_t what) {
  if (request_.entity >= entities_.size()) {
    report("entity " + std::to_string(request_.entity) + " does not exist");
    return DPA_WINDOW_REFUSED;
  }
  Entity &entity = entities_[request_.entity];
  const bool keeps = what == DPA_WINDOW_SET_KEY && entity.hasWindow;
  std::shared_ptr<HostWindow> window = entity.window;
  if (!keeps && (!window || window->id != request_.window))
    window = table_->find(static_cast<uint32_t>(request_.window));
  if (!window || window->isRevoked()) {
    report(
        keeps || request_.window != 0
            ? "window " +
                  std::to_string(keeps ? entity.window->id : request_.window) +
                  " does not exist"
            : "entity " + std::to_string(request_.entity) +
                  " has no window to set the key of, and the thread has no "
                  "default window");
    return DPA_WINDOW_REFUSED;
  }
  return setKey(entity, std::move(window)) ? DPA_WINDOW_OK : DPA_WINDOW_REFUSED;
}

bool EuWindows::setKey(Entity &entity, std::shared_ptr<HostWindow> window) {
  const auto number = static_cast<uint32_t>(request_.key);
  std::shared_ptr<MemoryKey> key = entity.key;
  if (!key || key->key != number || key->isRevoked())
    key = table_->keys().find(number);
  auto refuse = [&](const std::string &why) {
    report("mkey " + hex(number) + " for window " + std::to_string(window->id) +
           ": " + why);
    return false;
  };
  if (!key)
    return refuse("the key does not exist");
  if (key->process != 0)
    return refuse("is a key of device memory (expected one of ibv_reg_mr)");
  if (key->domain != window->domain)
    return refuse("belongs to another protection domain than the window");
  if (key->base % regionAlignment != 0 || key->size % regionAlignment != 0 ||
      reinterpret_cast<uintptr_t>(key->memory) % regionAlignment != 0)
    return refuse("the region at host address " + hex(key->base) + " of " +
                  std::to_string(key->size) +
                  " bytes is not aligned (address and size have to be "
                  "multiples of 64)");
  if (entity.hasKey && (entity.key != key || entity.window != window))
    hart_.forgetTranslations();
  entity = {.window = std::move(window),
            .key = std::move(key),
            .hasWindow = true,
            .hasKey = true};
  return true;
}

/// Why this entity may not access host memory; empty: it may.
std::string EuWindows::whyNot(const Entity &entity, uint64_t hostAddress,
                              uint64_t size, bool writes) const {
  if (!entity.hasKey)
    return "the window is not configured";
  const MemoryKey &key = *entity.key;
  if (entity.window->isRevoked())
    return "window " + std::to_string(entity.window->id) + " was destroyed";
  if (key.isRevoked())
    return keyText(key) + " was deregistered";
  if (!key.holds(hostAddress, size))
    return keyText(key) + ": " + bytesAt(size, hostAddress) +
           " are not inside the region of " + bytesAt(key.size, key.base);
  if (writes && !key.mayWrite)
    return keyText(key) + ": " + bytesAt(size, hostAddress) +
           " may not be written (registered without IBV_ACCESS_LOCAL_WRITE)";
  return "";
}

bool EuWindows::fault(uint64_t address, bool isStore, std::string why) {
  lastFault_ = {.address = address, .isStore = isStore, .why = std::move(why)};
  return false;
}

std::vector<std::string> EuWindows::describe() const {
  std::vector<std::string> lines;
  for (size_t i = 0; i < entities_.size(); ++i) {
    const Entity &entity = entities_[i];
    if (!entity.hasKey)
      continue;
    const MemoryKey &key = *entity.key;
    lines.push_back(
        "entity " + std::to_string(i) + ": window " +
        std::to_string(entity.window->id) + ", " + keyText(key) +
        ", host addresses from " + hex(key.base) + ", " +
        std::to_string(key.size) + " bytes" +
        (key.mayWrite ? "" : ", read-only") + ", at " +
        hex(DPA_WINDOW_BASE + i * DPA_WINDOW_ENTITY_SIZE + key.base));
  }
  return lines;
}

std::byte *EuWindows::peek(uint64_t address, uint64_t size, bool writes) const {
  const uint64_t offset = address - DPA_WINDOW_BASE;
  const uint64_t number = offset / DPA_WINDOW_ENTITY_SIZE;
  if (address < DPA_WINDOW_BASE || number >= entities_.size())
    return nullptr;
  const Entity &entity = entities_[number];
  const uint64_t hostAddress = offset % DPA_WINDOW_ENTITY_SIZE;
  if (!entity.hasKey)
    return nullptr;
  MemoryKey &key = *entity.key;
  const RevocableUse use(key);
  if (!whyNot(entity, hostAddress, size, writes).empty())
    return nullptr;
  std::byte *host = memoryOf(key) + (hostAddress - key.base);
  return isPinned(key) || isStillThere(host, size, writes) ? host : nullptr;
}

/// Translates page by page, so that a page which the program has unmapped or
/// protected is found at its first access, and at its first store.
bool EuWindows::translate(const cpu::Access &access, cpu::Extent &extent) {
  const uint64_t offset = access.address - DPA_WINDOW_BASE;
  const Entity &entity = entities_[offset / DPA_WINDOW_ENTITY_SIZE];
  const uint64_t hostAddress = offset % DPA_WINDOW_ENTITY_SIZE;
  std::string why = whyNot(entity, hostAddress, access.bytes, access.writes);
  if (!why.empty())
    return fault(access.address, access.writes, std::move(why));
  const MemoryKey &key = *entity.key;
  const uint64_t page = hostAddress / pageSize * pageSize;
  const uint64_t first = std::max(page, key.base);
  const uint64_t last =
      std::min(page + (pageSize - 1), key.base + (key.size - 1));
  std::byte *host = memoryOf(key) + (first - key.base);
  const uint64_t size = last - first + 1;
  if (!isPinned(key) && !isStillThere(host, size, access.writes))
    return fault(access.address, access.writes,
                 keyText(key) + ": " + bytesAt(access.bytes, hostAddress) +
                     (access.writes && isStillMapped(host, size)
                          ? " are not writable any more"
                          : " are not mapped any more"));
  extent = {.base = access.address - (hostAddress - first),
            .size = size,
            .host = host,
            .mayRead = true,
            .mayWrite = access.writes};
  if (trace::isOn())
    trace::add({.kind = trace::Kind::WindowPage,
                .detail = access.writes,
                .values = {entity.window->id, first - key.base}});
  return true;
}

/// As for loads and stores, the kernel is asked once.
bool EuWindows::isAccessible(Entity &entity, const std::byte *memory,
                             uint64_t size, bool writes) const {
  CheckedMemory &known = writes ? entity.writable : entity.readable;
  const auto from = reinterpret_cast<uintptr_t>(memory);
  const uint64_t to = from + size;
  if (from >= known.from && to <= known.to)
    return true;
  if (!isPinned(*entity.key) && !isStillThere(memory, size, writes))
    return false;
  const bool isJoined = from <= known.to && to >= known.from;
  known.from = isJoined ? std::min(from, known.from) : from;
  known.to = isJoined ? std::max(to, known.to) : to;
  return true;
}

uint64_t EuWindows::copy(bool toHost) {
  if (request_.entity >= entities_.size()) {
    report("entity " + std::to_string(request_.entity) + " does not exist");
    return DPA_WINDOW_REFUSED;
  }
  Entity &entity = entities_[request_.entity];
  if (request_.size == 0)
    return DPA_WINDOW_OK;
  const trace::Span span;
  const bool isDone = copyBetween(entity, toHost);
  const uint64_t base = entity.key ? entity.key->base : 0;
  span.end(trace::Kind::WindowCopy, toHost, request_.size,
           request_.hostAddress - base);
  return isDone ? DPA_WINDOW_OK : DPA_WINDOW_FAULT;
}

/// Checked as the accesses that it stands for; copies all or nothing. If the key
/// or the window is revoked between check and use, the revoking thread waits for
/// the copy.
bool EuWindows::copyBetween(Entity &entity, bool toHost) {
  const uint64_t size = request_.size;
  const uint64_t host = request_.hostAddress;
  const uint64_t window = DPA_WINDOW_BASE +
                          request_.entity * DPA_WINDOW_ENTITY_SIZE +
                          host % DPA_WINDOW_ENTITY_SIZE;
  ProcessMemory &memory = table_->memory();
  const std::byte *own =
      toHost ? memory.userReadable(request_.deviceAddress, size)
             : memory.userWritable(request_.deviceAddress, size);
  if (own == nullptr)
    return fault(toHost ? memory.firstUnreadable(request_.deviceAddress)
                        : memory.firstUnwritable(request_.deviceAddress),
                 !toHost, "");
  if (!entity.hasKey)
    return fault(window, toHost, whyNot(entity, host, size, toHost));
  MemoryKey &key = *entity.key;
  RevocableUse keyUse(key);
  RevocableUse windowUse(*entity.window);
  std::string why = whyNot(entity, host, size, toHost);
  if (!why.empty()) {
    const bool isFirstAllowed = whyNot(entity, host, 1, toHost).empty();
    const uint64_t allowed = isFirstAllowed ? key.base + key.size - host : 0;
    return fault(window + allowed, toHost, std::move(why));
  }
  std::byte *target = memoryOf(key) + (host - key.base);
  if (!isAccessible(entity, target, size, toHost))
    return fault(window, toHost,
                 keyText(key) + ": " + bytesAt(size, host) +
                     (toHost ? " are not all writable any more"
                             : " are not all mapped any more"));
  if (toHost)
    copyBetweenShared(target, own, size);
  else
    copyBetweenShared(const_cast<std::byte *>(own), target, size);
  return true;
}

} // namespace dpa
