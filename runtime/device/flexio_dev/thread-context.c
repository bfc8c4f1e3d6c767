/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Facts about the running thread. tp points to its context
 * (runtime/abi/thread-context.h), which the machine fills in before each
 * activation.
 */
#include "runtime/abi/thread-context.h"

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>

static struct dpa_thread_context *running_thread(void) {
  return (struct dpa_thread_context *)__builtin_thread_pointer();
}

static struct dpa_thread_context *
context_of(struct flexio_dev_thread_ctx *dtctx) {
  return (struct dpa_thread_context *)dtctx;
}

int flexio_dev_get_thread_ctx(struct flexio_dev_thread_ctx **dtctx) {
  if (!dtctx)
    return -1;
  *dtctx = (struct flexio_dev_thread_ctx *)running_thread();
  return 0;
}

uint32_t flexio_dev_get_thread_id(struct flexio_dev_thread_ctx *dtctx) {
  return context_of(dtctx)->thread_id;
}

flexio_uintptr_t
flexio_dev_get_thread_local_storage(struct flexio_dev_thread_ctx *dtctx) {
  return context_of(dtctx)->thread_local_storage;
}

const char *flexio_dev_get_current_thread_name(void) {
  return (const char *)running_thread()->name;
}

uint64_t flexio_dev_get_errno(struct flexio_dev_thread_ctx *dtctx) {
  return context_of(dtctx)->os_errno;
}

void flexio_dev_rst_errno(struct flexio_dev_thread_ctx *dtctx) {
  context_of(dtctx)->os_errno = 0;
}

uint64_t flexio_dev_get_and_rst_errno(struct flexio_dev_thread_ctx *dtctx) {
  uint64_t error = flexio_dev_get_errno(dtctx);
  flexio_dev_rst_errno(dtctx);
  return error;
}
