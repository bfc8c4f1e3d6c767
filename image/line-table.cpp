// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the address in each line table (image/line-table.h). Without
// .debug_aranges, which clang does not write, libdw has no faster way.
#include "image/line-table.h"

#include "image/dwarf-handle.h"

namespace dpa::image {
namespace {

/// One line table; libdw has sorted its rows by address.
struct Table {
  Dwarf_Files *files = nullptr;
  Dwarf_Lines *rows = nullptr;
  size_t rowCount = 0;
};

/// The name as given to the compiler: libdw puts the folder in which it ran
/// before relative names.
std::string fileOf(const Table &table, Dwarf_Line *row) {
  const char *path = dwarf_linesrc(row, nullptr, nullptr);
  if (!path)
    return "?";
  std::string_view name(path);
  const char *const *folders = nullptr;
  size_t folderCount = 0;
  if (dwarf_getsrcdirs(table.files, &folders, &folderCount) != 0 ||
      folderCount == 0 || !folders[0] || !*folders[0])
    return std::string(name);
  const std::string prefix = std::string(folders[0]) + "/";
  if (name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  return std::string(name);
}

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
      return SourceLine{fileOf(table, row), static_cast<uint64_t>(line)};
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
