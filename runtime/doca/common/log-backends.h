// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back ends of the log: which messages each shows, and where it writes them.
// Messages come from any thread. Never here: the text of a line, which is
// log.cpp's.
#ifndef DPA_RUNTIME_DOCA_COMMON_LOG_BACKENDS_H
#define DPA_RUNTIME_DOCA_COMMON_LOG_BACKENDS_H

#include "runtime/include/doca/doca_log.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>

#include <time.h>

namespace dpa::doca {

/// Whose messages a back end shows.
enum class LogFamily { Program, Libraries };

/// Where the lines of a back end go.
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

/// Shows levels from `from` to `to`, but none above `most`; numbers of enum
/// doca_log_level.
struct doca_log_backend {
  dpa::doca::LogFamily family;
  std::unique_ptr<dpa::doca::LogWriter> writer;
  std::atomic<uint32_t> from{DOCA_LOG_LEVEL_CRIT};
  std::atomic<uint32_t> to{DOCA_LOG_LEVEL_INFO};
  std::atomic<uint32_t> most{DOCA_LOG_LEVEL_TRACE};
};

namespace dpa::doca {

/// Adds a back end, which lives until the program ends.
doca_log_backend *addLogBackend(LogFamily family,
                                std::unique_ptr<LogWriter> writer);
/// Whether this is a back end of the family.
bool isLogBackend(const doca_log_backend *backend, LogFamily family);
/// Sets the limit of all back ends of the family, also of later ones.
void setLogLimit(LogFamily family, uint32_t level);
uint32_t logLimit(LogFamily family);
/// Whether any back end shows such messages.
bool isLogShown(LogFamily family, uint32_t level);
/// localtime_r(), which takes a lock of the C library that fork() does not free in the
/// child; fork() waits for this function.
tm localTime(time_t seconds);
/// Writes the line to those that do. Lines that a back end logs meanwhile are dropped.
void writeLog(LogFamily family, uint32_t level, std::string_view line);

} // namespace dpa::doca

#endif
