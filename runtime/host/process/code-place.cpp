// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols and lines of addresses: see code-place.h.
#include "runtime/host/process/code-place.h"

#include "base/bytes.h"

namespace dpa::host {
namespace {

std::string lineText(const image::SourceLine &line) {
  return ", " + line.file + ":" + std::to_string(line.line);
}

/// " (readIt+0x8, device.c:12)" of the instruction at `address` - `back`; of an
/// inlined function " (store, device.c:3, inlined into readIt+0x8, device.c:12)".
std::string named(uint64_t address, uint64_t back,
                  const image::DeviceElf &elf) {
  const auto symbol = elf.symbolAt(address - back);
  if (!symbol)
    return "";
  auto line = elf.lineAt(address - back);
  std::string text = " (";
  if (line)
    for (const image::InlineCall &inlined : elf.inlineCallsAt(address - back)) {
      text += inlined.function + lineText(*line) + ", inlined into ";
      line = inlined.call;
    }
  text += std::string(symbol->name) + "+" + hex(symbol->offset + back);
  if (line)
    text += lineText(*line);
  return text + ")";
}

} // namespace

std::string placeOf(uint64_t address, const image::DeviceElf &elf) {
  return hex(address) + named(address, 0, elf);
}

// Looks up the call instruction, not the return address: a call may be the last
// instruction of its function.
std::string callOf(uint64_t returnAddress, const image::DeviceElf &elf) {
  return ", called from " + hex(returnAddress) + named(returnAddress, 1, elf);
}

bool isOfCaller(uint64_t returnAddress, uint64_t pc,
                const image::DeviceElf &elf) {
  const auto caller = elf.symbolAt(returnAddress - 1);
  const auto callee = elf.symbolAt(pc);
  return caller && !(callee && callee->name == caller->name);
}

} // namespace dpa::host
