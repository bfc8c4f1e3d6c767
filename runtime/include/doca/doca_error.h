/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Results of DOCA functions. C and C++, host and device (without the functions).
 */
#ifndef DOCA_ERROR_H
#define DOCA_ERROR_H

#include <doca_common_defines.h>
#include <doca_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Result of a function. */
typedef enum doca_error {
  DOCA_SUCCESS = 0,
  DOCA_ERROR_UNKNOWN = 1,
  DOCA_ERROR_NOT_PERMITTED = 2,  /**< wrong state, or missing permission */
  DOCA_ERROR_IN_USE = 3,         /**< another object uses it */
  DOCA_ERROR_NOT_SUPPORTED = 4,  /**< by the device, or by this library */
  DOCA_ERROR_AGAIN = 5,          /**< retry later */
  DOCA_ERROR_INVALID_VALUE = 6,  /**< invalid argument */
  DOCA_ERROR_NO_MEMORY = 7,      /**< memory or another resource is exhausted */
  DOCA_ERROR_INITIALIZATION = 8, /**< a resource cannot be initialised */
  DOCA_ERROR_TIME_OUT = 9,       /**< a wait has timed out */
  DOCA_ERROR_SHUTDOWN = 10,      /**< the connection ends */
  DOCA_ERROR_CONNECTION_RESET = 11,      /**< by the peer */
  DOCA_ERROR_CONNECTION_ABORTED = 12,    /**< by this side */
  DOCA_ERROR_CONNECTION_INPROGRESS = 13, /**< not yet complete */
  DOCA_ERROR_NOT_CONNECTED = 14,
  DOCA_ERROR_NO_LOCK = 15,
  DOCA_ERROR_NOT_FOUND = 16,
  DOCA_ERROR_IO_FAILED = 17,
  DOCA_ERROR_BAD_STATE = 18, /**< wrong state of the object */
  DOCA_ERROR_UNSUPPORTED_VERSION = 19,
  DOCA_ERROR_OPERATING_SYSTEM = 20, /**< a system call failed */
  DOCA_ERROR_DRIVER = 21,           /**< verbs or Flex IO failed */
  DOCA_ERROR_UNEXPECTED = 22,
  DOCA_ERROR_ALREADY_EXIST = 23,
  DOCA_ERROR_FULL = 24,
  DOCA_ERROR_EMPTY = 25,
  DOCA_ERROR_IN_PROGRESS = 26, /**< completes later */
  DOCA_ERROR_TOO_BIG = 27,
  DOCA_ERROR_AUTHENTICATION = 28,
  DOCA_ERROR_BAD_CONFIG = 29,
  DOCA_ERROR_SKIPPED = 30 /**< nothing to do */
} doca_error_t;

/** True if `result` is an error. */
#define DOCA_IS_ERROR(result) ((result) != DOCA_SUCCESS)

/** Stores result `t` in `r` unless `r` is an error already. */
#define DOCA_ERROR_PROPAGATE(r, t)                                             \
  do {                                                                         \
    if (!DOCA_IS_ERROR(r)) {                                                   \
      (r) = (t);                                                               \
    }                                                                          \
  } while (0)

/** Returns the enumerator of `error` as a string, "DOCA_ERROR_AGAIN"; "DOCA_UNKNOWN_ERROR" for other
 * numbers. The string is constant. */
DOCA_STABLE const char *doca_error_get_name(doca_error_t error);

/** Returns the description of `error` in words; "Unknown error" for other numbers. The string is constant. */
DOCA_STABLE const char *doca_error_get_descr(doca_error_t error);

/** The name of doca_error_get_descr() in DOCA 2.0. */
DOCA_STABLE const char *doca_get_error_string(doca_error_t error);

/** The name of doca_error_get_name() in DOCA 2.0. */
DOCA_STABLE const char *doca_get_error_name(doca_error_t error);

#ifdef __cplusplus
}
#endif

#endif
