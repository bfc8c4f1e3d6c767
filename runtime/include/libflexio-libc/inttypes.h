/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Formats and conversions of fixed-width integers in device programs:
 * picolibc's.
 */
#ifndef LIBFLEXIO_LIBC_INTTYPES_H
#define LIBFLEXIO_LIBC_INTTYPES_H

/* The C library's own header of this name, even if this folder itself is
 * searched. */
#if __has_include_next(<inttypes.h>)
#include_next <inttypes.h>
#else
#include <inttypes.h>
#endif

#endif
