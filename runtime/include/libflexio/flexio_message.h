/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Streams, which show messages of device code. A part of libflexio/flexio.h, which is the header to
 * include.
 */
#ifndef LIBFLEXIO_FLEXIO_MESSAGE_H
#define LIBFLEXIO_FLEXIO_MESSAGE_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#include <pthread.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Opens a stream for messages of device code. The process's first stream is its default stream, id
 * 0; a level of 0 there means FLEXIO_MSG_DEV_INFO. A thread of the stream writes the messages to
 * `out`, which must stay open as long as the stream; its id is stored in *ppthread, which may be
 * NULL. The caller owns *stream, which is NULL on failure. sync_mode selects when messages are
 * written:
 * - sync: at once. A call returns after the messages that were sent before its end are written.
 * - async: at a flush, and when the stream or the process is destroyed. Until then they are in a
 *   buffer of data_bsize bytes on the device heap; when it is full, the oldest are lost, and the
 *   next flush logs how many.
 * - batch: the same buffer is written whenever half of it (at most 64 KiB) is full. Nothing is
 *   lost.
 * - tracer: the buffer has records of flexio_dev_tracer.h, which are written as batches are, with
 *   the formats tracer_msg_formats, which are copied. Conversions are %d %i %u %o %x %X %c %p with
 *   flags, width, precision and length; %s shows its argument as an address, because the host does
 *   not follow pointers of the device. A record with an unknown format id is shown with its
 *   numbers. Records that the file cannot take in time are dropped and counted in the stream.
 *   tracer_mode may be any transport (queue pair or window), which makes no difference here.
 *   Messages of flexio_dev_msg() to the stream are written at once.
 *
 * Fails if data_bsize is not a power of two of at least 2 KiB or does not fit on the heap, if
 * tracer_msg_formats are NULL or not readable, if the level is ALWAYS_PRINT or above
 * FLEXIO_MSG_DEV_DEBUG, and if FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT streams are open. Opening,
 * changing and closing a stream are calls to the device, on the execution unit that mgmt_affinity
 * selects. Manual: flexio_msg_stream_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_msg_stream_create(
    struct flexio_process *process, flexio_msg_stream_attr_t *stream_fattr,
    FILE *out, pthread_t *ppthread, struct flexio_msg_stream **stream);

/**
 * Closes a stream, which may be the default stream; later messages to it are dropped. NULL is
 * allowed. FLEXIO_STATUS_TIMEOUT: no execution unit became free in time for the call to the device,
 * and the stream stays open. FLEXIO_STATUS_FAILED also if messages could not be written since the
 * last flush, as in flexio_msg_stream_flush(); the stream is closed nevertheless. Manual: flexio_msg_stream_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_msg_stream_destroy(struct flexio_msg_stream *stream);

/** Writes what is buffered. When the call returns, all messages sent before it are written. Sync
 * streams have no buffer. Fails if messages since the last flush could not be written (a full disk,
 * a closed pipe), in every mode; the log says how many. Manual: flexio_msg_stream_flush. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_msg_stream_flush(struct flexio_msg_stream *stream);

/** Returns the number of the stream, for device code; -1 on error. Manual:
 * flexio_msg_stream_get_id. */
FLEXIO_EXPERIMENTAL int
flexio_msg_stream_get_id(struct flexio_msg_stream *stream);

/** Sets a stream's level: FLEXIO_MSG_DEV_NO_PRINT to FLEXIO_MSG_DEV_DEBUG without ALWAYS_PRINT.
 * Fails for the default stream. Manual: flexio_msg_stream_level_set. */
FLEXIO_EXPERIMENTAL flexio_status flexio_msg_stream_level_set(
    struct flexio_msg_stream *stream, flexio_msg_dev_level level);

/** Older form of flexio_msg_stream_create() for the default stream; fails if that is open. The
 * stream is closed by flexio_log_dev_destroy() or with the process. Manual: flexio_log_dev_init. */
FLEXIO_EXPERIMENTAL flexio_status flexio_log_dev_init(
    struct flexio_process *process, flexio_msg_stream_attr_t *stream_fattr,
    FILE *out, pthread_t *ppthread);

/** Older form of flexio_msg_stream_flush() for the default stream. Manual: flexio_log_dev_flush. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_log_dev_flush(struct flexio_process *process);

/** Older form of flexio_msg_stream_destroy() for the default stream. Manual:
 * flexio_log_dev_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_log_dev_destroy(struct flexio_process *process);

#ifdef __cplusplus
}
#endif

#endif
