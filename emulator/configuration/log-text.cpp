// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From text to the settings of the log: see log-text.h.
#include "emulator/configuration/log-text.h"

#include <algorithm>
#include <iterator>

namespace dpa {
namespace {

/// Cuts off the text up to the next comma.
std::string_view nextOf(std::string_view &list) {
  const std::string_view first = list.substr(0, list.find(','));
  list.remove_prefix(std::min(first.size() + 1, list.size()));
  return first;
}

std::string noSuchCategory(std::string_view name) {
  std::string text = "no such category (expected one of";
  for (const std::string_view each : logCategoryNames)
    text.append(" ").append(each);
  return text.append(", got '").append(name).append("')");
}

} // namespace

bool parseLogSettings(std::string_view text, LogSettings &settings,
                      std::string &error) {
  std::string_view rest = text;
  const auto *level = std::ranges::find(logLevelNames, nextOf(rest));
  if (level == std::end(logLevelNames) || text.ends_with(','))
    return false;
  unsigned categories = rest.empty() ? LogSettings::allCategories : 0;
  while (!rest.empty()) {
    const std::string_view name = nextOf(rest);
    const auto *category = std::ranges::find(logCategoryNames, name);
    if (category == std::end(logCategoryNames)) {
      error = noSuchCategory(name);
      return false;
    }
    categories |= 1U << (category - std::begin(logCategoryNames));
  }
  settings = {.level = static_cast<LogLevel>(level - std::begin(logLevelNames)),
              .categories = static_cast<uint16_t>(categories)};
  return true;
}

std::string logSettingsText(const LogSettings &settings) {
  std::string text(logLevelNames[static_cast<size_t>(settings.level)]);
  if (settings.categories == LogSettings::allCategories)
    return text;
  for (size_t i = 0; i < std::size(logCategoryNames); ++i)
    if ((settings.categories >> i & 1) != 0)
      text.append(",").append(logCategoryNames[i]);
  return text;
}

} // namespace dpa
