/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Attributes of DOCA functions. C and C++, host and device.
 */
#ifndef DOCA_COMPAT_H
#define DOCA_COMPAT_H

#include <doca_config.h>

/** Keeps a symbol without references. */
#define DOCA_USED __attribute__((used))

/** Marks a function whose interface stays the same over versions. */
#define DOCA_STABLE __attribute__((visibility("default"), used))

/** Marks a function whose interface may change: its use warns unless DOCA_ALLOW_EXPERIMENTAL_API is
 * defined. */
#ifdef DOCA_ALLOW_EXPERIMENTAL_API
#define DOCA_EXPERIMENTAL                                                      \
  __attribute__((visibility("default"), used, section(".text.experimental")))
#else
#define DOCA_EXPERIMENTAL                                                      \
  __attribute__((                                                              \
      visibility("default"), used, section(".text.experimental"),              \
      deprecated(                                                              \
          "experimental; define DOCA_ALLOW_EXPERIMENTAL_API to use it")))
#endif

/** Marks a function that will be removed in a later version: its use warns unless
 * DOCA_ALLOW_DEPRECATED_API is defined. */
#ifdef DOCA_ALLOW_DEPRECATED_API
#define DOCA_DEPRECATED                                                        \
  __attribute__((visibility("default"), used, section(".text.deprecated")))
#else
#define DOCA_DEPRECATED                                                        \
  __attribute__((                                                              \
      visibility("default"), used, section(".text.deprecated"),                \
      deprecated("deprecated; define DOCA_ALLOW_DEPRECATED_API to use it")))
#endif

#endif
