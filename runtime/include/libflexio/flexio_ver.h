/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Version numbers of the Flex IO host interface, and the marks of its functions. A program may
 * include this header, define FLEXIO_VER_USED and then include libflexio/flexio.h to select the
 * version that it was written for. Preprocessor arithmetic. C and C++.
 */
#ifndef LIBFLEXIO_FLEXIO_VER_H
#define LIBFLEXIO_FLEXIO_VER_H

#define FLEXIO_VER_MAJOR_OFFS 24 /**< bit position of the year */
#define FLEXIO_VER_MINOR_OFFS 16 /**< bit position of the month */

/** A version from the year, the month, and 0; they have 8, 8 and 16 bits. */
#define FLEXIO_VER(major, minor, sub)                                          \
  (((0UL + (major)) << FLEXIO_VER_MAJOR_OFFS) |                                \
   ((0UL + (minor)) << FLEXIO_VER_MINOR_OFFS) | (0UL + (sub)))

/** Stands for the newest version. */
#define FLEXIO_VER_LATEST FLEXIO_VER(0xFF, 0xFF, 0xFFFF)

/** Marks a function whose interface stays the same over versions. */
#define FLEXIO_STABLE __attribute__((visibility("default"), used))

/** Marks a function whose interface may change: its use warns unless
 * FLEXIO_ALLOW_EXPERIMENTAL_API is defined. */
#ifdef FLEXIO_ALLOW_EXPERIMENTAL_API
#define FLEXIO_EXPERIMENTAL                                                    \
  __attribute__((visibility("default"), used, section(".text.experimental")))
#else
#define FLEXIO_EXPERIMENTAL                                                    \
  __attribute__((                                                              \
      visibility("default"), used, section(".text.experimental"),              \
      deprecated(                                                              \
          "experimental; define FLEXIO_ALLOW_EXPERIMENTAL_API to use it")))
#endif

#endif
