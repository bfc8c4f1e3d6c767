// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heap check of one process (DPA_CHECK=heap): which memory of its data range is
// addressable and defined, and reports of code that uses other memory or values, once
// for each place. The host library supplies the blocks of the heap, the machine its
// stacks, the network card and the host what they write. Thread safe.
#ifndef DPA_EMULATOR_CHECK_HEAP_CHECK_H
#define DPA_EMULATOR_CHECK_HEAP_CHECK_H

#include "emulator/check/shadow-map.h"
#include "emulator/cpu/hart.h"
#include "emulator/interface/heap-check.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

namespace dpa {

struct HeapCheckOptions {
  uint32_t units = 1;
  std::byte *data = nullptr; ///< host memory of the data range
  uint64_t dataEnd = 0;      ///< of the image
  AddressRange heap;
};

class HeapCheck final : public cpu::ValueObserver,
                        public CardObserver,
                        public HeapChecker {
public:
  /// Violations are reported to `observer`, which must outlive this. Throws
  /// std::bad_alloc.
  HeapCheck(const HeapCheckOptions &options, ProcessObserver &observer);

  // ---- by the machine
  /// The hart is about to begin an activation of a thread whose stack is empty,
  /// or to continue one.
  void activationBegins(cpu::Hart &hart, uint32_t slot, uint64_t stackPointer,
                        bool continues);

  // ---- by the harts
  void badAccess(cpu::Hart &hart, uint64_t pc, uint64_t address, unsigned bytes,
                 bool stores) override;
  void undefinedUse(cpu::Hart &hart, uint64_t pc, cpu::ValueUse use,
                    uint32_t origin) override;
  void stackMoved(cpu::Hart &hart, uint64_t pc, uint64_t from,
                  uint64_t to) override;

  // ---- by the host, the machine and the network card: what they write is
  // defined
  void cardReads(const std::byte *memory, size_t size,
                 CardObject what) noexcept override;
  void cardWrites(const std::byte *memory, size_t size,
                  CardObject what) noexcept override;

  // ---- by the host library
  void allocated(const HeapBlock &block, bool isDefined) override;
  void freed(uint64_t address, const void *freedBy) override;
  void recycled(uint64_t address) override;
  void invalidFree(uint64_t address, const void *caller) override;
  uint64_t violations() const override { return violations_; }
  std::vector<HeapBlock> deviceBlocks() const override;

  // ---- by malloc() of device code (runtime/abi/syscalls.h); `at`: its registers.
  // Returns the result of the system call.
  uint64_t deviceHeap(uint64_t what, const HeapBlock &block, const Crash &at);

private:
  using Blocks = std::map<uint64_t, HeapBlock>;
  /// Places that are reported.
  static constexpr size_t placesMax = 1000;

  uint64_t deviceAllocated(HeapBlock block, bool isDefined, const Crash &at);
  uint64_t deviceFreed(uint64_t address, const Crash &at);
  uint64_t deviceRecycled(uint64_t address);
  AddressRange guarded(const HeapBlock &block) const;
  bool isNew(HeapViolation::Kind kind, const cpu::Hart &hart, uint64_t pc);
  void report(HeapViolation &violation, const cpu::Hart &hart, uint64_t pc);
  void setPlace(HeapViolation &violation) const;
  void setHeapPlace(HeapViolation &violation) const;
  void setOrigin(HeapViolation &violation, uint32_t origin) const;
  std::vector<std::byte> stackOf(uint32_t slot, uint64_t from) const;
  std::optional<AddressRange> rangeOf(const std::byte *memory,
                                      size_t size) const;
  std::optional<uint64_t> firstNotAddressable(const AddressRange &range) const;
  std::optional<uint64_t> firstUndefined(const AddressRange &range) const;
  void reportCard(HeapViolation::Kind kind, const AddressRange &range,
                  CardObject what, uint64_t bad) noexcept;

  const HeapCheckOptions options_;
  ProcessObserver &observer_;
  ShadowMap map_;
  std::vector<uint32_t> slots_; ///< of the activation of each unit
  std::atomic<uint64_t> violations_ = 0;
  mutable std::mutex lock_; ///< of what follows
  uint64_t deviceAllocations_ = 0;
  Blocks blocks_; ///< by address; also freed ones until recycled
  using Key = std::tuple<HeapViolation::Kind, uint64_t, uint64_t>;
  std::set<Key> reported_; ///< kind, pc and return address
};

} // namespace dpa

#endif
