// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds clashes of names. See entry-points.h.
#include "driver/stages/entry-points.h"

#include "driver/processes/report.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace dpa::driver {

namespace {

enum class Clash {
  App,       ///< an entry point and the app
  Entry,     ///< two entry points
  Generated, ///< what is made of stem and name: a + b_c and a_b + c
};

struct Place {
  const UnitEntries *unit = nullptr; ///< null: the app
  std::string name;
};

} // namespace

/// Calls `onClash` with the kind, the later place and the earlier one.
static void forEachClash(
    llvm::ArrayRef<UnitEntries> units, const std::string &app,
    llvm::function_ref<void(Clash, const Place &, const Place &)> onClash) {
  llvm::StringMap<Place> entries;
  llvm::StringMap<Place> generated;
  for (const UnitEntries &unit : units)
    for (const image::InterfaceFunction &entry : unit.record->functions) {
      const Place here = {&unit, entry.name};
      if (entry.name == app)
        onClash(Clash::App, here, {});
      auto [same, isNew] = entries.try_emplace(entry.name, here);
      if (!isNew)
        onClash(Clash::Entry, here, same->second);
      auto [equal, isUnused] = generated.try_emplace(entry.unpackName, here);
      if (!isUnused && isNew)
        onClash(Clash::Generated, here, equal->second);
    }
}

bool hasClashes(llvm::ArrayRef<UnitEntries> units, const std::string &app) {
  bool isAny = false;
  forEachClash(units, app,
               [&](Clash, const Place &, const Place &) { isAny = true; });
  return isAny;
}

static void reportClash(Clash clash, const Place &here, const Place &other) {
  const std::string &file = here.unit->path;
  switch (clash) {
  case Clash::App:
    return reportErrorIn(file, Problem::EntryPointIsApp, here.name);
  case Clash::Entry:
    return reportErrorIn(file, Problem::EntryPointTwice, here.name,
                         other.unit->path);
  case Clash::Generated:
    return reportErrorIn(file, Problem::GeneratedNameTwice, here.name,
                         other.name, other.unit->path);
  }
}

void reportClashes(llvm::ArrayRef<UnitEntries> units, const std::string &app) {
  forEachClash(units, app, reportClash);
}

} // namespace dpa::driver
