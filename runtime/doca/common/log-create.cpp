// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_log.h that create back ends.
#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/log-backends.h"
#include "runtime/doca/common/log-writers.h"

using namespace dpa::doca;

namespace {

constexpr size_t smallestLogBuffer = 2; // a character and NUL

/// Creates a back end whose writer make() makes, after further checks.
template <typename Make, typename... Checks>
doca_error_t createBackend(const char *call, LogFamily family,
                           doca_log_backend **backend, Make make,
                           Checks... checks) {
  return apiCall(
      call,
      [&] {
        *backend = addLogBackend(family, make());
        return DOCA_SUCCESS;
      },
      result(backend, "backend"), checks...);
}

doca_error_t createFile(const char *call, LogFamily family, FILE *file,
                        doca_log_backend **backend) {
  return createBackend(
      call, family, backend, [=] { return makeFileWriter(file); },
      notNull(file, "fptr"));
}

doca_error_t createDescriptor(const char *call, LogFamily family,
                              int descriptor, doca_log_backend **backend) {
  return createBackend(
      call, family, backend, [=] { return makeDescriptorWriter(descriptor); },
      require([=] { return descriptor >= 0; }, DOCA_ERROR_INVALID_VALUE,
              "fd is negative"));
}

doca_error_t createSyslog(const char *call, LogFamily family, const char *name,
                          doca_log_backend **backend) {
  return createBackend(
      call, family, backend, [=] { return makeSyslogWriter(name); },
      notNull(name, "name"));
}

/// Where a buffer writer collects lines.
struct LogBuffer {
  char *data;
  size_t capacity;
  log_flush_callback flush;
};

doca_error_t createBuffer(const char *call, LogFamily family,
                          const LogBuffer &buffer, doca_log_backend **backend) {
  return createBackend(
      call, family, backend,
      [=] {
        return makeBufferWriter(buffer.data, buffer.capacity, buffer.flush);
      },
      notNull(buffer.data, "buf"),
      require([=] { return buffer.capacity >= smallestLogBuffer; },
              DOCA_ERROR_INVALID_VALUE, "capacity is less than 2 bytes"),
      require([=] { return buffer.flush != nullptr; }, DOCA_ERROR_INVALID_VALUE,
              "handler is NULL"));
}

} // namespace

doca_error_t doca_log_backend_create_standard(void) {
  return apiCall(__func__, [] {
    static const bool created = [] {
      auto *out = addLogBackend(LogFamily::Program, makeFileWriter(stdout));
      auto *err = addLogBackend(LogFamily::Program, makeFileWriter(stderr));
      out->from = DOCA_LOG_LEVEL_INFO;
      err->most = DOCA_LOG_LEVEL_WARNING;
      return true;
    }();
    return created ? DOCA_SUCCESS : DOCA_ERROR_UNEXPECTED;
  });
}

// Defines the functions for one log: that of programs, or that of the libraries, whose
// functions have names with a suffix.
#define CREATE_BACKENDS(suffix, family)                                        \
  doca_error_t doca_log_backend_create_with_file##suffix(                      \
      FILE *fptr, struct doca_log_backend **backend) {                         \
    return createFile(__func__, family, fptr, backend);                        \
  }                                                                            \
  doca_error_t doca_log_backend_create_with_fd##suffix(                        \
      int fd, struct doca_log_backend **backend) {                             \
    return createDescriptor(__func__, family, fd, backend);                    \
  }                                                                            \
  doca_error_t doca_log_backend_create_with_syslog##suffix(                    \
      const char *name, struct doca_log_backend **backend) {                   \
    return createSyslog(__func__, family, name, backend);                      \
  }                                                                            \
  doca_error_t doca_log_backend_create_with_buf##suffix(                       \
      char *buf, size_t capacity, log_flush_callback handler,                  \
      struct doca_log_backend **backend) {                                     \
    return createBuffer(__func__, family, {buf, capacity, handler}, backend);  \
  }                                                                            \
  doca_error_t doca_log_backend_create_with_buffer##suffix(                    \
      char *buf, size_t capacity, log_flush_callback handler,                  \
      struct doca_log_backend **backend) {                                     \
    return createBuffer(__func__, family, {buf, capacity, handler}, backend);  \
  }

CREATE_BACKENDS(, LogFamily::Program)
CREATE_BACKENDS(_sdk, LogFamily::Libraries)
