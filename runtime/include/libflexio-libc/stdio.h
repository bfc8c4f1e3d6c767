/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Standard input and output of device programs: picolibc's tinystdio, tied to
 * devices by put and get functions (Flex IO SDK reference, "<stdio.h>: Standard
 * IO facilities"). stdin, stdout and stderr are declared, not defined: a
 * program that uses them defines them. No floating point; printf is not sent to
 * the host, that is flexio_dev_print().
 */
#ifndef LIBFLEXIO_LIBC_STDIO_H
#define LIBFLEXIO_LIBC_STDIO_H

/* The C library's own header of this name, even if this folder itself is
 * searched. */
#if __has_include_next(<stdio.h>)
#include_next <stdio.h>
#else
#include <stdio.h>
#endif

#endif
