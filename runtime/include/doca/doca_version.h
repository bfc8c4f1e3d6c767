/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The version of the DOCA interface, with the macros of DOCA 2.5 (DOCA_VER_*) and of later versions. C and C++.
 */
#ifndef DOCA_VERSION_H
#define DOCA_VERSION_H

#include <stddef.h>

#include <doca_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

#if DOCA_COMPAT_VERSION < 205
#define DOCA_VERSION_MAJOR 1
#define DOCA_VERSION_MINOR 5
#define DOCA_VERSION_PATCH 0
#define DOCA_VERSION_STRING "1.5.0"
#elif DOCA_COMPAT_VERSION < 210
#define DOCA_VERSION_MAJOR 2
#define DOCA_VERSION_MINOR 5
#define DOCA_VERSION_PATCH 0
#define DOCA_VERSION_STRING "2.5.0"
#elif DOCA_COMPAT_VERSION < 300
#define DOCA_VERSION_MAJOR 2
#define DOCA_VERSION_MINOR 10
#define DOCA_VERSION_PATCH 0
#define DOCA_VERSION_STRING "2.10.0"
#else
#define DOCA_VERSION_MAJOR 3
#define DOCA_VERSION_MINOR 3
#define DOCA_VERSION_PATCH 0
#define DOCA_VERSION_STRING "3.3.0"
#endif

#define DOCA_VER_MAJOR DOCA_VERSION_MAJOR
#define DOCA_VER_MINOR DOCA_VERSION_MINOR
#define DOCA_VER_PATCH DOCA_VERSION_PATCH
#define DOCA_VER_STRING DOCA_VERSION_STRING

/** A version as a number; a later version is a larger number. */
#define DOCA_VERSION_NUM(major, minor, patch)                                  \
  ((size_t)(((major) << 24) | ((minor) << 16) | (patch)))
#define DOCA_VERSION_CALC_EXACT(major, minor, patch)                           \
  DOCA_VERSION_NUM(major, minor, patch)
/** DOCA_VERSION_NUM() of an official release, whose patch number is multiplied by 1000. */
#define DOCA_VERSION_CALC(major, minor, patch)                                 \
  DOCA_VERSION_NUM(major, minor, (patch) * 1000)

/** The version of these headers. */
#define DOCA_CURRENT_VERSION_NUM                                               \
  DOCA_VERSION_NUM(DOCA_VERSION_MAJOR, DOCA_VERSION_MINOR, DOCA_VERSION_PATCH)
#define DOCA_VERSION_EXACT DOCA_CURRENT_VERSION_NUM
#define DOCA_VERSION_OFFICIAL DOCA_CURRENT_VERSION_NUM

#define DOCA_VERSION_EQ_CURRENT(major, minor, patch)                           \
  (DOCA_VERSION_NUM(major, minor, patch) == DOCA_CURRENT_VERSION_NUM)
#define DOCA_VERSION_LTE_CURRENT(major, minor, patch)                          \
  (DOCA_VERSION_NUM(major, minor, patch) <= DOCA_CURRENT_VERSION_NUM)

/** Returns the version of the headers that the program was compiled with. */
static inline const char *doca_version(void) {
  return DOCA_VERSION_STRING;
}

/** Returns the version of the library that the program runs with. The string is constant. */
DOCA_EXPERIMENTAL const char *doca_version_runtime(void);

#ifdef __cplusplus
}
#endif

#endif
