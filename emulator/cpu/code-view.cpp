// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages of code, and fetching from them.
#include "emulator/cpu/code-view.h"

#include <algorithm>
#include <cstdlib>

namespace dpa::cpu {
namespace {

uint64_t pageCount(uint64_t size) {
  return (size - 1) / CodePage::pageSize + 1;
}

/// What a table takes of the host's memory when the page at an index is set: a
/// page of the host, with the first entry that lies in it.
size_t bytesTakenBy(CodePage *const *table, uint64_t size, uint64_t index) {
  constexpr uint64_t hostPage = 4096;
  constexpr uint64_t entries = hostPage / sizeof(CodePage *);
  const uint64_t first = index / entries * entries;
  const uint64_t end = std::min(first + entries, size);
  const bool isFirst =
      std::all_of(table + first, table + end,
                  [](const CodePage *page) { return page == nullptr; });
  return isFirst ? hostPage : 0;
}

} // namespace

CodeView::CodeView(const MemoryMap &memory, const Isa &isa, Privilege privilege,
                   Arena &arena)
    : isa(isa), privilege(privilege),
      isObserved(privilege == Privilege::User &&
                 memory.options.observer != nullptr),
      checksValues(privilege == Privilege::User &&
                   memory.options.values != nullptr),
      warmUp(memory.options.warmUp), debug_(memory.debug), arena_(arena) {
  regions_.reserve(memory.regions.size()); // so that nothing throws below
  backings_.reserve(memory.regions.size());
  for (const Region &region : memory.regions) {
    if (region.host == nullptr || !permissionsOf(region, privilege).execute)
      continue;
    // calloc: a large region costs address space, not memory.
    auto *pages = static_cast<CodePage **>(
        std::calloc(pageCount(region.size), sizeof(CodePage *)));
    if (pages == nullptr)
      continue; // out of memory: the guest sees an instruction access fault
    regions_.push_back({region.base, region.size, pages});
    backings_.push_back({region.host, memory.mayBeStoredTo(region)});
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
  if (CodePage *page = __atomic_load_n(&region.pages[number], __ATOMIC_ACQUIRE))
    return *page;
  const std::lock_guard lock(pagesMutex_);
  return region.pages[number] != nullptr ? *region.pages[number]
                                         : makePage(region, number);
}

/// Under the lock, which hasPage() and storablePages() take, too: a page that they do not find is
/// copied later, with what their caller has stored.
CodePage &CodeView::makePage(const CodeRegion &region, uint64_t number) {
  const Backing &backing =
      backings_[static_cast<size_t>(&region - regions_.data())];
  bytes_.fetch_add(bytesTakenBy(region.pages, pageCount(region.size), number),
                   std::memory_order_relaxed);
  CodePage &page = arena_.make<CodePage>();
  page.host = backing.host + number * CodePage::pageSize;
  page.size =
      std::min(CodePage::pageSize, region.size - number * CodePage::pageSize);
  for (uint64_t index = 0; 2 * index < page.size; ++index)
    page.copy[index] = page.halfwordOf(index);
  if (backing.mayBeStoredTo) {
    page.nextStorable = storable_;
    storable_ = &page;
  }
  __atomic_store_n(&region.pages[number], &page, __ATOMIC_RELEASE);
  return page;
}

void CodeView::setTranslation(const CodeRegion &region, uint64_t address,
                              const void *code) {
  CodePage &page = pageOf(region, address);
  CodePage::Table<void> *translations =
      page.translations.load(std::memory_order_relaxed);
  if (translations == nullptr) {
    translations =
        translations_.emplace_back(std::make_unique<CodePage::Table<void>>())
            .get();
    page.translations.store(translations, std::memory_order_seq_cst);
    bytes_.fetch_add(sizeof *translations, std::memory_order_relaxed);
  }
  (*translations)[region.indexOf(address)].store(code,
                                                 std::memory_order_seq_cst);
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
  const std::lock_guard lock(pagesMutex_);
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

bool CodeView::fetchInstruction(const CodeRegion &region, uint64_t address,
                                Instruction &instruction,
                                uint64_t &faultAddress) {
  uint16_t low = 0;
  uint16_t high = 0;
  faultAddress = address;
  if (!fetch(region, address, low))
    return false;
  if (!isWide(low)) {
    instruction = decodeCompressed(low);
    return true;
  }
  faultAddress = address + 2;
  if (!fetch(region, address + 2, high))
    return false;
  instruction = decodeWide(uint32_t(high) << 16 | low, isa);
  return true;
}

/// A breakpoint is a system instruction, which ends blocks and is never translated.
bool CodeView::fetchOrBreak(const CodeRegion &region, uint64_t address,
                            Instruction &instruction, uint64_t &faultAddress) {
  if (!fetchInstruction(region, address, instruction, faultAddress))
    return false;
  if (privilege == Privilege::User && debug_.breaksAt(address))
    instruction = {.opcode = Opcode::Wfi,
                   .length = instruction.length,
                   .bits = breakpointBits};
  return true;
}

} // namespace dpa::cpu
