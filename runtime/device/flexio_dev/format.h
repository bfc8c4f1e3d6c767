/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Formatted text of device messages: printf without floating point and without
 * a stream. Uses no library and no static data, about 200 bytes of stack. Also
 * compiled for the host, by its unit test.
 */
#ifndef DPA_FLEXIO_DEV_FORMAT_H
#define DPA_FLEXIO_DEV_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes at most `size` bytes to `buffer` (no NUL is added) and returns the
 * length of the whole text, which may be more. A directive that is not
 * supported, floating point included, is written as it stands; its argument is
 * skipped if its type is known.
 */
size_t format_message(char *buffer, size_t size, const char *format,
                      va_list arguments);

#ifdef __cplusplus
}
#endif

#endif
