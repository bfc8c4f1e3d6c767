/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Version numbers of the Flex IO device interface, and the marks of its functions. A program may
 * include this header, define FLEXIO_DEV_VER_USED and then include flexio_dev.h to select the
 * interface of that version (guide, "Version API and Backward Compatibility"). Preprocessor arithmetic.
 */
#ifndef FLEXIO_DEV_VER_H
#define FLEXIO_DEV_VER_H

#define FLEXIO_DEV_VER_MAJOR_OFFS 24 /**< bit position of the year */
#define FLEXIO_DEV_VER_MINOR_OFFS 16 /**< bit position of the month */

/** A version from the year, the month, and 0; they have 8, 8 and 16 bits. */
#define FLEXIO_DEV_VER(maj, min, sub)                                          \
  (((0UL + (maj)) << FLEXIO_DEV_VER_MAJOR_OFFS) |                              \
   ((0UL + (min)) << FLEXIO_DEV_VER_MINOR_OFFS) | (0UL + (sub)))

/** Stands for the newest version. */
#define FLEXIO_DEV_VER_LATEST FLEXIO_DEV_VER(0xFF, 0xFF, 0xFFFF)
/** The version that this library implements. */
#define FLEXIO_DEV_CURRENT_VERSION FLEXIO_DEV_VER(26, 1, 0)
/** The oldest version that a program may select. */
#define FLEXIO_DEV_LAST_SUPPORTED_VERSION FLEXIO_DEV_VER(0, 0, 0)

/** Marks a function whose interface stays the same over versions. */
#define FLEXIO_DEV_STABLE __attribute__((visibility("default"), used))

/** Marks a function whose interface may change: its use warns unless
 * FLEXIO_DEV_ALLOW_EXPERIMENTAL_API is defined. */
#ifdef FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
#define FLEXIO_DEV_EXPERIMENTAL                                                \
  __attribute__((section(".text.experimental"))) FLEXIO_DEV_STABLE
#else
#define FLEXIO_DEV_EXPERIMENTAL                                                \
  __attribute__((deprecated("Symbol is defined as experimental; define "       \
                            "FLEXIO_DEV_ALLOW_EXPERIMENTAL_API to use it"),    \
                 section(".text.experimental"))) FLEXIO_DEV_STABLE
#endif

#ifndef FLEXIO_DEV_ALWAYS_INLINE
#define FLEXIO_DEV_ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

#endif
