/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads strings of the program, which may be at invalid addresses: such a fault
 * is shown as one of `caller`, the return address of the program's call, as no
 * other function of the library is between them in the registers.
 */
#ifndef DPA_FLEXIO_DEV_MESSAGE_STRING_H
#define DPA_FLEXIO_DEV_MESSAGE_STRING_H

#ifdef __cplusplus
extern "C" {
#endif

/* The length of `text`. Reads at most `limit` bytes, or up to the terminating
 * null if `limit` is negative. */
int message_read_string(const char *text, int limit, const void *caller);

/* Copies `text` to `to`, up to its terminating null or a character `stop`, which
 * is not copied, or until `to` is `end`. Returns the end of the copy. */
char *message_copy_string(char *to, const char *text, const char *end,
                          const void *caller, char stop);

#ifdef __cplusplus
}
#endif

#endif
