// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Experimental device functions warn at their use, unless the program allows them; they are in
// .text.experimental.
// RUN: %device_cc -UFLEXIO_DEV_ALLOW_EXPERIMENTAL_API -Wno-error -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %device_cc -UFLEXIO_DEV_ALLOW_EXPERIMENTAL_API -c %s -o %t.o
// RUN: %device_cc -c %s -o %t.o 2>&1 | count 0
// RUN: llvm-objdump -t %sdk/lib/dpa/bf3/libflexio_dev.a | FileCheck %s --check-prefix=SECTION
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

void use(struct flexio_dev_thread_ctx *context) {
  // CHECK: [[#@LINE+1]]:3: warning: 'flexio_dev_msg' is deprecated: Symbol is defined as experimental
  flexio_dev_print("text");
  // CHECK: [[#@LINE+1]]:3: warning: 'flexio_dev_rst_errno' is deprecated
  flexio_dev_rst_errno(context);
  // CHECK: [[#@LINE+1]]:9: warning: 'flexio_dev_get_thread_local_storage' is deprecated
  (void)flexio_dev_get_thread_local_storage(context);
  // CHECK-NOT: : warning:
  flexio_dev_cq_arm(1, 2);
}

// SECTION: .text.experimental {{.*}} flexio_dev_msg
// SECTION: .text.experimental {{.*}} flexio_dev_get_thread_ctx
