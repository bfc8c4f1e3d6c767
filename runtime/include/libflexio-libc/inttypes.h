/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Formats and conversions of fixed-width integers in device programs: the header of picolibc.
 */
#ifndef LIBFLEXIO_LIBC_INTTYPES_H
#define LIBFLEXIO_LIBC_INTTYPES_H

/* The C library's own header, even if this folder is on the include path. */
#if __has_include_next(<inttypes.h>)
#include_next <inttypes.h>
#else
#include <inttypes.h>
#endif

#endif
