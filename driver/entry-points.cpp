// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds clashes of names. See entry-points.h.
#include "driver/entry-points.h"

#include "driver/report.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace dpa::driver {

/// Calls `onClash` with the unit, the entry point's name and the unit that has it too (null: the app).
static void
forEachClash(llvm::ArrayRef<UnitEntries> units, const std::string &app,
             llvm::function_ref<void(const UnitEntries &, const std::string &,
                                     const UnitEntries *)>
                 onClash) {
  llvm::StringMap<const UnitEntries *> owner;
  for (const UnitEntries &unit : units)
    for (const image::InterfaceFunction &entry : unit.record->functions) {
      if (entry.name == app)
        onClash(unit, entry.name, nullptr);
      auto [at, isNew] = owner.try_emplace(entry.name, &unit);
      if (!isNew)
        onClash(unit, entry.name, at->second);
    }
}

bool hasClashes(llvm::ArrayRef<UnitEntries> units, const std::string &app) {
  bool isAny = false;
  forEachClash(units, app,
               [&](const UnitEntries &, const std::string &,
                   const UnitEntries *) { isAny = true; });
  return isAny;
}

void reportClashes(llvm::ArrayRef<UnitEntries> units, const std::string &app) {
  forEachClash(
      units, app,
      [](const UnitEntries &unit, const std::string &name,
         const UnitEntries *other) {
        if (other)
          reportError(unit.path, "entry point '" + name +
                                     "' is also defined in " + other->path);
        else
          reportError(unit.path, "entry point '" + name +
                                     "' has the app's name; give the app "
                                     "another one with -app-name");
      });
}

} // namespace dpa::driver
