/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages of the library itself, which need no open stream. */
#ifndef DPA_FLEXIO_DEV_MESSAGE_H
#define DPA_FLEXIO_DEV_MESSAGE_H

/* Sends one line, without a line feed, to the log of the host library, formatted as by
 * flexio_dev_msg(). */
__attribute__((__format__(__printf__, 1, 2))) void
message_to_log(const char *format, ...);

#endif
