/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process's message streams, as device code sees them: which are open, and
 * with what level. */
#ifndef DPA_FLEXIO_DEV_MESSAGE_STREAMS_H
#define DPA_FLEXIO_DEV_MESSAGE_STREAMS_H

#include "runtime/abi/message-rings.h"

#include <stdbool.h>
#include <stdint.h>

/* True if a message of `level` to `stream` (0 to DPA_STREAM_COUNT - 1, or
 * broadcast) reaches at least one stream. */
bool streams_accept(int stream, uint8_t level);

/* Sends `length` bytes to every stream that accepts them. */
void streams_send(int stream, uint8_t level, const char *text, uint64_t length);

/* Stores a record in every tracer that accepts it. */
void streams_trace(unsigned stream, uint8_t level,
                   const struct dpa_trace_record *record);

#endif
