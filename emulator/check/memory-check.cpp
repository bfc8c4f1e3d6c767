// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which model an access goes through.
#include "emulator/check/memory-check.h"

#include "emulator/check/cells.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/outbox.h"
#include "runtime/abi/syscalls.h"

#include <new>

namespace dpa {
namespace {

/// Data and heap. Stack and thread-local data are used by one thread only.
bool isShared(uint64_t address) {
  return address >= DPA_DATA_BASE && address < DPA_THREAD_AREA_BASE;
}

bool isWindow(uint64_t address) {
  return address >= DPA_WINDOW_BASE;
}

/// The calls before which an execution unit writes back and clears its cache of
/// windows: those that configure a window or copy through one.
bool isWindowCall(uint64_t number) {
  return number >= DPA_SYS_WINDOW_CONFIG &&
         number <= DPA_SYS_WINDOW_COPY_FROM_HOST;
}

} // namespace

MemoryCheck::MemoryCheck(const CheckOptions &options, ProcessObserver &observer)
    : options_(options), observer_(observer), units_(options.units),
      unwritten_(options.units) {
  if (options.seed)
    buffers_.emplace(*options.seed, options.units);
}

uint32_t MemoryCheck::unitOf(const cpu::Hart &hart) {
  return static_cast<uint32_t>(hart.id());
}

// ---- accesses

uint64_t MemoryCheck::load(const cpu::ObservedAccess &access) {
  std::lock_guard guard(lock_);
  if (isWindow(access.address))
    return loadWindow(access);
  if (isShared(access.address))
    return loadShared(access);
  return loadCell(access.cell, access.bytes);
}

uint64_t MemoryCheck::loadShared(const cpu::ObservedAccess &access) {
  if (!buffers_)
    return loadCell(access.cell, access.bytes);
  std::optional<MemoryViolation> missed;
  const uint64_t value = buffers_->load(unitOf(access.hart), access, missed);
  if (missed)
    report(*missed);
  return value;
}

uint64_t MemoryCheck::loadWindow(const cpu::ObservedAccess &access) {
  std::optional<StaleRead> missed;
  makeRoom(access.hart);
  const uint64_t value =
      units_[unitOf(access.hart)].windows.load(access, missed);
  if (missed)
    reportStale(*missed);
  return value;
}

void MemoryCheck::store(const cpu::ObservedAccess &access, uint64_t value) {
  std::lock_guard guard(lock_);
  if (isWindow(access.address)) {
    makeRoom(access.hart);
    units_[unitOf(access.hart)].windows.store(access, value);
    return;
  }
  noteStore(access, value);
  if (buffers_ && isShared(access.address))
    buffers_->store(unitOf(access.hart), access, value);
  else
    storeCell(access.cell, access.bytes, value);
}

void MemoryCheck::atomic(const cpu::ObservedAtomic &operation) {
  const cpu::ObservedAccess &access = operation.access;
  const uint32_t eu = unitOf(access.hart);
  std::lock_guard guard(lock_);
  if (operation.releases)
    unwritten_.orderAll(eu);
  if (buffers_ && operation.releases)
    buffers_->drain(eu);
  if (isWindow(access.address))
    return units_[eu].windows.release(access);
  if (operation.stores)
    noteStore(access, std::nullopt);
  if (!buffers_ || !isShared(access.address))
    return;
  std::optional<MemoryViolation> missed;
  buffers_->atomic(eu, operation, missed);
  if (missed)
    report(*missed);
}

/// What a store means to the network card. `value`: nothing if it is not known.
void MemoryCheck::noteStore(const cpu::ObservedAccess &access,
                            std::optional<uint64_t> value) {
  if (value)
    if (const auto posting = nic_.post(access, *value))
      checkPosting(*posting, access);
  nic_.stored(access);
  if (!isShared(access.address))
    return;
  const bool isHeap = access.address - options_.heap.base < options_.heap.size;
  unwritten_.stored(access,
                    isHeap ? UnwrittenStores::Space::Heap
                           : UnwrittenStores::Space::Other,
                    value);
}

/// One entry is enough: the others have the same cause.
void MemoryCheck::checkPosting(const NicView::Posting &posting,
                               const cpu::ObservedAccess &access) {
  const ReceiveRing &ring = posting.ring;
  const size_t stride = size_t(1) << ring.logStride;
  for (unsigned i = 0; i < posting.count; ++i) {
    const size_t entry = (posting.first + i) & ((1u << ring.logDepth) - 1);
    const auto found = unwritten_.findUnordered(ring.memory + entry * stride,
                                                stride, unitOf(access.hart));
    if (found)
      return report({.kind = MemoryViolation::Kind::UnorderedReceiveEntry,
                     .address = found->address,
                     .access = checkedAccess(access),
                     .other = found->by,
                     .seen = {}});
  }
}

/// A cache may drop lines at any time.
void MemoryCheck::makeRoom(cpu::Hart &hart) {
  WindowCache &cache = units_[unitOf(hart)].windows;
  if (!cache.isFull())
    return;
  writeWindowsBack(hart);
  cache.clear();
}

// ---- the machine and the host

/// Before a window is configured, or the machine copies through it.
void MemoryCheck::emptyWindowCache(cpu::Hart &hart) {
  writeWindowsBack(hart);
  units_[unitOf(hart)].windows.clear();
}

/// Arming a completion queue makes the card read the queue's doorbell record; it
/// does not signal a reader of host memory.
void MemoryCheck::deviceStore(const cpu::ObservedAccess &access,
                              uint64_t value) {
  constexpr uint64_t queueMask = 0xffffff;
  std::lock_guard guard(lock_);
  const Unit &unit = units_[unitOf(access.hart)];
  if (access.address - DPA_EU_USER_CONTROL_BASE < DPA_EU_CONTROL_SIZE) {
    if (access.address ==
        DPA_EU_USER_CONTROL_BASE + DPA_EU_REG_WINDOW_CONFIGURE)
      emptyWindowCache(access.hart);
    return;
  }
  if (access.address == DPA_OUTBOX_BASE + DPA_OUTBOX_CQ_DB) {
    const auto number = static_cast<uint32_t>(value & queueMask);
    if (const NicView::Record *record = nic_.unwrittenOf({unit.device, number}))
      reportRecord(*record, MemoryViolation::Kind::MemoryWriteAtDoorbell,
                   checkedAccess(access));
    return;
  }
  reportUnwritten(unit.windows, MemoryViolation::Kind::WindowWriteAtDoorbell,
                  checkedAccess(access));
}

void MemoryCheck::trap(cpu::Hart &hart, uint64_t cause) {
  constexpr unsigned callNumber = 17; // a7
  std::lock_guard guard(lock_);
  Unit &unit = units_[unitOf(hart)];
  unit.lastTrap = checkedPlace(hart, hart.pc());
  if (cause != static_cast<uint64_t>(cpu::Cause::EcallFromUser) ||
      !isWindowCall(hart.x(callNumber)))
    return;
  emptyWindowCache(hart);
}

void MemoryCheck::turnBegins() {
  std::lock_guard guard(lock_);
  if (buffers_)
    buffers_->tick();
}

void MemoryCheck::activationBegins() {
  hostArrives();
}

/// The windows that the activation has configured end with it.
void MemoryCheck::activationEnds(uint32_t eu, bool chose) {
  std::lock_guard guard(lock_);
  Unit &unit = units_[eu];
  unwritten_.orderAll(eu);
  for (const StaleRead &read : unit.windows.takeStaleReads())
    reportStale(read);
  if (chose) {
    reportUnwritten(unit.windows, MemoryViolation::Kind::WindowWriteAtEnd,
                    unit.lastTrap);
    for (const NicView::Record &record : nic_.records())
      if (record.unwritten && record.unwritten->eu == eu)
        reportRecord(record, MemoryViolation::Kind::MemoryWriteAtEnd,
                     unit.lastTrap);
  }
  unit.windows.clear();
}

void MemoryCheck::outboxSelected(uint32_t eu, uint32_t device) {
  std::lock_guard guard(lock_);
  units_[eu].device = device;
}

void MemoryCheck::machineAccesses(uint32_t eu) {
  std::lock_guard guard(lock_);
  drainCard();
  if (buffers_)
    buffers_->drain(eu);
  unwritten_.orderAll(eu);
  nic_.refresh();
}

void MemoryCheck::hostArrives() {
  std::lock_guard guard(lock_);
  if (buffers_)
    buffers_->drainAll();
}

void MemoryCheck::hostArrived() {
  std::lock_guard guard(lock_);
  nic_.refresh();
}

/// A queue that ignores its record does not need it written back.
const std::byte *MemoryCheck::addQueue(const CheckedQueue &queue,
                                       uint64_t record, const std::byte *memory,
                                       bool ignoresRecord) {
  if (ignoresRecord)
    return memory;
  std::lock_guard guard(lock_);
  return nic_.add(queue, record, memory);
}

void MemoryCheck::removeQueue(const CheckedQueue &queue) {
  std::lock_guard guard(lock_);
  nic_.remove(queue);
}

const std::byte *MemoryCheck::addReceiveQueue(const ReceiveRing &ring,
                                              uint64_t record,
                                              const std::byte *memory) {
  std::lock_guard guard(lock_);
  return nic_.add(ring, record, memory);
}

void MemoryCheck::removeReceiveQueue(const std::byte *view) {
  std::lock_guard guard(lock_);
  nic_.remove(view);
}

// ---- the network card

void MemoryCheck::drainCard() {
  if (buffers_)
    buffers_->drainCard();
}

void MemoryCheck::cardReads(const std::byte *memory, size_t size,
                            CardObject what) noexcept {
  std::lock_guard guard(lock_);
  drainCard();
  checkCard(memory, size, MemoryViolation::Kind::UnwrittenCardRead, what);
}

void MemoryCheck::cardWrites(const std::byte *memory, size_t size,
                             CardObject what) noexcept {
  std::lock_guard guard(lock_);
  if (what == CardObject::CompletionEntry)
    drainCard();
  checkCard(memory, size, MemoryViolation::Kind::UnwrittenCardWrite, what);
  unwritten_.overwrite(memory, size);
}

/// Without a seed, units run in parallel, and the card writes in order.
bool MemoryCheck::reordersWrite(uint64_t address, std::byte *memory,
                                ByteView source) noexcept try {
  std::lock_guard guard(lock_);
  if (!buffers_)
    return false;
  buffers_->cardStore(address, memory, source);
  return true;
} catch (const std::bad_alloc &) {
  return false; // the card writes it all
}

/// One store is enough: the others of an entry have the same cause.
void MemoryCheck::checkCard(const std::byte *memory, size_t size,
                            MemoryViolation::Kind kind, CardObject what) try {
  const auto isPending = [&](uint32_t eu, uint64_t address) {
    return buffers_ && buffers_->isPending(eu, address);
  };
  if (const auto found = unwritten_.find(memory, size, isPending))
    report({.kind = kind,
            .address = found->address,
            .access = {},
            .other = found->by,
            .seen = {},
            .object = what});
} catch (const std::bad_alloc &) {
  return; // a report is lost, the card does its work
}

// ---- reports

void MemoryCheck::reportStale(const StaleRead &read) {
  report({.kind = MemoryViolation::Kind::StaleWindowRead,
          .address = read.address,
          .access = read.by,
          .other = read.filledBy,
          .seen = {}});
}

void MemoryCheck::reportRecord(const NicView::Record &record,
                               MemoryViolation::Kind kind,
                               const CheckedAccess &access) {
  report({.kind = kind,
          .address = record.address,
          .access = access,
          .other = record.unwritten.value_or(CheckedAccess()),
          .seen = {}});
}

void MemoryCheck::reportUnwritten(const WindowCache &cache,
                                  MemoryViolation::Kind kind,
                                  const CheckedAccess &access) {
  for (const UnwrittenStore &store : cache.unwritten())
    report({.kind = kind,
            .address = store.address,
            .access = access,
            .other = store.by,
            .seen = {}});
}

/// Under the lock: reports of different units keep their order.
void MemoryCheck::report(const MemoryViolation &violation) {
  using Kind = MemoryViolation::Kind;
  const bool isOfTwo = violation.kind == Kind::WritesOutOfOrder ||
                       violation.kind == Kind::CardWritesOutOfOrder ||
                       violation.kind == Kind::StaleWindowRead ||
                       violation.kind == Kind::UnorderedReceiveEntry;
  const Key key =
      isOfTwo ? Key(violation.kind, violation.access.pc, violation.other.pc)
              : Key(Kind::WindowWriteAtEnd, 0, violation.other.pc);
  if (reported_.insert(key).second)
    observer_.violation(violation);
}

} // namespace dpa
