// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads our warning options; the names are those of diagnostics.def and link-warnings.def. Knows
// nothing of clang.
#include "clang-plugin/warnings.h"

#include <algorithm>

namespace dpa::frontend {
namespace {

struct Row {
  std::string_view name;
  WarningLevel level; ///< without an option
};

constexpr Row rows[] = {
#define DPA_WARNING(ENUMERATOR, NAME, TEXT) {NAME, WarningLevel::Warning},
#include "clang-plugin/diagnostics.def"
#define DPA_LINK_WARNING(ENUMERATOR, NAME, LEVEL) {NAME, WarningLevel::LEVEL},
#include "clang-plugin/link-warnings.def"
};

const Row *findRow(std::string_view name) {
  const Row *found = std::ranges::find(rows, name, &Row::name);
  return found == std::end(rows) ? nullptr : found;
}

struct Form {
  std::string_view prefix;
  WarningLevel level;
};

constexpr Form forms[] = {
    {"-Wno-error=dpa", WarningLevel::Warning},
    {"-Werror=dpa", WarningLevel::Error},
    {"-Wno-dpa", WarningLevel::Off},
    {"-Wdpa", WarningLevel::Warning},
};

/// "No error" leaves off what is off.
WarningLevel levelAfter(const Form &form, WarningLevel before) {
  bool isNoError = form.prefix == forms[0].prefix;
  return isNoError && before == WarningLevel::Off ? before : form.level;
}

} // namespace

WarningOptions::Taken WarningOptions::takeOption(std::string_view option) {
  for (const Form &form : forms) {
    if (!option.starts_with(form.prefix))
      continue;
    std::string_view name = option.substr(form.prefix.size());
    if (name.empty()) {
      for (const Row &row : rows)
        if (row.level != WarningLevel::Off || form.level == WarningLevel::Off)
          set(row.name, levelAfter(form, level(row.name)));
      return Taken::Yes;
    }
    if (!name.starts_with('-'))
      return Taken::No;
    name.remove_prefix(1);
    if (!findRow(name))
      return Taken::Unknown;
    set(name, levelAfter(form, level(name)));
    return Taken::Yes;
  }
  return Taken::No;
}

WarningLevel WarningOptions::level(std::string_view name) const {
  auto found = levels_.find(name);
  if (found != levels_.end())
    return found->second;
  const Row *row = findRow(name);
  return row ? row->level : WarningLevel::Warning;
}

void WarningOptions::set(std::string_view name, WarningLevel level) {
  levels_.insert_or_assign(std::string(name), level);
}

} // namespace dpa::frontend
