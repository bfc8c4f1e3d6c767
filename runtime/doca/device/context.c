/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts, and remote calls into the program. */
#include "runtime/doca/device/objects.h"

uint64_t __doca_dpa_attach(uint64_t context);

/* Of the process; set by the host before any other call. */
static struct doca_abi_context *first_context;
/* Each activation begins without. */
static _Thread_local struct doca_abi_context *selected_context;

_Thread_local struct doca_abi_thread *doca_running_thread;

DOCA_ENTRY uint64_t __doca_dpa_attach(uint64_t context) {
  first_context = (struct doca_abi_context *)context;
  return 0;
}

struct doca_abi_context *doca_selected_context(void) {
  return selected_context ? selected_context : first_context;
}

void doca_dpa_dev_device_set(doca_dpa_dev_t dpa_handle) {
  struct doca_abi_context *context = (struct doca_abi_context *)dpa_handle;
  if (!context)
    flexio_dev_error(DOCA_WRONG_HANDLE);
  struct flexio_dev_thread_ctx *thread;
  flexio_dev_get_thread_ctx(&thread);
  if (context->is_extended)
    flexio_dev_outbox_config_uar_extension(thread, context->uar_device);
  else if (selected_context && selected_context->is_extended)
    flexio_dev_outbox_config(thread, (uint16_t)context->outbox);
  selected_context = context;
}
