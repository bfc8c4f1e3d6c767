/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Text of device messages: the rules of runtime/format for them, into a buffer. No library, no
 * static data, about 200 bytes of stack. The unit test compiles it for the host.
 */
#ifndef DPA_FLEXIO_DEV_FORMAT_H
#define DPA_FLEXIO_DEV_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes at most `size` bytes to `buffer`, without a NUL, and returns the length of the whole text,
 * which may be larger. An unsupported specification, as for floating point, is printed as it is
 * written; its argument is skipped if the type is known. `caller` is
 * the return address of the program's call, for the report of a string that cannot be read
 * (message-string.h).
 */
size_t format_message(char *buffer, size_t size, const void *caller,
                      const char *format, va_list arguments);

#ifdef __cplusplus
}
#endif

#endif
