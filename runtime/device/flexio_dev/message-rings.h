/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Buffers of the streams that are not in sync mode (runtime/abi/message-rings.h):
 * one ring for each, given by the host. Every function takes the stream's lock;
 * none waits for anything else but the host's end of a batch.
 */
#ifndef DPA_FLEXIO_DEV_MESSAGE_RINGS_H
#define DPA_FLEXIO_DEV_MESSAGE_RINGS_H

#include "runtime/abi/message-rings.h"
#include "runtime/abi/message-streams.h"

#include <stdbool.h>

/* Takes the ring of a stream that is not open, or that has the same one. False
 * if there can be no such ring. */
bool ring_open(const struct dpa_stream_arguments *arguments);

/* Lets the ring go; afterwards nobody writes to it. */
void ring_close(unsigned stream);

/* Adds a text, in async or batch mode; false if the stream has another mode.
 * Text that is longer than half of the ring is cut. */
bool ring_add_text(unsigned stream, const char *text, uint64_t length);

/* Adds a record, in tracer mode; otherwise nothing happens. */
void ring_add_trace(unsigned stream, const struct dpa_trace_record *record);

/* Sends what the ring of a tracer holds. */
void ring_send_traces(unsigned stream);

#endif
