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

std::atomic<flexio_log_lvl> logLevel{FLEXIO_LOG_LVL_WARN};

constexpr const char *levelNames[] = {"error", "warning", "info", "debug"};

void write(flexio_log_lvl level, const char *call, const char *format,
           va_list arguments) {
  if (level > logLevel.load(std::memory_order_relaxed))
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

flexio_log_lvl setLogLevel(unsigned level) {
  if (level < std::size(levelNames))
    return logLevel.exchange(static_cast<flexio_log_lvl>(level));
  logError("flexio_log_lvl_set", "no such level (expected 0 to %zu, got %u)",
           std::size(levelNames) - 1, level);
  return logLevel;
}

} // namespace dpa::host
