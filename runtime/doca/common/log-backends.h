// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back ends of the log: levels and destination. Thread safe. Never here: the
// format of a line (log.cpp).
#ifndef DPA_RUNTIME_DOCA_COMMON_LOG_BACKENDS_H
#define DPA_RUNTIME_DOCA_COMMON_LOG_BACKENDS_H

#include "runtime/include/doca/doca_log.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>

#include <time.h>

namespace dpa::doca {

/// The origin of messages.
enum class LogFamily { Program, Libraries };

/// The destination of a back end.
class LogWriter {
public:
  LogWriter() = default;
  LogWriter(const LogWriter &) = delete;
  LogWriter &operator=(const LogWriter &) = delete;
  virtual ~LogWriter() = default;
  /// `line` ends with a newline. One thread at a time.
  virtual void write(uint32_t level, std::string_view line) = 0;
};

bool isLogLevel(uint32_t level);

} // namespace dpa::doca

/// Writes levels from `from` to `to`, at most `most`; numbers of enum
/// doca_log_level.
struct doca_log_backend {
  dpa::doca::LogFamily family;
  std::unique_ptr<dpa::doca::LogWriter> writer;
  std::atomic<uint32_t> from{DOCA_LOG_LEVEL_CRIT};
  std::atomic<uint32_t> to{DOCA_LOG_LEVEL_INFO};
  std::atomic<uint32_t> most{DOCA_LOG_LEVEL_TRACE};
};

namespace dpa::doca {

/// Adds a back end, which exists until the program exits.
doca_log_backend *addLogBackend(LogFamily family,
                                std::unique_ptr<LogWriter> writer);
/// Whether this is a back end of the family.
bool isLogBackend(const doca_log_backend *backend, LogFamily family);
/// Sets the limit of all back ends of the family, existing and later ones.
void setLogLimit(LogFamily family, uint32_t level);
uint32_t logLimit(LogFamily family);
/// Whether a back end writes such messages.
bool isLogShown(LogFamily family, uint32_t level);
/// localtime_r(), which takes a lock of the C library that fork() does not free in the
/// child; fork() waits for this function.
tm localTime(time_t seconds);
/// Writes the line to all back ends that write such messages. Lines that a back end logs
/// meanwhile are dropped.
void writeLog(LogFamily family, uint32_t level, std::string_view line);

} // namespace dpa::doca

#endif
