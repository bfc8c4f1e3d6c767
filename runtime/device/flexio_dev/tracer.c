/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trace records: filtered as messages are, stored in the stream's ring
 * (message-rings.h). Never formats and never waits for the host. */
#include "runtime/abi/message-rings.h"
#include "runtime/abi/thread-context.h"
#include "runtime/device/flexio_dev/message-rings.h"
#include "runtime/device/flexio_dev/message-streams.h"

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_tracer.h>

static struct dpa_trace_record new_record(int format_id, uint32_t count) {
  const struct dpa_thread_context *context = __builtin_thread_pointer();
  return (struct dpa_trace_record){.format_id = (uint32_t)format_id,
                                   .eu = context->eu,
                                   .argument_count = count};
}

void flexio_dev_trace_0(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id) {
  struct dpa_trace_record record = new_record(format_id, 0);
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_1(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0) {
  struct dpa_trace_record record = new_record(format_id, 1);
  record.arguments[0] = arg0;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_2(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1) {
  struct dpa_trace_record record = new_record(format_id, 2);
  record.arguments[0] = arg0;
  record.arguments[1] = arg1;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_3(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2) {
  struct dpa_trace_record record = new_record(format_id, 3);
  record.arguments[0] = arg0;
  record.arguments[1] = arg1;
  record.arguments[2] = arg2;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_4(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2, uint64_t arg3) {
  struct dpa_trace_record record = new_record(format_id, 4);
  record.arguments[0] = arg0;
  record.arguments[1] = arg1;
  record.arguments[2] = arg2;
  record.arguments[3] = arg3;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_5(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2, uint64_t arg3, uint64_t arg4) {
  struct dpa_trace_record record = new_record(format_id, 5);
  record.arguments[0] = arg0;
  record.arguments[1] = arg1;
  record.arguments[2] = arg2;
  record.arguments[3] = arg3;
  record.arguments[4] = arg4;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_trace_6(uint8_t tracer_id, flexio_msg_dev_level level,
                        int format_id, uint64_t arg0, uint64_t arg1,
                        uint64_t arg2, uint64_t arg3, uint64_t arg4,
                        uint64_t arg5) {
  struct dpa_trace_record record = new_record(format_id, 6);
  record.arguments[0] = arg0;
  record.arguments[1] = arg1;
  record.arguments[2] = arg2;
  record.arguments[3] = arg3;
  record.arguments[4] = arg4;
  record.arguments[5] = arg5;
  streams_trace(tracer_id, level, &record);
}

void flexio_dev_tracer_flush(uint8_t tracer_id) {
  if (tracer_id < DPA_STREAM_COUNT)
    ring_send_traces(tracer_id);
}

void flexio_dev_tracer_notify_host(uint8_t tracer_id, uint32_t buffer) {
  (void)buffer;
  flexio_dev_tracer_flush(tracer_id);
}
