// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One generation of decoded code, shared by the harts of an address space: for
// each (privilege, extensions) a table from instruction address to block.
// Tables fill as code is reached; nothing is removed, a changed program gets a
// new generation. Reading a table is lock-free, filling it takes a lock. Another lock is held
// while code is translated, so that harts can decode meanwhile.
#ifndef DPA_EMULATOR_CPU_CODE_CACHE_H
#define DPA_EMULATOR_CPU_CODE_CACHE_H

#include "base/short-lock.h"
#include "emulator/cpu/arena.h"
#include "emulator/cpu/block-builder.h"
#include "emulator/cpu/block-translator.h"
#include "emulator/cpu/code-view.h"

#include <mutex>
#include <optional>

namespace dpa::cpu {

struct SpaceState;
class TranslationTimer;

class CodeCache {
public:
  CodeCache(SpaceState &space, uint64_t generation);
  ~CodeCache();

  /// Has memory for the first blocks populated.
  void prepare() { memory_.prepare(); }

  uint64_t generation() const { return number_; }

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

  /// Translates the code from `address` on, which harts run often. If there is
  /// no room, a new generation begins.
  void translate(CodeView &view, uint64_t address);
  using Addresses = std::vector<uint64_t>;
  /// The same for one fragment; adds to `behind` where the rest begins. False: another thread
  /// translates at this moment.
  bool tryTranslate(CodeView &view, uint64_t address, Addresses &behind);
  /// Likewise, if harts may still enter this generation and translating pays; waits for another
  /// thread. Adds the cost to `timer`.
  void translateIfCurrent(CodeView &view, uint64_t address, Addresses &behind,
                          TranslationTimer &timer);
  /// Whether the first sample of a trace leaves fragments so often that the rest is
  /// worth recording. Empty: another thread translates at this moment.
  std::optional<bool> isWorthTracing(CodeView &view, const BlockTrace &trace);
  /// Translates what a trace has run most as one fragment, if that saves enough
  /// exits. False: nothing was replaced; empty as above.
  std::optional<bool> translateTrace(CodeView &view, const BlockTrace &trace);
  /// How often existing translations were replaced.
  uint64_t retranslations() const {
    return retranslations_.load(std::memory_order_acquire);
  }
  /// How translated code is entered; null before there is any.
  EnterFunction enterFunction() const {
    return enter_.load(std::memory_order_acquire);
  }

  bool hasDecoded(uint64_t address, uint64_t size);
  /// For fence.i: true if a store of the guest changed code that was decoded.
  /// Other harts may decode at the same time.
  bool isStale();

private:
  SpaceState &space_;
  const uint64_t number_;
  std::atomic<EnterFunction> enter_{nullptr};
  std::atomic<uint64_t> retranslations_{0};
  std::mutex translating_; ///< taken before tables_
  bool translatorFailed_ = false;
  Arena memory_;        ///< of blocks, and of the pages of views
  LongSpinLock tables_; ///< of what follows
  std::unique_ptr<BlockTranslator> translator_; ///< made under both locks
  std::deque<CodeView> views_;
  BlockBuilder::Buffers builderBuffers_;

  using Guard = std::unique_lock<std::mutex>;

  /// Under the lock of the tables: there is more code than one generation may have.
  bool holdsTooMuch() const;
  /// Whether a new generation is due.
  bool isFull();
  /// Makes the translator on the first call. If the host refuses it, that call sets
  /// `why`.
  bool hasTranslator(std::string &why);
  /// Under the lock for translating, which it releases.
  void translateLocked(Guard translating, CodeView &view, uint64_t address,
                       Addresses &behind, TranslationTimer &timer);
  /// Likewise.
  bool translateTraceLocked(Guard translating, CodeView &view,
                            const BlockTrace &trace, TranslationTimer &timer);
  /// Harts may still enter this generation, and the budget is not spent.
  bool isWorthTranslating() const;
  const CodeRegion *regionOf(CodeView &view, const BlockTrace &trace) const;
  /// decode() under the lock of the tables.
  const Op *decodeNew(CodeView &view, const CodeRegion &region,
                      uint64_t address, uint64_t &faultAddress);
};

} // namespace dpa::cpu

#endif
