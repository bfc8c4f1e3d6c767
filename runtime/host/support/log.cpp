// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of the host library: see log.h.
#include "runtime/host/support/log.h"

#include "base/log-line.h"
#include "runtime/host/support/log-category.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>

namespace dpa::host {
namespace {

/// Settings in one atomic number, so that entries take no lock.
using PackedSettings = uint32_t;
constexpr unsigned levelBits = 8;
/// A device or the program has set them.
constexpr PackedSettings isSet = PackedSettings(1) << 31;

constexpr PackedSettings packed(const LogSettings &settings) noexcept {
  return static_cast<PackedSettings>(settings.level) |
         PackedSettings(settings.categories) << levelBits;
}

LogSettings unpacked(PackedSettings number) {
  return {.level = static_cast<LogLevel>(number & ((1U << levelBits) - 1)),
          .categories = static_cast<uint16_t>(number >> levelBits)};
}

constinit std::atomic<PackedSettings> current{packed(LogSettings())};

void write(LogLevel level, const char *call, const char *format,
           va_list arguments) {
  if (!isLogged(level, call))
    return;
  std::array<char, 128> kind;
  const std::string_view name = logLevelNames[static_cast<size_t>(level)];
  snprintf(kind.data(), kind.size(), "%.*s: %s", static_cast<int>(name.size()),
           name.data(), call);
  printLine("flexio", kind.data(), format, arguments);
}

} // namespace

void logError(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(LogLevel::Error, call, format, arguments);
  va_end(arguments);
}

void logWarning(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(LogLevel::Warning, call, format, arguments);
  va_end(arguments);
}

void logInfo(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(LogLevel::Info, call, format, arguments);
  va_end(arguments);
}

void logDebug(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(LogLevel::Debug, call, format, arguments);
  va_end(arguments);
}

bool isLogged(LogLevel level, const char *call) {
  const LogSettings settings =
      unpacked(current.load(std::memory_order_relaxed));
  if (settings.categories == LogSettings::allCategories)
    return level <= settings.level; // most calls: the name is not looked up
  return settings.shows(level, logCategoryOf(call));
}

flexio_log_lvl setLogLevel(unsigned level) {
  PackedSettings previous = current;
  if (level <= FLEXIO_LOG_LVL_DBG)
    previous = current.exchange(
        packed({.level = static_cast<LogLevel>(level)}) | isSet);
  else
    logError("flexio_log_lvl_set", "no such level (expected 0 to %d, got %u)",
             FLEXIO_LOG_LVL_DBG, level);
  return static_cast<flexio_log_lvl>(
      std::min(unpacked(previous).level, LogLevel::Debug));
}

void setInitialLog(LogSettings settings) {
  PackedSettings initial = packed(LogSettings());
  current.compare_exchange_strong(initial, packed(settings) | isSet);
}

} // namespace dpa::host
