// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that is started without dpa-run logs in one line what to do, as soon as it lists devices
// and there are none; a variable with the stand-ins replaces dpa-run. libflexio does not change what
// programs are linked to.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 %t/host 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: dpa-run -- %t/host 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: env ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=%sdk/lib/dpa-verbs/libibverbs.so.1:%sdk/lib/dpa-verbs/libmlx5.so.1 %t/host 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: llvm-readelf -V %t/host | FileCheck --check-prefix=VERSIONS %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

#include <unistd.h>

int main(void) {
  struct flexio_process *process;
  int count = 7;
  struct ibv_device **list;

  if (access("/sys/class/infiniband_verbs", F_OK) == 0)
    fprintf(stderr, "this machine may have a device\n");
  list = ibv_get_device_list(&count);
  // ALONE: {{flexio: warning: ibv_get_device_list: there are no devices; start the program with dpa-run|this machine may have a device}}
  // ALONE-NOT: ibv_get_device_list
  // DEVICE-NOT: dpa-run
  fprintf(stderr, "%d devices\n", count);
  // DEVICE: 1 devices
  // ALONE: devices
  if (list)
    ibv_free_device_list(list);
  ibv_get_device_list(NULL);
  EXPECT_FAILED(flexio_process_create(NULL, test_app, NULL, &process));
  // ALONE: flexio: error: flexio_process_create: the device context is NULL; start the program with dpa-run
  // DEVICE: flexio: error: flexio_process_create: the device context is NULL{{$}}
  return 0;
}

// VERSIONS: Version needs section
// VERSIONS: File: libibverbs.so.1
// VERSIONS-NEXT: Name: IBVERBS_1.1
