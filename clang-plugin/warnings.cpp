// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads our warning options; the names are those of diagnostics.def. Knows nothing of clang.
#include "clang-plugin/warnings.h"

#include <algorithm>

namespace dpa::frontend {
namespace {

constexpr std::string_view names[] = {
#define DPA_WARNING(ENUMERATOR, NAME, TEXT) NAME,
#include "clang-plugin/diagnostics.def"
};

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

} // namespace

WarningOptions::Taken WarningOptions::takeOption(std::string_view option) {
  for (const Form &form : forms) {
    if (!option.starts_with(form.prefix))
      continue;
    std::string_view name = option.substr(form.prefix.size());
    if (name.empty()) {
      for (std::string_view each : names)
        set(each, form.level);
      return Taken::Yes;
    }
    if (!name.starts_with('-'))
      return Taken::No;
    name.remove_prefix(1);
    if (std::find(std::begin(names), std::end(names), name) == std::end(names))
      return Taken::Unknown;
    set(name, form.level);
    return Taken::Yes;
  }
  return Taken::No;
}

WarningLevel WarningOptions::level(std::string_view name) const {
  auto found = levels.find(name);
  return found == levels.end() ? WarningLevel::Warning : found->second;
}

void WarningOptions::set(std::string_view name, WarningLevel level) {
  levels.insert_or_assign(std::string(name), level);
}

} // namespace dpa::frontend
