/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shared code of the device libraries: the running thread, and conversion of handles to objects.
 * May include public device headers and the layouts of objects only.
 */
#ifndef DPA_DOCA_DEVICE_OBJECTS_H
#define DPA_DOCA_DEVICE_OBJECTS_H

#include "runtime/doca/abi/device-objects.h"

#include <doca_dpa_dev.h>
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

/* Entry points, which only the host refers to. */
#define DOCA_ENTRY __attribute__((used, retain))

/* Exit code of the process after an invalid handle. */
#define DOCA_WRONG_HANDLE 0xd0
/* Exit code after a failed request without a completion context. */
#define DOCA_FAILED_REQUEST 0xd1

/** The running DPA thread or instance of a kernel; null in remote calls. */
extern _Thread_local struct doca_abi_thread *doca_running_thread;

/** The context that the thread has selected, otherwise the first one. */
struct doca_abi_context *doca_selected_context(void);

/** Pointer to the number of a sync event, valid until the thread yields. */
uint64_t *doca_event_number(uint64_t event);

/** Releases the execution unit of an instance of a kernel; no effect in other threads. The window
 * of sync events must be configured again afterwards. */
void doca_yield(void);

/** Updates a sync event: adds `value`, or sets the number. */
void doca_event_change(uint64_t event, uint64_t value, int adds);

#endif
