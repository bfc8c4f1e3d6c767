/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tracing: messages of numbers only. The device stores a record of 64 bytes, the
 * host makes text of it with the formats that it gave the stream (sync mode
 * TRACER, Flex IO SDK reference, flexio_msg_stream_attr_t). Records are shown
 * when half of the stream's buffer is full, at a flush of either side, and when
 * the stream is destroyed. A host that cannot keep up loses records, and counts
 * them; the device never waits for it.
 */
#ifndef FLEXIO_DEV_TRACER_H
#define FLEXIO_DEV_TRACER_H

#include "flexio_dev.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Store a record with 0 to 6 arguments in stream `tracer_id` (0 to 254, or
 * FLEXIO_MSG_DEV_BROADCAST_STREAM for all tracers), if `level` passes it as that
 * of a message does. `format_id` is the index of the format in the host's
 * tracer_msg_formats. Streams that are no tracer are left alone.
 */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_trace_0(uint8_t tracer_id,
                                                flexio_msg_dev_level level,
                                                int format_id);
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_trace_1(uint8_t tracer_id,
                                                flexio_msg_dev_level level,
                                                int format_id, uint64_t arg0);
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_trace_2(uint8_t tracer_id,
                                                flexio_msg_dev_level level,
                                                int format_id, uint64_t arg0,
                                                uint64_t arg1);
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_trace_3(uint8_t tracer_id,
                                                flexio_msg_dev_level level,
                                                int format_id, uint64_t arg0,
                                                uint64_t arg1, uint64_t arg2);
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_trace_4(uint8_t tracer_id, flexio_msg_dev_level level, int format_id,
                   uint64_t arg0, uint64_t arg1, uint64_t arg2, uint64_t arg3);
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_trace_5(uint8_t tracer_id,
                                                flexio_msg_dev_level level,
                                                int format_id, uint64_t arg0,
                                                uint64_t arg1, uint64_t arg2,
                                                uint64_t arg3, uint64_t arg4);
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_trace_6(uint8_t tracer_id, flexio_msg_dev_level level, int format_id,
                   uint64_t arg0, uint64_t arg1, uint64_t arg2, uint64_t arg3,
                   uint64_t arg4, uint64_t arg5);

/* Sends the stream's records to the host, which shows them. Nothing for a
 * stream that is no tracer. */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_tracer_flush(uint8_t tracer_id);

/* Tells the host that buffer number `buffer` of the stream is to be shown. A
 * stream has one buffer here, so every number means it: the same as
 * flexio_dev_tracer_flush(). */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_tracer_notify_host(uint8_t tracer_id,
                                                           uint32_t buffer);

#ifdef __cplusplus
}
#endif

#endif
