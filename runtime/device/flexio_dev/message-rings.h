/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Buffers of the streams that are not in sync mode (runtime/abi/message-rings.h): one ring for
 * each, which the host allocates. Every function takes the stream's lock; apart from that they wait
 * only for the host to read a batch.
 */
#ifndef DPA_FLEXIO_DEV_MESSAGE_RINGS_H
#define DPA_FLEXIO_DEV_MESSAGE_RINGS_H

#include "runtime/abi/message-rings.h"
#include "runtime/abi/message-streams.h"

#include <stdbool.h>

/* Sets the ring of a stream that is not open or has this ring already. False if the arguments do
 * not describe a valid ring. */
bool ring_open(const struct dpa_stream_arguments *arguments);

/* Releases the ring. When the call returns, the device does not write to it any more. */
void ring_close(unsigned stream);

/* Adds text in async or batch mode, cut to half of the ring; sends it at once in other modes. The
 * text is aligned to 8 bytes, and its last 8 bytes can be read as a whole. */
void ring_send_text(unsigned stream, const char *text, uint64_t length);

/* Adds a record in tracer mode; no effect in other modes. */
void ring_add_trace(unsigned stream, const struct dpa_trace_record *record);

/* Sends the records in the ring of a tracer. */
void ring_send_traces(unsigned stream);

#endif
