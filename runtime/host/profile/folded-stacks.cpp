// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line for each stack of functions, of all units and lines: see folded-stacks.h.
#include "runtime/host/profile/folded-stacks.h"

#include "base/message-text.h"

#include <algorithm>
#include <ranges>

namespace dpa::host {
namespace {

/// The separator and control characters cannot be part of a name.
std::string frameName(std::string_view name) {
  std::string text = printable(name);
  std::ranges::replace(text, ';', ':');
  return text;
}

} // namespace

std::string foldedStacks(const Profile &profile) {
  std::map<std::string, uint64_t> cycles;
  for (const auto &[stack, use] : profile.stacks) {
    std::string line = frameName(profile.title);
    for (const CodeFrame &frame : std::views::reverse(stack.frames))
      line += ";" + frameName(frame.function);
    cycles[line] += use.cycles;
  }
  std::string text;
  for (const auto &[line, count] : cycles)
    if (count != 0)
      text += line + " " + std::to_string(count) + "\n";
  return text;
}

} // namespace dpa::host
