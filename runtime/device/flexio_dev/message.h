/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages of the library itself, for which no stream need be open. */
#ifndef DPA_FLEXIO_DEV_MESSAGE_H
#define DPA_FLEXIO_DEV_MESSAGE_H

/* One line, without a line feed, for the log of the host library. Formats as
 * flexio_dev_msg(). */
__attribute__((__format__(__printf__, 1, 2))) void
message_to_log(const char *format, ...);

#endif
