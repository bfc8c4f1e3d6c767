/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See format.h: the rules, the sink and the arguments of device messages. */
#include "runtime/device/flexio_dev/format.h"
#include "runtime/device/flexio_dev/message-string.h"

#define FORMAT_READS_STRINGS
#include "runtime/format/format.h"

struct format_job {
  char *buffer;
  size_t size;   /* room in buffer */
  size_t length; /* of the whole text so far */
  const void *caller;
  struct format_list arguments;
};

static const struct format_rules message_rules = {.field_max = 4096,
                                                  .null_prefix = true};

static inline void format_put(struct format_job *job, char c) {
  if (job->length < job->size)
    job->buffer[job->length] = c;
  job->length++;
}

static inline uint64_t format_argument(struct format_job *job,
                                       enum format_kind kind) {
  return format_list_next(&job->arguments, kind);
}

static inline int format_read_string(struct format_job *job, const char *text,
                                     int limit) {
  return message_read_string(text, limit, job->caller);
}

size_t format_message(char *buffer, size_t size, const void *caller,
                      const char *format, va_list arguments) {
  struct format_job job = {.buffer = buffer, .size = size, .caller = caller};
  va_copy(job.arguments.list, arguments);
  format_run(&job, &message_rules, format);
  va_end(job.arguments.list);
  return job.length;
}
