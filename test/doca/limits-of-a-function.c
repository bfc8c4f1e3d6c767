// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution units and time limit are those of the device that the program has opened: from the settings
// in a configuration file, or from the partition of another function of a card. Units of a partition are
// numbered from 0.
// PROVES: R-DPAH-02
// RUN: rm -rf %t && split-file %s %t && cp %S/Inputs/function-of-a-card.toml %t/devices.toml
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%sdk/include -I%S/Inputs %t/host.c %t/app.a -L%sdk/lib -Wl,-rpath,%sdk/lib -ldoca_dpa -ldoca_common -lflexio -o %t/host
// RUN: dpaeumgmt partition create --config=%t/devices.toml -d mlx5_0 -v 1 -r 20-40
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_0 -- %t/host 64 4 3 > %t/all
// RUN: FileCheck %s < %t/all
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 -- %t/host 21 2 10 > %t/partition
// RUN: FileCheck %s < %t/partition
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 --watchdog=0 -- %t/host 21 2 18446744073709551615 > %t/unlimited
// RUN: FileCheck %s < %t/unlimited
// CHECK: done

//--- device.c
#include <doca_dpa_dev.h>

__dpa_rpc__ uint64_t answer(void) { return 42; }

//--- host.c
#include "dpa-program.h"

#include <stdlib.h>

extern struct doca_dpa_app *test_app;

int main(int argc, char **argv) {
  CHECK(argc == 4);
  unsigned units = (unsigned)atoi(argv[1]), number;
  unsigned long long seconds;

  open_dpa(test_app);
  DONE(doca_dpa_get_total_num_eus_available(dpa, &number));
  CHECK(number == units);
  DONE(doca_dpa_get_core_num(dpa, &number));
  CHECK(number == (unsigned)atoi(argv[2]));
  DONE(doca_dpa_get_num_eus_per_core(dpa, &number));
  CHECK(number == 16);
  DONE(doca_dpa_get_kernel_max_run_time(dpa, &seconds));
  CHECK(seconds == strtoull(argv[3], NULL, 10));
  struct doca_dpa_eu_affinity *affinity;
  DONE(doca_dpa_eu_affinity_create(dpa, &affinity));
  EXPECT(doca_dpa_eu_affinity_set(affinity, units), DOCA_ERROR_INVALID_VALUE);
  DONE(doca_dpa_eu_affinity_set(affinity, units - 1));
  DONE(doca_dpa_eu_affinity_destroy(affinity));
  close_dpa();
  puts("done");
  return 0;
}
