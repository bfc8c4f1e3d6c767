// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One generation of decoded code, shared by the harts of an address space: for
// each (privilege, extensions) a table from instruction address to block.
// Tables fill as code is reached; nothing is removed, a changed program gets a
// new generation. Reading a table is lock-free, filling it takes the cache's
// lock.
#ifndef DPA_EMULATOR_CPU_CODE_CACHE_H
#define DPA_EMULATOR_CPU_CODE_CACHE_H

#include "emulator/cpu/address-space.h"
#include "emulator/cpu/op.h"

#include <cstdlib>
#include <deque>

namespace dpa::cpu {

namespace jit {
class Translator;
struct Link;
} // namespace jit
struct HotState;

/// The code of 4 KiB of a region. Blocks are decoded from the copy, so that a
/// comparison with memory tells whether they are still right. Only the entries
/// ever change.
struct CodePage {
  static constexpr uint64_t pageSize = 4096;
  std::array<std::atomic<const Op *>, pageSize / 2> entries{};
  alignas(uint64_t) std::array<uint16_t, pageSize / 2> copy{};
  uint64_t size = 0; ///< bytes of the copy that belong to the region
  const std::byte *host = nullptr;
  const CodePage *nextStorable = nullptr; ///< made earlier in the same view
};

/// The executable region that a hart is in, as a table of pages.
struct CodeRegion {
  uint64_t base = 0;
  uint64_t size = 0;
  CodePage **pages =
      nullptr; ///< one for each CodePage::pageSize, null until reached

  /// The ops of the block at `address`, or null if it is elsewhere or not
  /// decoded yet. `address` is even.
  const Op *find(uint64_t address) const {
    const uint64_t offset = address - base;
    if (offset >= size)
      return nullptr;
    const CodePage *page =
        __atomic_load_n(&pages[offset / CodePage::pageSize], __ATOMIC_ACQUIRE);
    if (page == nullptr)
      return nullptr;
    return page->entries[offset % CodePage::pageSize / 2].load(
        std::memory_order_acquire);
  }
};

/// The code of one privilege under one set of extensions.
class CodeView {
public:
  CodeView(const AddressSpace::Impl &space, const Isa &isa,
           Privilege privilege);
  ~CodeView();
  CodeView(const CodeView &) = delete;
  CodeView &operator=(const CodeView &) = delete;

  /// The executable region that holds `address`, or null.
  const CodeRegion *regionOf(uint64_t address) const;

  /// The two bytes at `address`; false if they are not wholly in `region`.
  /// Under the cache's lock.
  bool fetch(const CodeRegion &region, uint64_t address, uint16_t &halfword);

  CodePage &pageOf(const CodeRegion &region, uint64_t address);
  /// Of the pages and of the parts of the tables that they are in.
  size_t sizeInBytes() const { return bytes_; }
  bool hasPage(uint64_t address, uint64_t size) const;
  /// The last of the pages that guests can store to, or null.
  const CodePage *storablePages() const { return storable_; }

  const Isa isa;
  const Privilege privilege;
  const bool isObserved; ///< accesses and fences are told to an observer

private:
  struct Backing {
    const std::byte *host = nullptr;
    bool mayBeStoredTo = false;
  };

  std::vector<CodeRegion> regions_;
  std::vector<Backing> backings_; ///< of the region with the same index
  std::deque<std::unique_ptr<CodePage>> pages_;
  const CodePage *storable_ = nullptr;
  size_t bytes_ = 0;
};

/// A block that was cut to fit the end of a budget.
struct ShortBlock {
  uint32_t limit = 0;   ///< that it is made for
  uint32_t retires = 0; ///< at most, without a system instruction at its end
  std::vector<Op> memory;

  /// Whether it is what would be made for this limit, too.
  bool fits(uint32_t wanted) const {
    return wanted == limit || (retires < limit && retires < wanted);
  }
};

class CodeCache {
public:
  CodeCache(AddressSpace::Impl &space, uint64_t generation);
  ~CodeCache();

  uint64_t generation() const { return number_; }
  /// True in the child of a fork: the code is the parent's.
  bool isOfParent() const;

  CodeView &view(const Isa &isa, Privilege privilege);

  /// The ops of the block at `address` of `region`, decoded if need be. Null:
  /// not fetchable, then `faultAddress` is the address of the part that is not.
  /// If that is too much decoded code, a new generation begins.
  const Op *decode(CodeView &view, const CodeRegion &region, uint64_t address,
                   uint64_t &faultAddress);

  /// The same, the block not kept here, and retiring at most block.limit
  /// instructions.
  const Op *decodeShort(CodeView &view, const CodeRegion &region,
                        uint64_t address, ShortBlock &block,
                        uint64_t &faultAddress);

  /// Translates the block at `address`, whose harts run it often. If there is
  /// no room, a new generation begins.
  void translate(CodeView &view, uint64_t address);
  /// How translated code is entered; null before there is any.
  const jit::Link *(*enterFunction() const)(HotState *, const void *) {
    return enter_.load(std::memory_order_acquire);
  }

  bool hasDecoded(uint64_t address, uint64_t size);
  /// For fence.i: true if a store of the guest changed code that was decoded.
  /// Others may go on decoding meanwhile.
  bool isStale();

private:
  using EnterFunction = const jit::Link *(*)(HotState *, const void *);

  AddressSpace::Impl &space_;
  const uint64_t number_;
  const uint32_t forkCount_;
  std::atomic<EnterFunction> enter_{nullptr};
  std::mutex mutex_;
  std::unique_ptr<jit::Translator> translator_;
  bool translatorFailed_ = false;
  std::deque<CodeView> views_;
  std::deque<std::unique_ptr<std::byte[]>> blocks_;
  size_t blockBytes_ = 0;

  /// Under the lock: there is more than one generation may have.
  bool isFull() const;
  /// Under the lock: there is a translator, or now there is. If one is refused
  /// for the first time, `why` says why.
  bool hasTranslator(std::string &why);
  /// decode() under the lock.
  const Op *decodeNew(CodeView &view, const CodeRegion &region,
                      uint64_t address, uint64_t &faultAddress);
};

} // namespace dpa::cpu

#endif
