// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One program on the DPU and on its host: on both it sends on its own function of the card; a UAR can be
// extended to another function on the DPU only.
// PROVES: R-GEN-09 R-OBX-04
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --config=%S/Inputs/two-devices.toml -- %t/host 2>&1 | FileCheck %s --check-prefix=DPU
// RUN: dpa-run --config=%S/Inputs/two-devices.toml --function=dpu -- %t/host 2>&1 | FileCheck %s --check-prefix=DPU
// RUN: env DPA_FUNCTION=host dpa-run --config=%S/Inputs/two-devices.toml -- %t/host 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not dpa-run --function=nic -- %t/host 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// DPU-NOT: flexio:
// DPU: extended, sent
// HOST: flexio_uar_extend: {{.*}}cannot create an extended UAR: the device is a function of the host (expected function = "dpu": only UARs of the DPU can be extended)
// HOST-NEXT: not extended, sent
// UNKNOWN: --function: expected one of dpu host, got 'nic'
#include "frame-loop.h"

int main(void) {
  struct flexio_process *process = create_process(open_device_at(0));
  struct flexio_uar *extended = NULL;
  struct frame_loop loop = create_loop(process);
  const flexio_status status = flexio_uar_extend(
      flexio_process_get_uar(process), open_device_at(1), &extended);

  EXPECT((status == FLEXIO_STATUS_SUCCESS) == (extended != NULL));
  send_in_loop(&loop);
  printf("%s, sent\n", extended ? "extended" : "not extended");
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
