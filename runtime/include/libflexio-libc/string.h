/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Strings and memory blocks in device programs: the header of picolibc.
 */
#ifndef LIBFLEXIO_LIBC_STRING_H
#define LIBFLEXIO_LIBC_STRING_H

/* The C library's own header, even if this folder is on the include path. */
#if __has_include_next(<string.h>)
#include_next <string.h>
#else
#include <string.h>
#endif

#endif
