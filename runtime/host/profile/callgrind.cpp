// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Costs of lines and of calls, function by function: see callgrind.h.
#include "runtime/host/profile/callgrind.h"

#include "base/message-text.h"

#include <set>

namespace dpa::host {
namespace {

struct FunctionName {
  std::string file;
  std::string function;
  auto operator<=>(const FunctionName &) const = default;
};

struct Call {
  uint64_t line = 0;
  FunctionName callee;
  auto operator<=>(const Call &) const = default;
};

struct Function {
  std::map<uint64_t, SampledUse> lines;
  std::map<Call, SampledUse> calls; ///< with the callees of the callee
};

FunctionName nameOf(const CodeFrame &frame) {
  return {frame.file.empty() ? "???" : printable(frame.file),
          printable(frame.function)};
}

std::string costOf(const SampledUse &use) {
  return std::to_string(use.cycles) + " " + std::to_string(use.instructions) +
         "\n";
}

std::map<FunctionName, Function> functionsOf(const Profile &profile) {
  std::map<FunctionName, Function> functions;
  for (const auto &[stack, use] : profile.stacks) {
    const CodeFrame &innermost = stack.frames.front();
    functions[nameOf(innermost)].lines[innermost.line] += use;
    std::set<std::pair<FunctionName, Call>> seen; // recursion counts once
    for (size_t i = 1; i < stack.frames.size(); ++i) {
      const FunctionName caller = nameOf(stack.frames[i]);
      const Call call{stack.frames[i].line, nameOf(stack.frames[i - 1])};
      if (seen.insert({caller, call}).second)
        functions[caller].calls[call] += use;
    }
  }
  return functions;
}

std::string textOf(const FunctionName &name, const Function &function) {
  std::string text = "\nfl=" + name.file + "\nfn=" + name.function + "\n";
  for (const auto &[line, use] : function.lines)
    text += std::to_string(line) + " " + costOf(use);
  for (const auto &[call, use] : function.calls)
    text += "cfi=" + call.callee.file + "\ncfn=" + call.callee.function +
            "\ncalls=" + std::to_string(use.samples) + " 0\n" +
            std::to_string(call.line) + " " + costOf(use);
  return text;
}

} // namespace

std::string callgrindText(const std::vector<Profile> &profiles) {
  SampledUse total;
  std::string processes;
  std::string text;
  for (const Profile &profile : profiles) {
    total += profile.total();
    processes += (processes.empty() ? "" : ", ") + printable(profile.title);
    text += "\nob=" + printable(profile.title) + "\n";
    for (const auto &[name, function] : functionsOf(profile))
      text += textOf(name, function);
  }
  return "# callgrind format\nversion: 1\ncreator: dpa-emulator\ncmd: " +
         processes +
         "\npositions: line\nevents: Cycles Instructions\nsummary: " +
         costOf(total) + text + "\ntotals: " + costOf(total);
}

} // namespace dpa::host
