// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dpa-run --stats: at the end of the program a summary of each process, its threads (also those that were
// destroyed), and the execution units. Without it there is none. The instructions of units and threads agree.
// PROVES: R-STAT-06 R-EU-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --seed=1 --stats -- %t/host 2> %t/err > %t/out && FileCheck %s --input-file=%t/err --implicit-check-not={{.}}
// RUN: test ! -s %t/out
// RUN: dpa-run --seed=1 -- %t/host 2>&1 | count 0
// CHECK: {{^}}dpa-emulator: statistics of device mlx5_0{{$}}
// CHECK-NEXT: {{^}} process 1 'ended'{{$}}
// CHECK-NEXT: {{^}} thread name executions instructions cycles time [us]{{$}}
// CHECK-NEXT: {{^}} 0 remote call [[#CALLS:]] [[#CALLED:]] {{[0-9]+ [0-9]+$}}
// CHECK-NEXT: {{^}} 256 count_runs 2 [[#HANDLED:]] {{[0-9]+ [0-9]+$}}
// CHECK-NEXT: {{^}} process 2 'left'{{$}}
// CHECK-NEXT: {{^}} thread name executions instructions cycles time [us]{{$}}
// CHECK-NEXT: {{^}} 0 remote call 1 [[#LEFT:]] {{[0-9]+ [0-9]+$}}
// CHECK-NEXT: {{^}} execution units{{$}}
// CHECK-NEXT: {{^}} EU activations instructions cycles time [us]{{$}}
// CHECK-NEXT: {{^}} 0 [[#CALLS+1]] [[#CALLED+LEFT]] {{[0-9]+ [0-9]+$}}
// CHECK-NEXT: {{^}} 9 2 [[#HANDLED]] {{[0-9]+ [0-9]+$}}

//--- host.c
#include "counted.h"

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_named(context, "ended");
  struct flexio_event_handler_attr attributes = {
      .host_stub_func = count_runs, .affinity = {FLEXIO_AFFINITY_STRICT, 9}};
  struct flexio_event_handler *handler =
      create_handler_with(process, attributes);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  for (unsigned i = 1; i <= 2; i++) {
    call1(process, activate, flexio_event_handler_get_activation_id(handler));
    wait_for(process, get_runs, i);
  }
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  call1(create_named(context, "left"), count_down, 5);
  return 0;
}
