// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From hot blocks to host code.
#include "emulator/cpu/jit/translator.h"

#include <algorithm>

namespace dpa::cpu {
namespace jit {
namespace {

/// In instructions: what a fragment costs beside its own.
constexpr uint64_t workOfFragment = 32;

} // namespace

std::unique_ptr<Translator>
Translator::create(const MemoryMap &guest, size_t codeBytes, std::string &why) {
  if (!hostIsSupported(why))
    return nullptr;
  std::unique_ptr<CodeMemory> memory =
      CodeMemory::create(std::min(codeBytes, CodeMemory::sizeMax), why,
                         static_cast<bool>(guest.options.translated));
  if (memory == nullptr)
    return nullptr;
  std::unique_ptr<Translator> result(new Translator(guest, std::move(memory)));
  if (emitGates(*result->memory_, result->gates_))
    return result;
  why = "the memory for host code is too small";
  return nullptr;
}

bool Translator::translate(CodeView &view, const CodeRegion &region,
                           uint64_t address) {
  if (full_)
    return false;
  EntryTable::Entries &known = entries_.of(view);
  const std::optional<Fragment> fragment =
      findFragment(view, region, address, known);
  if (!fragment)
    return false;
  work_ += fragment->instructions() + workOfFragment;
  const size_t index = indexOf(view.privilege);
  const bool isWatched =
      view.privilege == Privilege::User && !guest_.debug.watchpoints.empty();
  const Window none; // empty: each access calls C++
  const Translation translation{*memory_, records_, gates_,
                                isWatched ? none : guest_.readable[index],
                                isWatched ? none : guest_.writable[index]};
  std::vector<EntryPoint> entries;
  const size_t slots = memory_->slotMark();
  const Records::Mark records = records_.mark();
  const std::byte *begin = memory_->next();
  if (!emitFragment(*fragment, translation, entries)) {
    memory_->giveBack(slots);
    records_.giveBack(records);
    full_ = memory_->isHalfUsed();
    return false;
  }
  publish(region, known, *fragment, entries);
  if (guest_.options.translated) [[unlikely]]
    guest_.options.translated(
        {.code = memory_->executable(begin),
         .size = static_cast<size_t>(memory_->next() - begin),
         .address = fragment->start});
  return true;
}

/// An address that can be entered already keeps its entry, to which others may
/// be linked.
void Translator::publish(const CodeRegion &region, EntryTable::Entries &known,
                         const Fragment &fragment,
                         const std::vector<EntryPoint> &entries) {
  for (const FragmentBlock &block : fragment.blocks) {
    if (block.isFollowed())
      continue;
    uint32_t &copies = known[block.address].copies;
    copies = block.isLastCopy ? EntryTable::copiesMax : copies + 1;
  }
  for (const EntryPoint &entry : entries) {
    const void *&code = known[entry.address].code;
    if (code == nullptr)
      code = entry.code;
    const Op *op = region.find(entry.address);
    if (op == nullptr)
      continue;
    const void *none = nullptr;
    blockOf(op).native.compare_exchange_strong(none, entry.code,
                                               std::memory_order_acq_rel);
  }
}

const void *Translator::find(const CodeView &view, uint64_t address) const {
  return entries_.find(view, address);
}

} // namespace jit

std::unique_ptr<BlockTranslator>
makeTranslator(const MemoryMap &guest, size_t codeBytes, std::string &why) {
  return jit::Translator::create(guest, codeBytes, why);
}

bool jitIsAvailable(std::string &why) {
  const size_t trial = EngineOptions().codeBytes;
  return jit::hostIsSupported(why) &&
         jit::CodeMemory::create(trial, why) != nullptr;
}

} // namespace dpa::cpu
