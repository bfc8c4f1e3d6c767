// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that harts of one privilege can run: pages, copies of the code that blocks are decoded
// from, and tables from instruction address to block. Reading a table is lock-free, filling it takes
// the lock of the code cache. Pages are made under a lock of the view.
#ifndef DPA_EMULATOR_CPU_CODE_VIEW_H
#define DPA_EMULATOR_CPU_CODE_VIEW_H

#include "emulator/cpu/arena.h"
#include "emulator/cpu/instruction.h"
#include "emulator/cpu/memory-map.h"
#include "emulator/cpu/op.h"

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace dpa::cpu {

/// The code of 4 KiB of a region. Blocks are decoded from the copy, so that a comparison with memory
/// shows whether they are still valid. Only the tables of blocks and translations ever change, in one
/// total order: of two threads that add to one and then look into the other, at least one finds what
/// the other has added. Pages lie in an arena and are never destroyed.
struct CodePage {
  static constexpr uint64_t pageSize = 4096;
  template <class Value>
  using Table = std::array<std::atomic<const Value *>, pageSize / 2>;

  Table<Op> entries{}; ///< the ops of blocks
  /// Translated code that begins at an instruction. Null until there is some.
  std::atomic<Table<void> *> translations{nullptr};
  alignas(uint64_t) std::array<uint16_t, pageSize / 2> copy{};
  uint64_t size = 0; ///< bytes of the copy that belong to the region
  const std::byte *host = nullptr;
  /// Halfword `index` of the page's memory; a region may end in the middle of one, which then reads
  /// as 0 above.
  uint16_t halfwordOf(uint64_t index) const {
    const std::byte *cell = host + 2 * index;
    if (2 * index + 1 < size)
      return loadRelaxed<uint16_t>(cell);
    return loadRelaxed<uint8_t>(cell);
  }

  const CodePage *nextStorable = nullptr; ///< made earlier in the same view
};

/// The executable region that a hart is in, as a table of pages.
struct CodeRegion {
  uint64_t base = 0;
  uint64_t size = 0;
  CodePage **pages =
      nullptr; ///< one for each CodePage::pageSize, null until reached

  /// The page of `address`, or null if it is elsewhere or not made yet.
  CodePage *pageAt(uint64_t address) const {
    const uint64_t offset = address - base;
    return offset >= size ? nullptr
                          : __atomic_load_n(&pages[offset / CodePage::pageSize],
                                            __ATOMIC_ACQUIRE);
  }

  /// The ops of the block at `address`, or null if it is elsewhere or not
  /// decoded yet. `address` is even.
  const Op *find(uint64_t address) const {
    const CodePage *page = pageAt(address);
    return page == nullptr ? nullptr
                           : page->entries[indexOf(address)].load(
                                 std::memory_order_seq_cst);
  }
  /// Translated code that begins at `address`, which is even, or null.
  const void *translationAt(uint64_t address) const {
    const CodePage *page = pageAt(address);
    if (page == nullptr)
      return nullptr;
    const CodePage::Table<void> *translations =
        page->translations.load(std::memory_order_seq_cst);
    return translations == nullptr ? nullptr
                                   : (*translations)[indexOf(address)].load(
                                         std::memory_order_seq_cst);
  }
  /// In the tables of the page.
  uint64_t indexOf(uint64_t address) const {
    return (address - base) % CodePage::pageSize / 2;
  }
};

/// The code of one privilege under one set of extensions. Thread safe.
class CodeView {
public:
  /// Its pages lie in `arena`, which outlives it.
  CodeView(const MemoryMap &memory, const Isa &isa, Privilege privilege,
           Arena &arena);
  ~CodeView();
  CodeView(const CodeView &) = delete;
  CodeView &operator=(const CodeView &) = delete;

  /// The executable region that holds `address`, or null.
  const CodeRegion *regionOf(uint64_t address) const;

  /// The two bytes at `address`; false if they are not wholly in `region`.
  bool fetch(const CodeRegion &region, uint64_t address, uint16_t &halfword);

  /// The instruction at `address`. False if it cannot be fetched; `faultAddress` then is the part of
  /// it that cannot.
  bool fetchInstruction(const CodeRegion &region, uint64_t address,
                        Instruction &instruction, uint64_t &faultAddress);
  /// The same, but replaces an instruction that has a breakpoint.
  bool fetchOrBreak(const CodeRegion &region, uint64_t address,
                    Instruction &instruction, uint64_t &faultAddress);

  CodePage &pageOf(const CodeRegion &region, uint64_t address);
  /// Sets the translation at an address. One call at a time.
  void setTranslation(const CodeRegion &region, uint64_t address,
                      const void *code);
  /// Of what is not in the arena: the translations of pages, and the parts of tables that pages
  /// are in.
  size_t sizeInBytes() const { return bytes_.load(std::memory_order_relaxed); }
  bool hasPage(uint64_t address, uint64_t size) const;
  /// The last of the pages that guests can store to, or null.
  const CodePage *storablePages() const {
    const std::lock_guard lock(pagesMutex_);
    return storable_;
  }

  const Isa isa;
  const Privilege privilege;
  const bool isObserved;   ///< accesses and fences are reported to an observer
  const bool checksValues; ///< ops have checks before them (value-check.h)
  const uint32_t warmUp;   ///< as in EngineOptions

private:
  CodePage &makePage(const CodeRegion &region, uint64_t number);

  const DebugPoints &debug_;
  Arena &arena_;
  struct Backing {
    const std::byte *host = nullptr;
    bool mayBeStoredTo = false;
  };

  std::vector<CodeRegion> regions_;
  std::vector<Backing> backings_; ///< of the region with the same index
  std::atomic<size_t> bytes_ = 0;
  /// Of pages, made by setTranslation(). Not in the arena: they would use up memory that is
  /// populated for harts, while page faults of the thread that translates do not stop a hart.
  std::deque<std::unique_ptr<CodePage::Table<void>>> translations_;
  mutable std::mutex
      pagesMutex_; ///< of what follows, and of the tables of pages
  const CodePage *storable_ = nullptr;
};

} // namespace dpa::cpu

#endif
