// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoding, translating, and the search for changed code.
#include "emulator/cpu/code-cache.h"

#include "emulator/cpu/space-state.h"
#include "emulator/cpu/translation-order.h"
#include "emulator/cpu/translation-timer.h"

#include <algorithm>
#include <new>

namespace dpa::cpu {
namespace {

bool sameIsa(const Isa &a, const Isa &b) {
  return a.zba == b.zba && a.zbb == b.zbb && a.zbs == b.zbs &&
         a.zihintpause == b.zihintpause;
}

/// Compares by doublewords where it can.
bool matchesMemory(const CodePage &page) {
  uint64_t index = 0; // of a halfword
  if (reinterpret_cast<uintptr_t>(page.host) % sizeof(uint64_t) == 0)
    for (; 2 * index + sizeof(uint64_t) <= page.size; index += 4)
      if (loadRelaxed<uint64_t>(&page.copy[index]) !=
          loadRelaxed<uint64_t>(page.host + 2 * index))
        return false;
  for (; 2 * index < page.size; ++index)
    if (page.copy[index] != page.halfwordOf(index))
      return false;
  return true;
}

} // namespace

CodeCache::CodeCache(SpaceState &space, uint64_t generation)
    : space_(space), number_(generation), memory_(space.populator()) {}
CodeCache::~CodeCache() = default;

CodeView &CodeCache::view(const Isa &isa, Privilege privilege) {
  const std::lock_guard lock(tables_);
  for (CodeView &view : views_)
    if (view.privilege == privilege && sameIsa(view.isa, isa))
      return view;
  return views_.emplace_back(space_, isa, privilege, memory_);
}

const Op *CodeCache::decode(CodeView &view, const CodeRegion &region,
                            uint64_t address, uint64_t &faultAddress) {
  const Op *ops = nullptr;
  bool full = false;
  {
    const std::lock_guard lock(tables_);
    ops = decodeNew(view, region, address, faultAddress);
    full = holdsTooMuch();
  }
  if (full)
    space_.retireCode(*this); // its harts use it to the end of a slice
  return ops;
}

bool CodeCache::holdsTooMuch() const {
  size_t bytes = memory_.sizeInBytes();
  for (const CodeView &view : views_)
    bytes += view.sizeInBytes();
  if (translator_ != nullptr)
    bytes += translator_->recordBytes();
  return bytes > space_.options.decodedBytes;
}

const Op *CodeCache::decodeNew(CodeView &view, const CodeRegion &region,
                               uint64_t address, uint64_t &faultAddress) {
  if (const Op *ops = region.find(address))
    return ops;
  BlockBuilder builder(view, region, address, builderBuffers_);
  builder.endAtEntries();
  if (!builder.build(faultAddress))
    return nullptr;
  const Op *ops = builder.write(memory_.allocate(builder.sizeInBytes()));
  CodePage &page = view.pageOf(region, address);
  page.entries[region.indexOf(address)].store(ops, std::memory_order_seq_cst);
  if (const void *code = region.translationAt(address))
    blockOf(ops).setFirstNative(code);
  return ops;
}

const Op *CodeCache::decodeShort(CodeView &view, const CodeRegion &region,
                                 uint64_t address, ShortBlock &block,
                                 uint64_t &faultAddress) {
  BlockBuilder::Buffers buffers; // the block is written without the lock
  BlockBuilder builder(view, region, address, buffers, block.limit);
  if (block.skipsBreakpoint)
    builder.skipBreakpoint();
  bool full = false;
  {
    const std::lock_guard lock(tables_);
    if (!builder.build(faultAddress))
      return nullptr;
    full = holdsTooMuch();
  }
  if (full)
    space_.retireCode(*this);
  block.retires = builder.retires();
  block.memory.resize((builder.sizeInBytes() - 1) / sizeof(Op) + 1);
  return builder.write(reinterpret_cast<std::byte *>(block.memory.data()));
}

void CodeCache::translate(CodeView &view, uint64_t address) {
  Addresses behind;
  for (size_t next = 0;; ++next) {
    {
      TranslationTimer timer(space_.options);
      translateLocked(Guard(translating_), view, address, behind, timer);
    }
    if (next == behind.size() || !isWorthTranslating())
      return;
    address = behind[next];
  }
}

bool CodeCache::tryTranslate(CodeView &view, uint64_t address,
                             Addresses &behind) {
  Guard translating(translating_, std::try_to_lock);
  if (!translating)
    return false;
  TranslationTimer timer(space_.options);
  translateLocked(std::move(translating), view, address, behind, timer);
  return true;
}

bool CodeCache::isWorthTranslating() const {
  return space_.codeGeneration() == number_ && !space_.budget.isSpent();
}

void CodeCache::translateIfCurrent(CodeView &view, uint64_t address,
                                   Addresses &behind, TranslationTimer &timer) {
  const CodeRegion *region = view.regionOf(address);
  if (region != nullptr && region->translationAt(address) == nullptr &&
      isWorthTranslating())
    translateLocked(Guard(translating_), view, address, behind, timer);
}

void CodeCache::translateLocked(Guard translating, CodeView &view,
                                uint64_t address, Addresses &behind,
                                TranslationTimer &timer) {
  bool full = false;
  std::string why;
  try {
    const CodeRegion *region = view.regionOf(address);
    if (region != nullptr && hasTranslator(why) &&
        region->translationAt(address) == nullptr) {
      const uint64_t before = translator_->work();
      translator_->translate(view, *region, address, behind);
      noteTranslated(this);
      const uint64_t cost = translator_->work() - before;
      space_.budget.spend(cost);
      timer.add(cost);
      full = isFull(); // what it reads makes pages
    }
  } catch (const std::bad_alloc &) {
    return; // the block stays interpreted
  }
  translating.unlock();
  if (!why.empty())
    space_.reportRefused(why);
  if (full)
    space_.retireCode(*this);
}

std::optional<bool> CodeCache::translateTrace(CodeView &view,
                                              const BlockTrace &trace) {
  Guard translating(translating_, std::try_to_lock);
  if (!translating)
    return std::nullopt;
  TranslationTimer timer(space_.options);
  return translateTraceLocked(std::move(translating), view, trace, timer);
}

/// That of its first block.
const CodeRegion *CodeCache::regionOf(CodeView &view,
                                      const BlockTrace &trace) const {
  for (const Block *block : trace.blocks())
    if (block != nullptr)
      return translator_ == nullptr ? nullptr : view.regionOf(block->address);
  return nullptr;
}

std::optional<bool> CodeCache::isWorthTracing(CodeView &view,
                                              const BlockTrace &trace) {
  const Guard translating(translating_, std::try_to_lock);
  if (!translating)
    return std::nullopt;
  const TranslationTimer timer(space_.options);
  try {
    const CodeRegion *region = regionOf(view, trace);
    return region != nullptr && !trace.isTooWide() &&
           translator_->leavesOften(view, *region, trace);
  } catch (const std::bad_alloc &) {
    return false;
  }
}

bool CodeCache::translateTraceLocked(Guard translating, CodeView &view,
                                     const BlockTrace &trace,
                                     TranslationTimer &timer) {
  bool full = false;
  bool replaced = false;
  try {
    const CodeRegion *region = regionOf(view, trace);
    if (region == nullptr)
      return false;
    const uint64_t before = translator_->work();
    replaced = translator_->translateTrace(view, *region, trace);
    if (replaced)
      retranslations_.fetch_add(1, std::memory_order_release);
    noteTranslated(this);
    const uint64_t cost = translator_->work() - before;
    space_.budget.spend(cost);
    timer.add(cost);
    full = isFull();
  } catch (const std::bad_alloc &) {
    return false;
  }
  translating.unlock();
  if (full)
    space_.retireCode(*this);
  return replaced;
}

bool CodeCache::isFull() {
  const std::lock_guard lock(tables_);
  return translator_->isFull() || holdsTooMuch();
}

bool CodeCache::hasTranslator(std::string &why) {
  if (translator_ != nullptr || translatorFailed_)
    return translator_ != nullptr;
  std::unique_ptr<BlockTranslator> made =
      makeTranslator(space_, space_.options.codeBytes, why);
  translatorFailed_ = made == nullptr;
  space_.budget.spend(TranslationBudget::generationCost);
  if (translatorFailed_)
    return false;
  const std::lock_guard lock(tables_);
  translator_ = std::move(made);
  enter_.store(translator_->enterFunction(), std::memory_order_release);
  return true;
}

bool CodeCache::hasDecoded(uint64_t address, uint64_t size) {
  const std::lock_guard lock(tables_);
  return std::any_of(views_.begin(), views_.end(), [&](const CodeView &view) {
    return view.hasPage(address, size);
  });
}

/// The locks are held only to list the pages: pages made later are copied from
/// what the caller has stored.
bool CodeCache::isStale() {
  std::vector<const CodePage *> lists;
  {
    const std::lock_guard lock(tables_);
    for (const CodeView &view : views_)
      lists.push_back(view.storablePages());
  }
  for (const CodePage *page : lists)
    for (; page != nullptr; page = page->nextStorable)
      if (!matchesMemory(*page))
        return true;
  return false;
}

} // namespace dpa::cpu
