// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code measures statements: each runs once, its instructions are exact after a calibration,
// and repeated measurements add up; the printers of older programs write to the default stream at
// level DEBUG.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --seed=1 -- %t/host | FileCheck %s --match-full-lines
// CHECK: loop: instructions/cycles: {{[0-9]+}}/{{[0-9]+}}
// CHECK-NEXT: a string: instructions/cycles: {{[0-9]+}}/{{[0-9]+}}
// CHECK-NEXT: text te 0x00ff 1f -5 007!

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_debug.h>
#include <stdint.h>

static void instructions_100(void) {
  __asm__ volatile(".rept 100\n addi x0, x0, 0\n .endr");
}

__dpa_rpc__ uint64_t measure(void) {
  struct flexio_dev_perf_data one = {0}, three = {0};
  int runs = 0;

  FLEXIO_DEV_PERF_MEASURE(loop) runs++;
  FLEXIO_DEV_PERF_MEASURE("a string") { runs++; }
  flexio_dev_perf_measure_calibrate();
  FLEXIO_DEV_PERF_COLLECT(&one) instructions_100();
  for (int i = 0; i < 3; i++)
    FLEXIO_DEV_PERF_COLLECT(&three) instructions_100();
  print_sim_str("text ", 0);
  print_sim_str("text", 2);
  print_sim_str(" 0x", 0);
  print_sim_hex(255, 4);
  print_sim_putc(' ');
  print_sim_hex(31, 0);
  print_sim_putc(' ');
  print_sim_int((uint64_t)-5, 0);
  print_sim_putc(' ');
  print_sim_int(7, 3);
  print_sim_str("!\n", 0);
  /* Includes a call, a return and the store of the result. */
  return runs == 2 && one.insts >= 100 && one.insts < 140 &&
         one.cycles >= 100 && three.insts >= 3 * 100 && three.insts < 3 * 140 &&
         one.flag == 0;
}

//--- host.c
#include "host.h"

flexio_func_t measure;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t is_good = 0;

  create_stream(process, FLEXIO_MSG_DEV_DEBUG, stdout);
  EXPECT_SUCCESS(flexio_process_call(process, measure, &is_good));
  EXPECT(is_good);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
