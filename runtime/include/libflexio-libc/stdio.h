/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Standard input and output of device programs: the header of picolibc, whose streams use put and
 * get functions of the program (Flex IO SDK API reference, "<stdio.h>: Standard IO facilities").
 * stdin, stdout and stderr are declared here and defined by programs that use them. No floating
 * point. printf does not send text to the host; flexio_dev_print() does.
 */
#ifndef LIBFLEXIO_LIBC_STDIO_H
#define LIBFLEXIO_LIBC_STDIO_H

/* The C library's own header, even if this folder is on the include path. */
#if __has_include_next(<stdio.h>)
#include_next <stdio.h>
#else
#include <stdio.h>
#endif

#endif
