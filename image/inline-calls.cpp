// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes from the unit of an address down to the innermost function there
// (image/inline-calls.h). Does not recurse, because the file determines the depth.
#include "image/inline-calls.h"

#include "image/dwarf-places.h"
#include "image/source-name.h"

#include <algorithm>
#include <dwarf.h>

namespace dpa::image {
namespace {

/// More than compilers nest functions and blocks.
constexpr unsigned depthMax = 256;

/// Blocks and functions have addresses; namespaces only contain such.
bool mayHold(Dwarf_Die *entry, uint64_t address) {
  switch (dwarf_tag(entry)) {
  case DW_TAG_subprogram:
  case DW_TAG_inlined_subroutine:
  case DW_TAG_lexical_block:
    return dwarf_haspc(entry, address) == 1;
  default:
    return false;
  }
}

std::optional<uint64_t> numberOf(Dwarf_Die *entry, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word number = 0;
  if (!dwarf_attr(entry, attribute, &found) ||
      dwarf_formudata(&found, &number) != 0)
    return std::nullopt;
  return number;
}

InlineCall describe(Dwarf_Die *unit, Dwarf_Die *entry) {
  const char *name = dwarf_diename(entry);
  InlineCall call{name ? name : "?", {"?", 0}};
  call.call.line = numberOf(entry, DW_AT_call_line).value_or(0);
  Dwarf_Files *files = nullptr;
  size_t count = 0;
  const auto file = numberOf(entry, DW_AT_call_file);
  if (file && dwarf_getsrcfiles(unit, &files, &count) == 0 && *file < count)
    call.call.file =
        sourceName(files, dwarf_filesrc(files, *file, nullptr, nullptr));
  return call;
}

/// The child that contains the address; false: none. In damaged debug information the
/// next child may precede this one.
bool enterChild(Dwarf_Die *entry, uint64_t address) {
  Dwarf_Die child;
  Dwarf_Off last = 0;
  if (dwarf_child(entry, &child) != 0)
    return false;
  do {
    const Dwarf_Off at = dwarf_dieoffset(&child);
    if (at <= last)
      return false;
    last = at;
    if (mayHold(&child, address)) {
      *entry = child;
      return true;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

std::vector<InlineCall> callsIn(Dwarf_Die *unit, uint64_t address) {
  std::vector<InlineCall> calls;
  Dwarf_Die entry = *unit;
  for (unsigned depth = 0; depth < depthMax && enterChild(&entry, address);
       ++depth)
    if (dwarf_tag(&entry) == DW_TAG_inlined_subroutine)
      calls.push_back(describe(unit, &entry));
  std::ranges::reverse(calls);
  return calls;
}

} // namespace

std::vector<InlineCall> inlineCallsIn(Dwarf *dwarf, uint64_t address) {
  Dwarf_CU *unit = nullptr;
  Dwarf_Die entry;
  while (dwarf && dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &entry,
                                  nullptr) == 0)
    if (dwarf_haspc(&entry, address) == 1)
      return callsIn(&entry, address);
  return {};
}

std::vector<InlineCall> findInlineCalls(ByteView image, uint64_t address) {
  const DwarfHandle dwarf(image);
  return inlineCallsIn(dwarf.get(), address);
}

} // namespace dpa::image
