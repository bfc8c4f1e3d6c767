// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From hot blocks to host code.
#include "emulator/cpu/jit/translator.h"

#include "emulator/cpu/jit/exits.h"
#include "emulator/cpu/jit/profile.h"

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
                           uint64_t address, std::vector<uint64_t> &behind) {
  if (full_)
    return false;
  const std::optional<Fragment> fragment =
      findFragment(view, region, address, entries_.of(view), finderBuffers_);
  if (!fragment)
    return false;
  behind.reserve(behind.size() + fragment->behind.size());
  if (!emit(view, region, *fragment))
    return false;
  behind.insert(behind.end(), fragment->behind.begin(), fragment->behind.end());
  return true;
}

bool Translator::leavesOften(CodeView &view, const CodeRegion &region,
                             const BlockTrace &trace) {
  const EntryTable::ViewTables &known = entries_.of(view);
  return countExits(TracedBlocks(view, region, trace),
                    [&](uint64_t address) {
                      return EntryTable::shapeOf(known, address);
                    })
      .areFrequent();
}

bool Translator::translateTrace(CodeView &view, const CodeRegion &region,
                                const BlockTrace &trace) {
  if (full_)
    return false;
  const EntryTable::ViewTables &known = entries_.of(view);
  const TracedBlocks traced(view, region, trace);
  const auto entered = [&](uint64_t address) {
    return EntryTable::shapeOf(known, address);
  };
  const Exits now = countExits(traced, entered);
  if (!now.areFrequent())
    return false;
  const Profile profile(traced, now.isFrequent);
  if (profile.isEmpty() || !profile.coversMost())
    return false;
  const std::optional<Fragment> fragment =
      findHotFragment(view, region, profile, known, finderBuffers_);
  if (!fragment)
    return false;
  work_ += fragment->instructions(); // found, whether it is emitted or not
  const FragmentShape shape(*fragment);
  const Exits then = countExits(traced, [&](uint64_t address) {
    return shape.isEntry(address) ? &shape : entered(address);
  });
  return now.areWorthReplacing(then) && emit(view, region, *fragment);
}

bool Translator::emit(CodeView &view, const CodeRegion &region,
                      const Fragment &fragment) {
  work_ += fragment.instructions() + workOfFragment;
  const size_t index = indexOf(view.privilege);
  const bool isWatched =
      view.privilege == Privilege::User && !guest_.debug.watchpoints.empty();
  const Window none; // empty: each access calls C++
  const Translation translation{*memory_,
                                records_,
                                gates_,
                                isWatched ? none : guest_.readable[index],
                                isWatched ? none : guest_.writable[index],
                                &view};
  std::vector<EntryPoint> entries;
  const size_t top = memory_->mark();
  const Records::Mark records = records_.mark();
  const std::byte *begin = memory_->next();
  if (!emitFragment(fragment, translation, entries)) {
    memory_->giveBack(top);
    records_.giveBack(records);
    full_ = memory_->isHalfUsed();
    return false;
  }
  publish(view, region, fragment, entries);
  if (guest_.options.translated) [[unlikely]]
    guest_.options.translated(
        {.code = memory_->executable(begin),
         .size = static_cast<size_t>(memory_->next() - begin),
         .address = fragment.start});
  return true;
}

void Translator::publish(CodeView &view, const CodeRegion &region,
                         const Fragment &fragment,
                         const std::vector<EntryPoint> &entries) {
  const FragmentShape *shape = &shapes_.emplace_back(fragment);
  shapeBytes_ += shape->sizeInBytes();
  if (fragment.isTraced)
    replace(view, region, entries, shape);
  else
    add(view, region, entries, shape);
  EntryTable::ViewTables &known = entries_.of(view);
  for (const FragmentBlock &block : fragment.blocks) {
    if (block.isFollowed() || block.isAbsorbed)
      continue;
    uint8_t &copies = known.copies[block.address];
    if (fragment.isTraced ? block.isEntry : block.isLastCopy)
      copies = EntryTable::copiesMax;
    else if (!fragment.isTraced)
      ++copies;
  }
  recordBytes_.store(records_.sites.size() * sizeof(Site) +
                         records_.links.size() * sizeof(Records::LinkOfView) +
                         entries_.sizeInBytes() + shapeBytes_,
                     std::memory_order_relaxed);
}

/// An address that can be entered already keeps its entry, to which others may
/// be linked.
void Translator::add(CodeView &view, const CodeRegion &region,
                     const std::vector<EntryPoint> &entries,
                     const FragmentShape *shape) {
  EntryTable::ViewTables &known = entries_.of(view);
  for (const EntryPoint &entry : entries) {
    if (region.translationAt(entry.address) != nullptr)
      continue;
    const FragmentShape *&own = known.shapes[entry.address]; // may throw
    view.setTranslation(region, entry.address, entry.code);
    own = shape;
    if (const Op *op = region.find(entry.address))
      blockOf(op).setFirstNative(entry.code);
  }
}

/// Later entries, and jumps of other fragments, lead to the new code.
void Translator::replace(CodeView &view, const CodeRegion &region,
                         const std::vector<EntryPoint> &entries,
                         const FragmentShape *shape) {
  EntryTable::ViewTables &known = entries_.of(view);
  AddressMap<const void *> codes;
  for (const EntryPoint &entry : entries) {
    const FragmentShape *&own = known.shapes[entry.address];
    codes[entry.address] = entry.code;
    view.setTranslation(region, entry.address, entry.code);
    own = shape;
    if (const Op *op = region.find(entry.address))
      blockOf(op).setNative(entry.code);
  }
  for (const Records::LinkOfView &each : records_.links)
    if (const void *const *code = codes.find(each.link->address);
        code != nullptr && each.view == &view)
      each.link->code.store(*code, std::memory_order_release);
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
