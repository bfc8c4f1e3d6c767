/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How the host manages the device's message streams: it calls two functions of libflexio_dev by
 * their unpack stubs, as an RPC. Every device program has the stubs (looked up by symbol name) and
 * the state of its streams in its own memory. Messages are sent by DPA_SYS_MESSAGE. C11 and C++20.
 *
 * A stream is closed until it is configured. A message of level L passes a
 * stream of level S if 1 <= L <= S. The first message of a process that never had a stream is sent
 * without its text, so that the host can report that messages are lost.
 */
#ifndef DPA_ABI_MESSAGE_STREAMS_H
#define DPA_ABI_MESSAGE_STREAMS_H

#include <stdint.h>

/* Opens stream `stream` with `level`, or changes the level of an open one. */
#define DPA_STREAM_CONFIGURE_STUB                                              \
  "_dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_cfg"
/* Closes a stream, which may be closed already: later messages to it are dropped. `level` is
 * ignored. */
#define DPA_STREAM_CLOSE_STUB                                                  \
  "_dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_close"

/* The argument buffer of both; the stub's second argument (the function's
 * address) is ignored. */
struct dpa_stream_arguments {
  uint64_t stream;    /* 0 to DPA_STREAM_COUNT - 1 */
  uint64_t level;     /* 0 (no print) to 5 (debug), not 1 (always print) */
  uint64_t mode;      /* message-rings.h; the same for an open stream */
  uint64_t ring;      /* address of the ring, zeroed; 0 in sync mode */
  uint64_t ring_size; /* bytes of its records */
};

/* Results of both. */
#define DPA_STREAM_OK 0
#define DPA_STREAM_BAD_ARGUMENT 1

#define DPA_STREAM_COUNT 255
/* Only in calls of device code: every open stream. */
#define DPA_STREAM_BROADCAST 255
/* Only in messages to the host: the host library's log, which is always open. */
#define DPA_STREAM_LOG 256

#define DPA_STREAM_LEVEL_NONE 0
#define DPA_STREAM_LEVEL_ALWAYS 1
#define DPA_STREAM_LEVEL_INFO 4
#define DPA_STREAM_LEVEL_DEBUG 5

#endif
