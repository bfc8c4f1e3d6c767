// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the interpreter and translated code.
#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/interpreter.h"
#include "emulator/cpu/jit/runtime.h"
#include "emulator/cpu/space-state.h"
#include "emulator/cpu/translation-order.h"

#include <utility>

namespace dpa::cpu {

const void *warm(HartState &hart, const Op *op) {
  const Block &block = blockOf(op);
  if (!hart.mayRunTranslated())
    return nullptr;
  if (const void *code = block.native.load(std::memory_order_acquire))
    return code;
  if (std::exchange(hart.resumesInside, false))
    return nullptr;
  const uint32_t limit = hart.memory.options.warmUp;
  const uint32_t heat = block.heat.load(std::memory_order_relaxed);
  if (heat >= limit) // tried already
    return nullptr;
  const bool isHot = heat + 1 >= limit;
  const bool isDue = isHot && hart.mayTranslate();
  block.heat.store(isHot && !isDue ? 0 : heat + 1, std::memory_order_relaxed);
  if (!isDue)
    return nullptr;
  hart.cache->translate(*hart.views[indexOf(hart.privilege)], block.address);
  return block.native.load(std::memory_order_acquire);
}

const Op *runTranslated(HartState &hart, const void *code) {
  const EnterFunction enter = hart.cache->enterFunction();
  for (;;) {
    const jit::Link *link = enter(&hart, code);
    noteExecuted(hart.cache.get());
    if (link == &jit::leftLink)
      return nullptr;
    if (link != &jit::unlinked)
      hart.pc = link->address;
    const Op *op = hart.enter();
    if (op == nullptr)
      return nullptr;
    code = hart.mayRunTranslated()
               ? blockOf(op).native.load(std::memory_order_acquire)
               : nullptr;
    if (code == nullptr && hart.staysTranslated) {
      hart.leave = Leave::SliceEnd;
      return nullptr;
    }
    if (code == nullptr)
      return op;
    if (link == &jit::unlinked)
      hart.nativeJumps[indexOf(hart.privilege)].of(hart.pc) = {hart.pc, code};
    else
      link->slot->store(code, std::memory_order_release);
  }
}

} // namespace dpa::cpu
