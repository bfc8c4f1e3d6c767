/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Tracing: messages that are numbers only. The device stores a record of 64 bytes; the host turns
 * it into text with the formats of the stream (sync mode TRACER). Records are shown when half of
 * the stream's buffer is full, at a flush of either side, and when the stream is destroyed. The
 * device never waits for the host: records that the host cannot take in time are lost and counted.
 * "Manual" is the Flex IO SDK API reference, chapter "Flex IO SDK dev".
 */
#ifndef FLEXIO_DEV_TRACER_H
#define FLEXIO_DEV_TRACER_H

#include "flexio_dev.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Stores a record without arguments in stream `tracer_id` (0 to 254, or
 * FLEXIO_MSG_DEV_BROADCAST_STREAM for all tracers), if a message of `level` passes the stream.
 * `format_id` is the index of the format in the host's tracer_msg_formats. No effect for streams of
 * other modes. Manual: flexio_dev_trace_0.
 */
FLEXIO_DEV_STABLE void flexio_dev_trace_0(uint8_t tracer_id,
                                          flexio_msg_dev_level level,
                                          int format_id);

/** As flexio_dev_trace_0(), with one argument. Manual: flexio_dev_trace_1. */
FLEXIO_DEV_STABLE void flexio_dev_trace_1(uint8_t tracer_id,
                                          flexio_msg_dev_level level,
                                          int format_id, uint64_t arg0);

/** As flexio_dev_trace_0(), with two arguments. Manual: flexio_dev_trace_2. */
FLEXIO_DEV_STABLE void flexio_dev_trace_2(uint8_t tracer_id,
                                          flexio_msg_dev_level level,
                                          int format_id, uint64_t arg0,
                                          uint64_t arg1);

/** As flexio_dev_trace_0(), with three arguments. Manual: flexio_dev_trace_3. */
FLEXIO_DEV_STABLE void flexio_dev_trace_3(uint8_t tracer_id,
                                          flexio_msg_dev_level level,
                                          int format_id, uint64_t arg0,
                                          uint64_t arg1, uint64_t arg2);

/** As flexio_dev_trace_0(), with four arguments. Manual: flexio_dev_trace_4. */
FLEXIO_DEV_STABLE void
flexio_dev_trace_4(uint8_t tracer_id, flexio_msg_dev_level level, int format_id,
                   uint64_t arg0, uint64_t arg1, uint64_t arg2, uint64_t arg3);

/** As flexio_dev_trace_0(), with five arguments. Manual: flexio_dev_trace_5. */
FLEXIO_DEV_STABLE void flexio_dev_trace_5(uint8_t tracer_id,
                                          flexio_msg_dev_level level,
                                          int format_id, uint64_t arg0,
                                          uint64_t arg1, uint64_t arg2,
                                          uint64_t arg3, uint64_t arg4);

/** As flexio_dev_trace_0(), with six arguments. Manual: flexio_dev_trace_6. */
FLEXIO_DEV_STABLE void
flexio_dev_trace_6(uint8_t tracer_id, flexio_msg_dev_level level, int format_id,
                   uint64_t arg0, uint64_t arg1, uint64_t arg2, uint64_t arg3,
                   uint64_t arg4, uint64_t arg5);

/** Sends the stream's records to the host, which shows them. No effect for streams of other modes.
 * Manual: flexio_dev_tracer_flush. */
FLEXIO_DEV_STABLE void flexio_dev_tracer_flush(uint8_t tracer_id);

/** Sends buffer number `buffer` of the stream to the host. A stream has one buffer here, so that
 * every number selects it, as flexio_dev_tracer_flush() does. Manual:
 * flexio_dev_tracer_notify_host. */
FLEXIO_DEV_STABLE void flexio_dev_tracer_notify_host(uint8_t tracer_id,
                                                     uint32_t buffer);

FLEXIO_DEV_MARKS_OF_TRACER_

#ifdef __cplusplus
}
#endif

#endif
