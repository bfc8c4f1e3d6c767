/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Strings and memory blocks in device programs: picolibc's.
 */
#ifndef LIBFLEXIO_LIBC_STRING_H
#define LIBFLEXIO_LIBC_STRING_H

/* The C library's own header of this name, even if this folder itself is
 * searched. */
#if __has_include_next(<string.h>)
#include_next <string.h>
#else
#include <string.h>
#endif

#endif
