/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * vfprintf of the device's C library, as the Flex IO manual describes it
 * (section 2.4); the rest of the printf family calls it. Replaces picolibc's.
 * With VFPRINTF_MIN it is the small one of libprintf_min.a.
 */
#include "runtime/format/format.h"

#include <stdio.h>

#ifndef VFPRINTF_MIN
#define VFPRINTF_MIN false
#endif

struct format_job {
  FILE *stream;
  int count;
  bool failed; /* the stream did not accept a character */
  struct format_list arguments;
};

static const struct format_rules libc_rules = {
    .field_max = 255, .libc = true, .plain = VFPRINTF_MIN};

/* Out of line: smaller, and speed is that of the stream. */
__attribute__((noinline)) static void format_put(struct format_job *job,
                                                 char c) {
  if (job->failed)
    return;
  if (job->stream->put(c, job->stream) < 0) {
    job->stream->flags |= __SERR;
    job->failed = true;
  }
  job->count++;
}

static inline uint64_t format_argument(struct format_job *job,
                                       enum format_kind kind) {
  return format_list_next(&job->arguments, kind);
}

int vfprintf(FILE *stream, const char *format, va_list list) {
  struct format_job job;
  if (!(stream->flags & __SWR))
    return EOF;
  job.stream = stream;
  job.count = 0;
  job.failed = false;
  va_copy(job.arguments.list, list);
  format_run(&job, &libc_rules, format);
  va_end(job.arguments.list);
  return job.failed ? EOF : job.count;
}
