/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trace records: filtered as messages are, and stored in the stream's ring
 * (message-rings.h). Must not format, and must not wait for the host. */
#include "runtime/abi/message-rings.h"
#include "runtime/abi/thread-context.h"
#include "runtime/device/flexio_dev/message-rings.h"
#include "runtime/device/flexio_dev/message-streams.h"

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_tracer.h>

#define RECORD(id, count, ...)                                                 \
  (struct dpa_trace_record) {                                                  \
    .format_id = (uint32_t)(id), .argument_count = (count), .arguments = {     \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

static void store(uint8_t tracer_id, flexio_msg_dev_level level,
                  struct dpa_trace_record record) {
  const struct dpa_thread_context *context = __builtin_thread_pointer();
  record.eu = context->eu;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_0(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id) {
  store(tracer_id, level, RECORD(format_id, 0, 0));
}

void flexio_dev_trace_1(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0) {
  store(tracer_id, level, RECORD(format_id, 1, arg0));
}

void flexio_dev_trace_2(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1) {
  store(tracer_id, level, RECORD(format_id, 2, arg0, arg1));
}

void flexio_dev_trace_3(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2) {
  store(tracer_id, level, RECORD(format_id, 3, arg0, arg1, arg2));
}

void flexio_dev_trace_4(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2, uint64_t arg3) {
  store(tracer_id, level, RECORD(format_id, 4, arg0, arg1, arg2, arg3));
}

void flexio_dev_trace_5(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2, uint64_t arg3, uint64_t arg4) {
  store(tracer_id, level, RECORD(format_id, 5, arg0, arg1, arg2, arg3, arg4));
}

void flexio_dev_trace_6(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2, uint64_t arg3, uint64_t arg4,
                        uint64_t arg5) {
  store(tracer_id, level,
        RECORD(format_id, 6, arg0, arg1, arg2, arg3, arg4, arg5));
}

void flexio_dev_tracer_flush(uint8_t tracer_id) {
  if (tracer_id < DPA_STREAM_COUNT)
    ring_send_traces(tracer_id);
}

void flexio_dev_tracer_notify_host(uint8_t tracer_id, uint32_t buffer) {
  (void)buffer;
  flexio_dev_tracer_flush(tracer_id);
}
