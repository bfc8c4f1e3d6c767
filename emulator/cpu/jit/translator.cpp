// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From hot blocks to host code, and between the interpreter and that code.
#include "emulator/cpu/jit/translator.h"

#include "emulator/cpu/engine.h"
#include "emulator/cpu/interpreter.h"

#include <algorithm>

namespace dpa::cpu {
namespace jit {

std::unique_ptr<Translator> Translator::create(const AddressSpace::Impl &space,
                                               size_t codeBytes,
                                               std::string &why) {
  if (!hostIsSupported(why))
    return nullptr;
  std::unique_ptr<CodeMemory> memory =
      CodeMemory::create(std::min(codeBytes, CodeMemory::sizeMax), why);
  if (memory == nullptr)
    return nullptr;
  std::unique_ptr<Translator> result(new Translator(space, std::move(memory)));
  if (emitGates(*result->memory_, result->theGates_))
    return result;
  why = "the memory for host code is too small";
  return nullptr;
}

bool Translator::translate(CodeView &view, const CodeRegion &region,
                           uint64_t address) {
  const std::optional<Fragment> fragment = findFragment(view, region, address);
  if (full_ || !fragment)
    return false;
  const size_t index = indexOf(view.privilege);
  const Translation translation{*memory_, theRecords_, theGates_,
                                space_.readable[index], space_.writable[index]};
  std::vector<EntryPoint> entries;
  const size_t slots = memory_->slotMark();
  const Records::Mark records = theRecords_.mark();
  if (!emitFragment(*fragment, translation, entries)) {
    memory_->giveBack(slots);
    theRecords_.giveBack(records);
    full_ = memory_->isHalfUsed();
    return false;
  }
  for (const EntryPoint &entry : entries) {
    entries_.try_emplace({&view, entry.address}, entry.code);
    const Op *op = region.find(entry.address);
    if (op == nullptr)
      continue;
    const void *none = nullptr;
    blockOf(op).native.compare_exchange_strong(none, entry.code,
                                               std::memory_order_acq_rel);
  }
  return true;
}

const void *Translator::find(const CodeView &view, uint64_t address) const {
  const auto place = entries_.find({&view, address});
  return place == entries_.end() ? nullptr : place->second;
}

} // namespace jit

bool jitIsAvailable(std::string &why) {
  const size_t trial = EngineOptions().codeBytes;
  return jit::hostIsSupported(why) &&
         jit::CodeMemory::create(trial, why) != nullptr;
}

const void *warm(Hart::Impl &hart, const Op *op) {
  const Block &block = blockOf(op);
  if (hart.dataPrivilege != hart.privilege)
    return nullptr; // translated code knows the windows of its privilege
  if (const void *code = block.native.load(std::memory_order_acquire))
    return code;
  const uint32_t limit = hart.space.options.warmUp;
  const uint32_t heat = block.heat.load(std::memory_order_relaxed);
  if (heat >= limit) // tried already
    return nullptr;
  block.heat.store(heat + 1, std::memory_order_relaxed);
  if (heat + 1 < limit)
    return nullptr;
  hart.cache->translate(*hart.views[indexOf(hart.privilege)], block.address);
  return block.native.load(std::memory_order_acquire);
}

const Op *runTranslated(Hart::Impl &hart, const void *code) {
  const jit::EnterFunction enter = hart.cache->enterFunction();
  for (;;) {
    const jit::Link *link = enter(&hart, code);
    if (link == &jit::leftLink)
      return nullptr;
    if (link != &jit::unlinked)
      hart.pc = link->address;
    const Op *op = hart.enter();
    if (op == nullptr)
      return nullptr;
    code = blockOf(op).native.load(std::memory_order_acquire);
    if (code == nullptr)
      return op;
    if (link == &jit::unlinked)
      hart.nativeJumps[indexOf(hart.privilege)].of(hart.pc) = {hart.pc, code};
    else
      link->slot->store(code, std::memory_order_release);
  }
}

} // namespace dpa::cpu
