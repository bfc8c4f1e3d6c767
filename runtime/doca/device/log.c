/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Logs, prints and traces, which message streams of the host show. */
#include "runtime/doca/device/objects.h"

#include <libflexio-dev/flexio_dev_tracer.h>
#include <stdarg.h>
#include <stdio.h>

/* On the stack of the thread, which has 8 KiB. */
#define TEXT_SIZE 1024

void doca_dpa_dev_log(doca_dpa_dev_log_level_t log_level, const char *format,
                      ...) {
  const struct doca_abi_context *context = doca_selected_context();
  if (log_level > context->log_level ||
      log_level <= DOCA_DPA_DEV_LOG_LEVEL_DISABLE)
    return;
  char text[TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  flexio_dev_msg((int)context->log_stream, FLEXIO_MSG_DEV_ALWAYS_PRINT, "%s",
                 text);
}

void doca_dpa_dev_printf(const char *format, ...) {
  char text[TEXT_SIZE];
  struct flexio_dev_thread_ctx *thread;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  flexio_dev_get_thread_ctx(&thread);
  flexio_dev_msg((int)doca_selected_context()->print_stream,
                 FLEXIO_MSG_DEV_ALWAYS_PRINT, "/%2u/%s",
                 (unsigned)(flexio_dev_get_thread_id(thread) % 256), text);
}

void doca_dpa_dev_trace(uint64_t arg1, uint64_t arg2, uint64_t arg3,
                        uint64_t arg4, uint64_t arg5) {
  flexio_dev_trace_5((uint8_t)doca_selected_context()->trace_stream,
                     FLEXIO_MSG_DEV_ALWAYS_PRINT, 0, arg1, arg2, arg3, arg4,
                     arg5);
}

void doca_dpa_dev_trace_flush(void) {
  flexio_dev_tracer_flush((uint8_t)doca_selected_context()->trace_stream);
}
