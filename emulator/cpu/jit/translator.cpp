// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From hot blocks to host code.
#include "emulator/cpu/jit/translator.h"

#include <algorithm>

namespace dpa::cpu {
namespace jit {

std::unique_ptr<Translator>
Translator::create(const MemoryMap &guest, size_t codeBytes, std::string &why) {
  if (!hostIsSupported(why))
    return nullptr;
  std::unique_ptr<CodeMemory> memory =
      CodeMemory::create(std::min(codeBytes, CodeMemory::sizeMax), why);
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
  const std::optional<Fragment> fragment = findFragment(view, region, address);
  if (full_ || !fragment)
    return false;
  const size_t index = indexOf(view.privilege);
  const Translation translation{*memory_, records_, gates_,
                                guest_.readable[index], guest_.writable[index]};
  std::vector<EntryPoint> entries;
  const size_t slots = memory_->slotMark();
  const Records::Mark records = records_.mark();
  if (!emitFragment(*fragment, translation, entries)) {
    memory_->giveBack(slots);
    records_.giveBack(records);
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
