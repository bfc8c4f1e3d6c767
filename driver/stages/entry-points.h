// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points of a whole program: no two may have one name, and none the app's, because the
// host has a symbol for each. Given the records of all units; reads nothing.
#ifndef DPA_DRIVER_STAGES_ENTRY_POINTS_H
#define DPA_DRIVER_STAGES_ENTRY_POINTS_H

#include "image/interface-record.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace dpa::driver {

/// The entry points of one input file.
struct UnitEntries {
  std::string path;
  const image::InterfaceRecord *record;
};

/// True if two names clash, of entry points or of what is generated for them. `app` may be empty:
/// no app, as in a library.
bool hasClashes(llvm::ArrayRef<UnitEntries> units, const std::string &app);

/// Reports every clash.
void reportClashes(llvm::ArrayRef<UnitEntries> units, const std::string &app);

} // namespace dpa::driver

#endif
