// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device headers offer no call that creates a process, thread, window, outbox, queue or memory: the
// host creates them.
// PROVES: R-GEN-03
// RUN: not %device_cc -DFUNCTION=flexio_process_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_process_create
// RUN: not %device_cc -DFUNCTION=flexio_event_handler_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_event_handler_create
// RUN: not %device_cc -DFUNCTION=flexio_window_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_window_create
// RUN: not %device_cc -DFUNCTION=flexio_outbox_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_outbox_create
// RUN: not %device_cc -DFUNCTION=flexio_uar_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_uar_create
// RUN: not %device_cc -DFUNCTION=flexio_cq_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_cq_create
// RUN: not %device_cc -DFUNCTION=flexio_sq_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_sq_create
// RUN: not %device_cc -DFUNCTION=flexio_rq_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_rq_create
// RUN: not %device_cc -DFUNCTION=flexio_qp_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_qp_create
// RUN: not %device_cc -DFUNCTION=flexio_buf_dev_alloc -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_buf_dev_alloc
// RUN: not %device_cc -DFUNCTION=flexio_device_mkey_create -c %s -o %t.o 2>&1 | FileCheck %s -DNAME=flexio_device_mkey_create
// RUN: %device_cc -DFUNCTION=flexio_dev_get_thread_id -c %s -o %t.o
// CHECK: error: use of undeclared identifier '[[NAME]]'
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

void *use(void) { return (void *)FUNCTION; }
