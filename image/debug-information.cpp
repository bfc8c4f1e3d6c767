// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of all line tables by address; the rest is dwarf-places.h. See
// debug-information.h.
#include "image/debug-information.h"

#include "image/dwarf-places.h"
#include "image/source-name.h"

#include <algorithm>

namespace dpa::image {
namespace {

struct Row {
  uint64_t begin = 0;
  uint64_t end = 0;
  Dwarf_Files *files = nullptr;
  Dwarf_Line *line = nullptr;
};

void addRows(Dwarf_Files *files, Dwarf_Lines *lines, size_t count,
             std::vector<Row> &rows) {
  for (size_t i = 0; i + 1 < count; ++i) {
    Row row{.files = files, .line = dwarf_onesrcline(lines, i)};
    bool endsSequence = true;
    dwarf_lineaddr(row.line, &row.begin);
    dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &row.end);
    dwarf_lineendsequence(row.line, &endsSequence);
    if (!endsSequence && row.begin < row.end)
      rows.push_back(row);
  }
}

std::vector<Row> allRows(Dwarf *dwarf) {
  std::vector<Row> rows;
  Dwarf_CU *unit = nullptr;
  Dwarf_Files *files = nullptr;
  Dwarf_Lines *lines = nullptr;
  size_t fileCount = 0;
  size_t count = 0;
  Dwarf_Off next = 0;
  while (dwarf_next_lines(dwarf, next, &next, &unit, &files, &fileCount, &lines,
                          &count) == 0)
    addRows(files, lines, count, rows);
  std::ranges::sort(rows, {}, &Row::begin);
  return rows;
}

} // namespace

struct DebugInformation::State {
  explicit State(ByteView image)
      : dwarf(image), frames(frameDataOf(image, dwarf.get())) {}

  const DwarfHandle dwarf;
  Dwarf_CFI *const frames;              ///< may be null
  std::optional<std::vector<Row>> rows; ///< ascending; made at the first use
};

DebugInformation::DebugInformation(ByteView image)
    : state_(std::make_unique<State>(image)) {}
DebugInformation::~DebugInformation() = default;

std::optional<SourceLine> DebugInformation::lineAt(uint64_t address) {
  if (!state_->rows)
    state_->rows = allRows(state_->dwarf.get());
  const std::vector<Row> &rows = *state_->rows;
  const auto after = std::ranges::upper_bound(rows, address, {}, &Row::begin);
  if (after == rows.begin())
    return std::nullopt;
  const auto row = std::prev(after);
  if (address >= row->end)
    return std::nullopt;
  int line = 0;
  dwarf_lineno(row->line, &line);
  if (line <= 0)
    return std::nullopt;
  return SourceLine{
      sourceName(row->files, dwarf_linesrc(row->line, nullptr, nullptr)),
      static_cast<uint64_t>(line)};
}

std::vector<InlineCall> DebugInformation::inlineCallsAt(uint64_t address) {
  return inlineCallsIn(state_->dwarf.get(), address);
}

std::vector<uint64_t> DebugInformation::callersOf(const ThreadState &thread) {
  return callersIn(state_->frames, thread);
}

} // namespace dpa::image
