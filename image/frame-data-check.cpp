// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the entries of .debug_frame and their instructions (DWARF 5, 6.4).
#include "image/frame-data-check.h"

#include "base/byte-cursor.h"

#include <dwarf.h>
#include <set>

namespace dpa::image {
namespace {

constexpr uint64_t registersMax = 96; ///< x, f and v
constexpr unsigned statesMax = 64;
constexpr unsigned addressSize = 8;

void skipBlock(ByteCursor &data) {
  data.take(data.unsignedNumber());
}

bool isRegister(ByteCursor &data) {
  return data.unsignedNumber() < registersMax && data.isGood();
}

/// The operands of an instruction whose upper two bits are 0; false: it is not
/// known, or names another register.
bool skipOperands(unsigned operation, ByteCursor &data) {
  switch (operation) {
  case DW_CFA_nop:
  case DW_CFA_remember_state:
  case DW_CFA_restore_state:
    return true;
  case DW_CFA_set_loc:
    data.take(addressSize);
    return true;
  case DW_CFA_advance_loc1:
  case DW_CFA_advance_loc2:
  case DW_CFA_advance_loc4:
    data.take(1u << (operation - DW_CFA_advance_loc1));
    return true;
  case DW_CFA_restore_extended:
  case DW_CFA_undefined:
  case DW_CFA_same_value:
  case DW_CFA_def_cfa_register:
    return isRegister(data);
  case DW_CFA_register:
    return isRegister(data) && isRegister(data);
  case DW_CFA_offset_extended:
  case DW_CFA_offset_extended_sf:
  case DW_CFA_def_cfa:
  case DW_CFA_def_cfa_sf:
  case DW_CFA_val_offset:
  case DW_CFA_val_offset_sf:
    if (!isRegister(data))
      return false;
    data.unsignedNumber();
    return true;
  case DW_CFA_def_cfa_offset:
  case DW_CFA_def_cfa_offset_sf:
  case DW_CFA_GNU_args_size:
    data.unsignedNumber();
    return true;
  case DW_CFA_expression:
  case DW_CFA_val_expression:
    if (!isRegister(data))
      return false;
    skipBlock(data);
    return true;
  case DW_CFA_def_cfa_expression:
    skipBlock(data);
    return true;
  default:
    return false;
  }
}

bool arePlainInstructions(ByteCursor data) {
  constexpr unsigned kindMask = 0xc0;
  unsigned states = 0;
  while (!data.isAtEnd()) {
    const auto operation = static_cast<unsigned>(data.number(1));
    const unsigned kind = operation & kindMask;
    if (kind == DW_CFA_offset)
      data.unsignedNumber();
    else if (kind == 0 && !skipOperands(operation, data))
      return false;
    if (operation == DW_CFA_remember_state && ++states > statesMax)
      return false;
    if (operation == DW_CFA_restore_state && states != 0)
      --states;
  }
  return data.isGood();
}

/// A common information entry, behind its id.
bool isPlainCommonEntry(ByteCursor data) {
  const uint64_t version = data.number(1);
  if ((version != 1 && version != 3 && version != 4) || !data.string().empty())
    return false;
  if (version == 4 && (data.number(1) != addressSize || data.number(1) != 0))
    return false;
  data.unsignedNumber(); // the factors of code and data
  data.unsignedNumber();
  const uint64_t returnAddress =
      version == 1 ? data.number(1) : data.unsignedNumber();
  return data.isGood() && returnAddress < registersMax &&
         arePlainInstructions(data);
}

} // namespace

bool isPlainFrameData(ByteView bytes) {
  constexpr uint64_t idSize = 4;
  constexpr uint64_t commonId = 0xffffffff;
  constexpr uint64_t longEntry = 0xfffffff0;
  std::set<uint64_t> commonEntries; // by offset
  ByteCursor data(bytes);
  while (!data.isAtEnd()) {
    const uint64_t offset = bytes.size() - data.left();
    const uint64_t size = data.number(idSize);
    if (size >= longEntry)
      return false;
    if (size == 0)
      continue;
    ByteCursor entry(data.take(size));
    const uint64_t id = entry.number(idSize);
    if (id == commonId) {
      if (!isPlainCommonEntry(entry))
        return false;
      commonEntries.insert(offset);
      continue;
    }
    entry.take(addressSize); // where its code begins, and its size
    entry.take(addressSize);
    if (!commonEntries.contains(id) || !entry.isGood() ||
        !arePlainInstructions(entry))
      return false;
  }
  return data.isGood();
}

} // namespace dpa::image
