// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory-model check of one process (DPA_CHECK=memory): performs the memory
// accesses of its user code through models of what a DPA may do, and reports each
// violation once. The harts supply the accesses, the network card its own, the
// process what the machine and the host do. Thread safe.
#ifndef DPA_EMULATOR_CHECK_MEMORY_CHECK_H
#define DPA_EMULATOR_CHECK_MEMORY_CHECK_H

#include "emulator/check/nic-view.h"
#include "emulator/check/store-buffer.h"
#include "emulator/check/unwritten-stores.h"
#include "emulator/check/window-cache.h"
#include "emulator/cpu/dynamic-memory.h"
#include "emulator/interface/device.h"

#include <mutex>
#include <set>
#include <tuple>

namespace dpa {

/// What a process checks.
struct CheckOptions {
  /// A fence never counts as a write-back.
  bool isStrict = false;
  /// Set: units take turns, and their stores become visible in an order that it
  /// decides.
  std::optional<uint64_t> seed;
  uint32_t units = 1;
  AddressRange heap;
};

class MemoryCheck : public cpu::MemoryObserver, public CardObserver {
public:
  /// Violations are reported to `observer`, which must outlive this.
  MemoryCheck(const CheckOptions &options, ProcessObserver &observer);

  /// The memory behind the windows; set before code of the process runs.
  void setWindows(cpu::DynamicMemory &windows) { windows_ = &windows; }

  // ---- by the harts
  uint64_t load(const cpu::ObservedAccess &access) override;
  void store(const cpu::ObservedAccess &access, uint64_t value) override;
  void atomic(const cpu::ObservedAtomic &operation) override;
  void fence(const cpu::ObservedFence &fence) override;
  void deviceStore(const cpu::ObservedAccess &access, uint64_t value) override;
  void trap(cpu::Hart &hart, uint64_t cause) override;

  // ---- by the machine
  /// An EU of the process gets a turn.
  void turnBegins();
  /// An activation is about to begin, nothing is written for it yet: its thread
  /// sees all that was written before.
  void activationBegins();
  /// The activation on `eu` is over, at its last trap, which it `chose` to make.
  void activationEnds(uint32_t eu, bool chose);
  /// Doorbells of the thread on `eu` reach this device from now on.
  void outboxSelected(uint32_t eu, uint32_t device);
  /// The machine is about to read or write memory for the thread on `eu`.
  void machineAccesses(uint32_t eu);
  /// The same for the host; hostArrived(): it has read or written.
  void hostArrives();
  void hostArrived();

  /// The network card's view of the doorbell record of a new completion queue,
  /// valid while this lives. Checked unless the queue does not need it.
  const std::byte *addQueue(const CheckedQueue &queue, uint64_t record,
                            const std::byte *memory, bool ignoresRecord);
  void removeQueue(const CheckedQueue &queue);
  /// The same for a receive queue; its view identifies it.
  const std::byte *addReceiveQueue(const ReceiveRing &ring, uint64_t record,
                                   const std::byte *memory);
  void removeReceiveQueue(const std::byte *view);

  // ---- by the network card
  void cardReads(const std::byte *memory, size_t size,
                 CardObject what) noexcept override;
  void cardWrites(const std::byte *memory, size_t size,
                  CardObject what) noexcept override;
  bool reordersWrite(uint64_t address, std::byte *memory,
                     ByteView source) noexcept override;

private:
  static uint32_t unitOf(const cpu::Hart &hart);
  struct Unit {
    WindowCache windows;
    CheckedAccess lastTrap;
    uint32_t device = 0; ///< that doorbells reach
  };

  uint64_t loadShared(const cpu::ObservedAccess &access);
  uint64_t loadWindow(const cpu::ObservedAccess &access);
  void noteStore(const cpu::ObservedAccess &access,
                 std::optional<uint64_t> value);
  void checkPosting(const NicView::Posting &posting,
                    const cpu::ObservedAccess &access);
  void drainCard();
  void checkCard(const std::byte *memory, size_t size,
                 MemoryViolation::Kind kind, CardObject what);
  void taggedFence(cpu::Hart &hart, unsigned hint);
  void orderForCard(uint32_t eu, unsigned hint);
  void writeWindowsBack(cpu::Hart &hart);
  void emptyWindowCache(cpu::Hart &hart);
  void makeRoom(cpu::Hart &hart);
  void reportStale(const StaleRead &read);
  void reportUnwritten(const WindowCache &cache, MemoryViolation::Kind kind,
                       const CheckedAccess &access);
  void reportRecord(const NicView::Record &record, MemoryViolation::Kind kind,
                    const CheckedAccess &access);
  void report(const MemoryViolation &violation);

  const CheckOptions options_;
  ProcessObserver &observer_;
  cpu::DynamicMemory *windows_ = nullptr;
  std::mutex lock_; ///< of what follows
  std::optional<StoreBuffers> buffers_;
  std::vector<Unit> units_;
  NicView nic_;
  UnwrittenStores unwritten_;
  /// What was reported: a missing write-back once, for the first access that
  /// misses it; others by the places of both accesses.
  using Key = std::tuple<MemoryViolation::Kind, uint64_t, uint64_t>;
  std::set<Key> reported_;
};

} // namespace dpa

#endif
