// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of the host library: see log.h.
#include "runtime/host/support/log.h"

#include "base/log-line.h"

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <iterator>

namespace dpa::host {
namespace {

/// Added to a level that nothing has set yet.
constexpr unsigned isInitial = 0x80;

std::atomic<unsigned> logLevel{FLEXIO_LOG_LVL_WARN | isInitial};

constexpr const char *levelNames[] = {"error", "warning", "info", "debug"};

void write(flexio_log_lvl level, const char *call, const char *format,
           va_list arguments) {
  if (!isLogged(level))
    return;
  std::array<char, 128> kind;
  snprintf(kind.data(), kind.size(), "%s: %s", levelNames[level], call);
  printLine("flexio", kind.data(), format, arguments);
}

} // namespace

void logError(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(FLEXIO_LOG_LVL_ERR, call, format, arguments);
  va_end(arguments);
}

void logWarning(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(FLEXIO_LOG_LVL_WARN, call, format, arguments);
  va_end(arguments);
}

void logInfo(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(FLEXIO_LOG_LVL_INFO, call, format, arguments);
  va_end(arguments);
}

void logDebug(const char *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write(FLEXIO_LOG_LVL_DBG, call, format, arguments);
  va_end(arguments);
}

bool isLogged(flexio_log_lvl level) {
  return level <= (logLevel.load(std::memory_order_relaxed) & ~isInitial);
}

flexio_log_lvl setLogLevel(unsigned level) {
  unsigned previous = logLevel;
  if (level < std::size(levelNames))
    previous = logLevel.exchange(level);
  else
    logError("flexio_log_lvl_set", "no such level (expected 0 to %zu, got %u)",
             std::size(levelNames) - 1, level);
  return static_cast<flexio_log_lvl>(previous & ~isInitial);
}

void setInitialLogLevel(flexio_log_lvl level) {
  unsigned initial = FLEXIO_LOG_LVL_WARN | isInitial;
  logLevel.compare_exchange_strong(initial, level);
}

} // namespace dpa::host
