/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Log messages of the program and of the DOCA libraries. A message has a level and a source. A back end
 * writes messages of the program or of the libraries, up to a level. Without a back end messages are
 * discarded. C and C++.
 */
#ifndef DOCA_LOG_H
#define DOCA_LOG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <doca_compat.h>
#include <doca_error.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Severity of messages, most severe first. */
enum doca_log_level {
  DOCA_LOG_LEVEL_DISABLE = 10, /**< as a limit: no messages */
  DOCA_LOG_LEVEL_CRIT = 20,
  DOCA_LOG_LEVEL_ERROR = 30,
  DOCA_LOG_LEVEL_WARNING = 40,
  DOCA_LOG_LEVEL_INFO = 50,
  DOCA_LOG_LEVEL_DEBUG = 60,
  DOCA_LOG_LEVEL_TRACE = 70
};

/** A destination of messages. Back ends exist until the program exits. */
struct doca_log_backend;

/** Called with the messages in the buffer of a back end. The text is not terminated by NUL. */
typedef void (*log_flush_callback)(char *buffer);

/**
 * Creates two back ends for messages of the program: INFO, DEBUG and TRACE are written to standard
 * output, WARNING and more severe ones to standard error. Further calls have no effect. NO_MEMORY.
 */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_standard(void);

/** Creates a back end for messages of the program that writes to `fptr`, which must stay open.
 * INVALID_VALUE, NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_file(
    FILE *fptr, struct doca_log_backend **backend);
/** As doca_log_backend_create_with_file(), for messages of the libraries. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_file_sdk(
    FILE *fptr, struct doca_log_backend **backend);

/** Creates a back end for messages of the program that writes to descriptor `fd`, which must stay
 * open. INVALID_VALUE, NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_log_backend_create_with_fd(int fd, struct doca_log_backend **backend);
/** As doca_log_backend_create_with_fd(), for messages of the libraries. */
DOCA_EXPERIMENTAL doca_error_t
doca_log_backend_create_with_fd_sdk(int fd, struct doca_log_backend **backend);

/**
 * Creates a back end for messages of the program that writes to `buf`, of `capacity` bytes; the text
 * is terminated by NUL. If the next line does not fit, `handler` is called with the text, then the
 * buffer is emptied; a line longer than the buffer is truncated. The buffer must stay valid. Lines that
 * `handler` logs are dropped.
 * INVALID_VALUE, NO_MEMORY.
 */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_buf(
    char *buf, size_t capacity, log_flush_callback handler,
    struct doca_log_backend **backend);
/** As doca_log_backend_create_with_buf(), for messages of the libraries. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_buf_sdk(
    char *buf, size_t capacity, log_flush_callback handler,
    struct doca_log_backend **backend);
/** Name of doca_log_backend_create_with_buf() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_buffer(
    char *buf, size_t capacity, log_flush_callback handler,
    struct doca_log_backend **backend);
/** Name of doca_log_backend_create_with_buf_sdk() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_buffer_sdk(
    char *buf, size_t capacity, log_flush_callback handler,
    struct doca_log_backend **backend);

/** Creates a back end for messages of the program that writes to syslog with the identity
 * `name`, which is copied. INVALID_VALUE, NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_syslog(
    const char *name, struct doca_log_backend **backend);
/** As doca_log_backend_create_with_syslog(), for messages of the libraries. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_create_with_syslog_sdk(
    const char *name, struct doca_log_backend **backend);

/** Registers a source of messages and stores its number for doca_log(). INVALID_VALUE, NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_log_register_source(const char *source_name,
                                                        int *source);
/** Unregisters a source; its number may be reused. INVALID_VALUE: not a registered source. */
DOCA_EXPERIMENTAL doca_error_t doca_log_unregister_source(int source);

/** Logs a message of the program. `level` is one of enum doca_log_level; `fname` and `func` may be
 * NULL. INVALID_VALUE. */
DOCA_EXPERIMENTAL doca_error_t doca_log(uint32_t level, int source,
                                        const char *fname, int line,
                                        const char *func, const char *format,
                                        ...)
    __attribute__((format(printf, 6, 7)));

/** Sets the least severe level that `backend` writes. INVALID_VALUE: not a level, or not a back end for
 * messages of the program. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_set_level_lower_limit(
    struct doca_log_backend *backend, uint32_t level);
/** Sets the least severe level that `backend` writes. INVALID_VALUE: not a level, or not a back end for
 * messages of the libraries. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_set_sdk_level(
    struct doca_log_backend *backend, uint32_t level);

/** Sets the most severe level that `backend` writes, for the program or the libraries. INVALID_VALUE. */
DOCA_EXPERIMENTAL doca_error_t doca_log_backend_set_level_upper_limit(
    struct doca_log_backend *backend, uint32_t level);

/** Sets the least severe level of program messages in all back ends, existing and later ones; INFO by
 * default. INVALID_VALUE. */
DOCA_EXPERIMENTAL doca_error_t
doca_log_level_set_global_lower_limit(uint32_t level);
/** Returns the limit of doca_log_level_set_global_lower_limit(). */
DOCA_EXPERIMENTAL uint32_t doca_log_level_get_global_lower_limit(void);
/** Sets the least severe level of library messages in all back ends, existing and later ones; WARNING by
 * default. INVALID_VALUE. */
DOCA_EXPERIMENTAL doca_error_t
doca_log_level_set_global_sdk_limit(uint32_t level);
/** Returns the limit of doca_log_level_set_global_sdk_limit(). */
DOCA_EXPERIMENTAL uint32_t doca_log_level_get_global_sdk_limit(void);

#ifdef __cplusplus
}
#endif

/** Registers SOURCE, written without quotes, as the source of the messages of this file. */
#define DOCA_LOG_REGISTER(SOURCE)                                              \
  static int log_source __attribute__((unused)) = -1;                          \
  static void __attribute__((constructor(101), used)) doca_log_begin_source_(  \
      void) {                                                                  \
    (void)doca_log_register_source(#SOURCE, &log_source);                      \
  }                                                                            \
  static void __attribute__((destructor(101), used)) doca_log_end_source_(     \
      void) {                                                                  \
    (void)doca_log_unregister_source(log_source);                              \
  }

/** Logs a message of this file's source; `level` is an enumerator of enum doca_log_level. */
#define DOCA_LOG_AT_(level, ...)                                               \
  ((void)doca_log(level, log_source, __FILE__, __LINE__, __func__, __VA_ARGS__))

/** Logs a message with the arguments of printf(). `level` is DOCA_LOG_LEVEL_INFO, or INFO in DOCA 2.5. */
#if DOCA_COMPAT_VERSION < 210
#define DOCA_LOG(level, ...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_##level, __VA_ARGS__)
#else
#define DOCA_LOG(level, ...) DOCA_LOG_AT_(level, __VA_ARGS__)
#endif

#define DOCA_LOG_CRIT(...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_CRIT, __VA_ARGS__)
#define DOCA_LOG_ERR(...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_ERROR, __VA_ARGS__)
#define DOCA_LOG_WARN(...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_WARNING, __VA_ARGS__)
#define DOCA_LOG_INFO(...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_INFO, __VA_ARGS__)
#define DOCA_LOG_DBG(...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_DEBUG, __VA_ARGS__)

/** Logs a message of level TRACE if the program is compiled with DOCA_LOGGING_ALLOW_TRACE. */
#ifdef DOCA_LOGGING_ALLOW_TRACE
#define DOCA_LOG_TRC(...) DOCA_LOG_AT_(DOCA_LOG_LEVEL_TRACE, __VA_ARGS__)
#else
#define DOCA_LOG_TRC(...)                                                      \
  do {                                                                         \
  } while (0)
#endif

#endif
