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

/// Of a trap that -fsanitize-trap has inserted: clang describes it by a function that it pretends
/// to inline, such as "__clang_trap_msg$Undefined Behavior Sanitizer$Integer addition
/// overflowed". ", Undefined Behavior Sanitizer: Integer addition overflowed"; empty if it is another function.
std::string trapReason(const std::string &function) {
  constexpr std::string_view prefix = "__clang_trap_msg$";
  if (!function.starts_with(prefix))
    return "";
  std::string reason = function.substr(prefix.size());
  if (const size_t separator = reason.find('$'); separator != std::string::npos)
    reason.replace(separator, 1, ": ");
  return ", " + reason;
}

/// " (readIt+0x8, device.c:12)" of the instruction at `address` - `back`; of an
/// inlined function " (store, device.c:3, inlined into readIt+0x8, device.c:12)".
std::string named(uint64_t address, uint64_t back,
                  const image::DeviceElf &elf) {
  const auto symbol = elf.symbolAt(address - back);
  if (!symbol)
    return "";
  auto line = elf.lineAt(address - back);
  std::vector<image::InlineCall> calls = elf.inlineCallsAt(address - back);
  std::string reason;
  if (!calls.empty())
    reason = trapReason(calls.front().function);
  if (!reason.empty()) { // the trap itself has no line
    line = calls.front().call;
    calls.erase(calls.begin());
  }
  std::string text = " (";
  if (line)
    for (const image::InlineCall &inlined : calls) {
      text += inlined.function + lineText(*line) + ", inlined into ";
      line = inlined.call;
    }
  text += std::string(symbol->name) + "+" + hex(symbol->offset + back);
  if (line)
    text += lineText(*line);
  else if (const auto start = elf.lineAt(address - back - symbol->offset))
    text += ", function at " + start->file + ":" + std::to_string(start->line);
  return text + reason + ")";
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
