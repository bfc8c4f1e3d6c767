/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the files of the device libraries share: the running thread, and from handles to objects.
 * Includes public device headers and the objects' layouts only.
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

/* The code with which the process ends after a wrong handle. */
#define DOCA_WRONG_HANDLE 0xd0
/* The code with which it ends after a request that failed, of those that name no completion context. */
#define DOCA_FAILED_REQUEST 0xd1

/** The DPA thread or instance of a kernel that runs; null in remote calls. */
extern _Thread_local struct doca_abi_thread *doca_running_thread;

/** The context that the thread has selected, otherwise the first one. */
struct doca_abi_context *doca_selected_context(void);

/** Where loads and stores reach the number of a sync event, until the thread yields. */
uint64_t *doca_event_number(uint64_t event);

/** Releases the execution unit of an instance of a kernel; no effect in other threads. The window
 * of sync events has to be configured again. */
void doca_yield(void);

/** Changes a sync event: adds `value`, or sets the number to it. */
void doca_event_change(uint64_t event, uint64_t value, int adds);

#endif
