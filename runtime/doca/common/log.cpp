// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages: their text, and the functions of doca_log.h. A line is
//
//   [14:09:27:123456][4711][DOCA][ERR][SOURCE][file.c:40][function] message
#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/log-backends.h"
#include "runtime/doca/common/log-sources.h"

#include <cstdarg>
#include <cstring>
#include <ctime>
#include <string>
#include <unistd.h>

using namespace dpa::doca;

namespace {

/// Where a message is logged.
struct LogPlace {
  const char *source;
  const char *file; ///< NULL: unknown
  int line;
  const char *function; ///< NULL: unknown
};

const char *levelWord(uint32_t level) {
  switch (level) {
  case DOCA_LOG_LEVEL_CRIT:
    return "CRT";
  case DOCA_LOG_LEVEL_ERROR:
    return "ERR";
  case DOCA_LOG_LEVEL_WARNING:
    return "WRN";
  case DOCA_LOG_LEVEL_INFO:
    return "INF";
  case DOCA_LOG_LEVEL_DEBUG:
    return "DBG";
  default:
    return "TRC";
  }
}

std::string timeOfDay() {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  tm local = localTime(now.tv_sec);
  char text[32];
  size_t used = strftime(text, sizeof(text), "%H:%M:%S", &local);
  snprintf(text + used, sizeof(text) - used, ":%06ld", now.tv_nsec / 1000);
  return text;
}

std::string formatted(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(nullptr, 0, format, arguments);
  std::string text(length > 0 ? length : 0, '\0');
  vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  return text;
}

std::string logLine(uint32_t level, const LogPlace &place,
                    const std::string &text) {
  std::string line = "[" + timeOfDay() + "][" + std::to_string(getpid()) +
                     "][DOCA][" + levelWord(level) + "][" + place.source + "]";
  if (place.file) {
    const char *slash = strrchr(place.file, '/');
    line += "[" + std::string(slash ? slash + 1 : place.file) + ":" +
            std::to_string(place.line) + "]";
  }
  if (place.function)
    line += "[" + std::string(place.function) + "]";
  line += " " + text;
  if (line.back() != '\n')
    line += '\n';
  return line;
}

auto isLevel(uint32_t level) {
  return require([=] { return isLogLevel(level); }, DOCA_ERROR_INVALID_VALUE,
                 "level is not a member of enum doca_log_level");
}

auto isBackendOf(LogFamily family, const doca_log_backend *backend) {
  return require([=] { return isLogBackend(backend, family); },
                 DOCA_ERROR_INVALID_VALUE,
                 family == LogFamily::Program
                     ? "backend is not a back end of program messages"
                     : "backend is not a back end of library messages");
}

uint32_t uncancelledLimit(LogFamily family) {
  return dpa::uncancelled([=] { return logLimit(family); });
}

} // namespace

namespace dpa::doca {

void sdkLog(doca_log_level level, const char *call, const char *format, ...) {
  if (!isLogShown(LogFamily::Libraries, level))
    return;
  va_list arguments;
  va_start(arguments, format);
  std::string text = formatted(format, arguments);
  va_end(arguments);
  writeLog(LogFamily::Libraries, level,
           logLine(level, {"DPA", nullptr, 0, call}, text));
}

} // namespace dpa::doca

doca_error_t doca_log_register_source(const char *source_name, int *source) {
  return apiCall(
      __func__,
      [&] {
        *source = addLogSource(source_name);
        return DOCA_SUCCESS;
      },
      notNull(source_name, "source_name"), notNull(source, "source"));
}

doca_error_t doca_log_unregister_source(int source) {
  return apiCall(__func__, [&] {
    return removeLogSource(source) ? DOCA_SUCCESS : DOCA_ERROR_INVALID_VALUE;
  });
}

doca_error_t doca_log(uint32_t level, int source, const char *fname, int line,
                      const char *func, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  doca_error_t status = apiCall(
      __func__,
      [&] {
        std::string name;
        if (!findLogSource(source, name))
          return DOCA_ERROR_INVALID_VALUE;
        if (isLogShown(LogFamily::Program, level))
          writeLog(LogFamily::Program, level,
                   logLine(level, {name.c_str(), fname, line, func},
                           formatted(format, arguments)));
        return DOCA_SUCCESS;
      },
      isLevel(level), notNull(format, "format"));
  va_end(arguments);
  return status;
}

doca_error_t
doca_log_backend_set_level_lower_limit(struct doca_log_backend *backend,
                                       uint32_t level) {
  return apiCall(
      __func__,
      [&] {
        backend->to = level;
        return DOCA_SUCCESS;
      },
      isBackendOf(LogFamily::Program, backend), isLevel(level));
}

doca_error_t doca_log_backend_set_sdk_level(struct doca_log_backend *backend,
                                            uint32_t level) {
  return apiCall(
      __func__,
      [&] {
        backend->to = level;
        return DOCA_SUCCESS;
      },
      isBackendOf(LogFamily::Libraries, backend), isLevel(level));
}

doca_error_t
doca_log_backend_set_level_upper_limit(struct doca_log_backend *backend,
                                       uint32_t level) {
  return apiCall(
      __func__,
      [&] {
        backend->from = level;
        return DOCA_SUCCESS;
      },
      require(
          [=] {
            return isLogBackend(backend, LogFamily::Program) ||
                   isLogBackend(backend, LogFamily::Libraries);
          },
          DOCA_ERROR_INVALID_VALUE, "backend is not a back end"),
      isLevel(level));
}

doca_error_t doca_log_level_set_global_lower_limit(uint32_t level) {
  return apiCall(
      __func__,
      [&] {
        setLogLimit(LogFamily::Program, level);
        return DOCA_SUCCESS;
      },
      isLevel(level));
}

doca_error_t doca_log_level_set_global_sdk_limit(uint32_t level) {
  return apiCall(
      __func__,
      [&] {
        setLogLimit(LogFamily::Libraries, level);
        return DOCA_SUCCESS;
      },
      isLevel(level));
}

uint32_t doca_log_level_get_global_lower_limit(void) {
  return uncancelledLimit(LogFamily::Program);
}

uint32_t doca_log_level_get_global_sdk_limit(void) {
  return uncancelledLimit(LogFamily::Libraries);
}
