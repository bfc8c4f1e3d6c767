/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Version numbers of the Flex IO host interface. A program may include this
 * header, define FLEXIO_VER_USED and then include libflexio/flexio.h to say for
 * which version it was written. Also the marks of stable and experimental
 * functions. Preprocessor arithmetic only: usable in #if. C and C++.
 */
#ifndef LIBFLEXIO_FLEXIO_VER_H
#define LIBFLEXIO_FLEXIO_VER_H

#define FLEXIO_VER_MAJOR_OFFS 24
#define FLEXIO_VER_MINOR_OFFS 16

/* Major is the year, minor the month, sub is always 0; each fits its bits (8,
 * 8, 16). */
#define FLEXIO_VER(major, minor, sub)                                          \
  (((0UL + (major)) << FLEXIO_VER_MAJOR_OFFS) |                                \
   ((0UL + (minor)) << FLEXIO_VER_MINOR_OFFS) | (0UL + (sub)))

/* Stands for the newest version, whatever it is. */
#define FLEXIO_VER_LATEST FLEXIO_VER(0xFF, 0xFF, 0xFFFF)

/* A function that keeps its form over versions. */
#define FLEXIO_STABLE __attribute__((visibility("default"), used))

/* A function that may change: using it warns, unless
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
