/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process's message streams on the device: state and level of each. */
#ifndef DPA_FLEXIO_DEV_MESSAGE_STREAMS_H
#define DPA_FLEXIO_DEV_MESSAGE_STREAMS_H

#include "runtime/abi/message-rings.h"

#include <stdbool.h>
#include <stdint.h>

/* True if at least one stream accepts a message of `level` to `stream`, which is 0 to
 * DPA_STREAM_COUNT - 1 or broadcast. If the process never had a stream, the host is notified once. */
bool streams_accept(int stream, uint8_t level);

/* Sends `length` bytes to every stream that accepts the message. */
void streams_send(int stream, uint8_t level, const char *text, uint64_t length);

/* Stores a record in every tracer that accepts `level`. Notifies the host as streams_accept(). */
void streams_trace(unsigned stream, uint8_t level,
                   const struct dpa_trace_record *record);

#endif
