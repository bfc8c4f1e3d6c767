// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of decoded code: pages, copies of the code they were decoded from, and
// the search for changes.
#include "emulator/cpu/code-cache.h"

#include "emulator/cpu/block-builder.h"
#include "emulator/cpu/fork-count.h"
#include "emulator/cpu/jit/translator.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace dpa::cpu {
namespace {

bool sameIsa(const Isa &a, const Isa &b) {
  return a.zba == b.zba && a.zbb == b.zbb && a.zbs == b.zbs &&
         a.zihintpause == b.zihintpause;
}

uint64_t pageCount(uint64_t size) {
  return (size - 1) / CodePage::pageSize + 1;
}

/// Halfword `index` of the page's memory; a region may end in the middle of
/// one, which then reads as 0 above.
uint16_t halfwordOf(const CodePage &page, uint64_t index) {
  const std::byte *cell = page.host + 2 * index;
  if (2 * index + 1 < page.size)
    return loadRelaxed<uint16_t>(cell);
  return loadRelaxed<uint8_t>(cell);
}

/// What the page at an index of a table takes of the host's memory. A table
/// takes it by the host's page, with the first entry that lies in it.
size_t bytesTakenBy(CodePage *const *table, uint64_t size, uint64_t index) {
  constexpr uint64_t hostPage = 4096;
  constexpr uint64_t entries = hostPage / sizeof(CodePage *);
  const uint64_t first = index / entries * entries;
  const uint64_t end = std::min(first + entries, size);
  const bool isFirst =
      std::all_of(table + first, table + end,
                  [](const CodePage *page) { return page == nullptr; });
  return sizeof(CodePage) + (isFirst ? hostPage : 0);
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
    if (page.copy[index] != halfwordOf(page, index))
      return false;
  return true;
}

} // namespace

CodeView::CodeView(const AddressSpace::Impl &space, const Isa &isa,
                   Privilege privilege)
    : isa(isa), privilege(privilege),
      isObserved(privilege == Privilege::User &&
                 space.options.observer != nullptr) {
  regions_.reserve(space.regions.size()); // so that nothing throws below
  backings_.reserve(space.regions.size());
  for (const Region &region : space.regions) {
    if (region.host == nullptr || !permissionsOf(region, privilege).execute)
      continue;
    // calloc: a large region costs address space, not memory.
    auto *pages = static_cast<CodePage **>(
        std::calloc(pageCount(region.size), sizeof(CodePage *)));
    if (pages == nullptr)
      continue; // out of memory: the guest sees an instruction access fault
    regions_.push_back({region.base, region.size, pages});
    backings_.push_back({region.host, space.mayBeStoredTo(region)});
  }
}

CodeView::~CodeView() {
  for (const CodeRegion &region : regions_)
    std::free(static_cast<void *>(region.pages));
}

const CodeRegion *CodeView::regionOf(uint64_t address) const {
  for (const CodeRegion &region : regions_)
    if (address - region.base < region.size)
      return &region;
  return nullptr;
}

CodePage &CodeView::pageOf(const CodeRegion &region, uint64_t address) {
  const uint64_t number = (address - region.base) / CodePage::pageSize;
  if (region.pages[number] != nullptr)
    return *region.pages[number];
  const Backing &backing =
      backings_[static_cast<size_t>(&region - regions_.data())];
  bytes_ += bytesTakenBy(region.pages, pageCount(region.size), number);
  CodePage &page = *pages_.emplace_back(std::make_unique<CodePage>());
  page.host = backing.host + number * CodePage::pageSize;
  page.size =
      std::min(CodePage::pageSize, region.size - number * CodePage::pageSize);
  for (uint64_t index = 0; 2 * index < page.size; ++index)
    page.copy[index] = halfwordOf(page, index);
  if (backing.mayBeStoredTo) {
    page.nextStorable = storable_;
    storable_ = &page;
  }
  __atomic_store_n(&region.pages[number], &page, __ATOMIC_RELEASE);
  return page;
}

bool CodeView::fetch(const CodeRegion &region, uint64_t address,
                     uint16_t &halfword) {
  const uint64_t offset = address - region.base;
  if (offset >= region.size || region.size - offset < 2)
    return false;
  halfword = pageOf(region, address).copy[offset % CodePage::pageSize / 2];
  return true;
}

bool CodeView::hasPage(uint64_t address, uint64_t size) const {
  if (size == 0)
    return false;
  const uint64_t last =
      size - 1 > ~address ? ~uint64_t(0) : address + (size - 1);
  return std::any_of(
      regions_.begin(), regions_.end(), [&](const CodeRegion &region) {
        const uint64_t from = std::max(address, region.base);
        const uint64_t to = std::min(last, region.base + (region.size - 1));
        if (from > to)
          return false;
        CodePage *const *first =
            region.pages + (from - region.base) / CodePage::pageSize;
        CodePage *const *final =
            region.pages + (to - region.base) / CodePage::pageSize;
        return std::any_of(first, final + 1, [](const CodePage *page) {
          return page != nullptr;
        });
      });
}

CodeCache::CodeCache(AddressSpace::Impl &space, uint64_t generation)
    : space_(space), number_(generation), forkCount_(forkCount()) {}
CodeCache::~CodeCache() = default;

bool CodeCache::isOfParent() const {
  return forkCount_ != forkCount();
}

CodeView &CodeCache::view(const Isa &isa, Privilege privilege) {
  const std::lock_guard lock(mutex_);
  for (CodeView &view : views_)
    if (view.privilege == privilege && sameIsa(view.isa, isa))
      return view;
  return views_.emplace_back(space_, isa, privilege);
}

const Op *CodeCache::decode(CodeView &view, const CodeRegion &region,
                            uint64_t address, uint64_t &faultAddress) {
  const Op *ops = nullptr;
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    ops = decodeNew(view, region, address, faultAddress);
    full = isFull();
  }
  if (full)
    space_.retireCode(*this); // its harts go on with it to the end of a slice
  return ops;
}

bool CodeCache::isFull() const {
  size_t bytes = blockBytes_;
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
  BlockBuilder builder(view, region, address, blockInstructionsMax,
                       space_.translates);
  if (!builder.build(faultAddress))
    return nullptr;
  blocks_.push_back(std::make_unique<std::byte[]>(builder.sizeInBytes()));
  blockBytes_ += builder.sizeInBytes();
  const Op *ops = builder.write(blocks_.back().get());
  if (translator_ != nullptr)
    blockOf(ops).native.store(translator_->find(view, address),
                              std::memory_order_relaxed);
  CodePage &page = view.pageOf(region, address);
  page.entries[(address - region.base) % CodePage::pageSize / 2].store(
      ops, std::memory_order_release);
  return ops;
}

const Op *CodeCache::decodeShort(CodeView &view, const CodeRegion &region,
                                 uint64_t address, ShortBlock &block,
                                 uint64_t &faultAddress) {
  BlockBuilder builder(view, region, address, block.limit);
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    if (!builder.build(faultAddress))
      return nullptr;
    full = isFull();
  }
  if (full)
    space_.retireCode(*this);
  block.retires = builder.retires();
  block.memory.resize((builder.sizeInBytes() - 1) / sizeof(Op) + 1);
  return builder.write(reinterpret_cast<std::byte *>(block.memory.data()));
}

void CodeCache::translate(CodeView &view, uint64_t address) {
  if (isOfParent())
    return; // a child of a fork that still runs the parent's code
  bool full = false;
  std::string why;
  try {
    const std::lock_guard lock(mutex_);
    const CodeRegion *region = view.regionOf(address);
    if (region != nullptr && hasTranslator(why) &&
        translator_->find(view, address) == nullptr) {
      translator_->translate(view, *region, address);
      full = translator_->isFull() || isFull(); // what it reads makes pages
    }
  } catch (const std::bad_alloc &) {
    return; // the block stays the interpreter's
  }
  if (!why.empty())
    space_.tellRefused(why);
  if (full)
    space_.retireCode(*this);
}

bool CodeCache::hasTranslator(std::string &why) {
  if (translator_ == nullptr && !translatorFailed_) {
    translator_ =
        jit::Translator::create(space_, space_.options.codeBytes, why);
    translatorFailed_ = translator_ == nullptr;
    if (translator_ != nullptr)
      enter_.store(translator_->enterFunction(), std::memory_order_release);
  }
  return translator_ != nullptr;
}

bool CodeCache::hasDecoded(uint64_t address, uint64_t size) {
  const std::lock_guard lock(mutex_);
  return std::any_of(views_.begin(), views_.end(), [&](const CodeView &view) {
    return view.hasPage(address, size);
  });
}

/// The lock is held only to see which pages there are: those that come later
/// are copied from what the caller has stored.
bool CodeCache::isStale() {
  std::vector<const CodePage *> lists;
  {
    const std::lock_guard lock(mutex_);
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
