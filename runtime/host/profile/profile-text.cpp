// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums by function, line and unit: see profile-text.h.
#include "runtime/host/profile/profile-text.h"

#include "base/text-table.h"

#include <array>
#include <cstdio>
#include <set>
#include <tuple>

namespace dpa::host {
namespace {

struct Row {
  SampledUse self;
  SampledUse withCallees;
};
using Rows = std::map<std::string, Row>;

std::string share(uint64_t part, uint64_t whole) {
  constexpr double percent = 100;
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f",
                whole == 0 ? 0
                           : percent * static_cast<double>(part) /
                                 static_cast<double>(whole));
  return text.data();
}

std::string placeOf(const CodeFrame &frame) {
  return frame.file.empty() ? "?"
                            : frame.file + ":" + std::to_string(frame.line);
}

/// Most cycles first, then by name.
std::vector<std::pair<std::string, Row>> sorted(const Rows &rows) {
  std::vector<std::pair<std::string, Row>> result(rows.begin(), rows.end());
  std::ranges::sort(result, [](const auto &a, const auto &b) {
    return std::tuple(b.second.self.cycles, b.second.withCallees.cycles,
                      a.first) < std::tuple(a.second.self.cycles,
                                            a.second.withCallees.cycles,
                                            b.first);
  });
  return result;
}

std::string functionsText(const Profile &profile, const SampledUse &total) {
  Rows rows;
  for (const auto &[stack, use] : profile.stacks) {
    rows[stack.frames.front().function].self += use;
    std::set<std::string> callers; // a recursive function counts once
    for (const CodeFrame &frame : stack.frames)
      if (callers.insert(frame.function).second)
        rows[frame.function].withCallees += use;
  }
  TextTable table({{"cycles"},
                   {"%"},
                   {"% with callees"},
                   {"instructions"},
                   {"%"},
                   {"samples"},
                   {"function", false}});
  for (const auto &[function, row] : sorted(rows))
    table.add({std::to_string(row.self.cycles),
               share(row.self.cycles, total.cycles),
               share(row.withCallees.cycles, total.cycles),
               std::to_string(row.self.instructions),
               share(row.self.instructions, total.instructions),
               std::to_string(row.self.samples), function});
  return "functions\n" + table.text(2);
}

std::string linesText(const Profile &profile, const SampledUse &total) {
  std::map<std::string, std::string> functions;
  Rows rows;
  for (const auto &[stack, use] : profile.stacks) {
    const CodeFrame &frame = stack.frames.front();
    const std::string place = placeOf(frame);
    if (frame.line == 0)
      continue;
    rows[place].self += use;
    functions[place] = frame.function;
  }
  TextTable table({{"cycles"},
                   {"%"},
                   {"instructions"},
                   {"%"},
                   {"line", false},
                   {"function", false}});
  for (const auto &[line, row] : sorted(rows))
    table.add({std::to_string(row.self.cycles),
               share(row.self.cycles, total.cycles),
               std::to_string(row.self.instructions),
               share(row.self.instructions, total.instructions), line,
               functions[line]});
  return table.isEmpty() ? "lines: none known (compile with -g)\n"
                         : "lines\n" + table.text(2);
}

std::string unitsText(const Profile &profile) {
  struct Unit {
    SampledUse use;
    std::map<std::string, uint64_t> cycles; ///< by function
  };
  std::map<uint32_t, Unit> units;
  for (const auto &[stack, use] : profile.stacks) {
    Unit &unit = units[stack.eu];
    unit.use += use;
    unit.cycles[stack.frames.front().function] += use.cycles;
  }
  TextTable table({{"EU"},
                   {"cycles"},
                   {"instructions"},
                   {"samples"},
                   {"%"},
                   {"most in", false}});
  for (const auto &[eu, unit] : units) {
    const auto most = std::ranges::max_element(
        unit.cycles, {}, [](const auto &each) { return each.second; });
    table.add({std::to_string(eu), std::to_string(unit.use.cycles),
               std::to_string(unit.use.instructions),
               std::to_string(unit.use.samples),
               share(most->second, unit.use.cycles), most->first});
  }
  return "execution units\n" + table.text(2);
}

} // namespace

std::string profileText(const Profile &profile) {
  const SampledUse total = profile.total();
  return "process " + profile.title + ": " + std::to_string(total.samples) +
         " samples, " + std::to_string(total.cycles) + " cycles, " +
         std::to_string(total.instructions) + " instructions\n\n" +
         functionsText(profile, total) + "\n" + linesText(profile, total) +
         "\n" + unitsText(profile);
}

} // namespace dpa::host
