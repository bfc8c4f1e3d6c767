// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the address in each line table (image/line-table.h). Without
// .debug_aranges, which clang does not write, libdw has no faster way.
#include "image/line-table.h"

#include "image/dwarf-handle.h"
#include "image/source-name.h"

namespace dpa::image {
namespace {

/// One line table; libdw has sorted its rows by address.
struct Table {
  Dwarf_Files *files = nullptr;
  Dwarf_Lines *rows = nullptr;
  size_t rowCount = 0;
};

std::optional<SourceLine> findInTable(const Table &table, uint64_t address) {
  for (size_t i = 0; i + 1 < table.rowCount; ++i) {
    Dwarf_Line *row = dwarf_onesrcline(table.rows, i);
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    bool endsSequence = true;
    int line = 0;
    dwarf_lineaddr(row, &begin);
    dwarf_lineaddr(dwarf_onesrcline(table.rows, i + 1), &end);
    dwarf_lineendsequence(row, &endsSequence);
    dwarf_lineno(row, &line);
    if (!endsSequence && line > 0 && begin <= address && address < end)
      return SourceLine{
          sourceName(table.files, dwarf_linesrc(row, nullptr, nullptr)),
          static_cast<uint64_t>(line)};
  }
  return std::nullopt;
}

} // namespace

std::optional<SourceLine> findLine(ByteView image, uint64_t address) {
  const DwarfHandle dwarf(image);
  Table table;
  Dwarf_CU *unit = nullptr;
  size_t fileCount = 0;
  Dwarf_Off next = 0;
  while (dwarf_next_lines(dwarf.get(), next, &next, &unit, &table.files,
                          &fileCount, &table.rows, &table.rowCount) == 0)
    if (std::optional<SourceLine> found = findInTable(table, address))
      return found;
  return std::nullopt;
}

} // namespace dpa::image
