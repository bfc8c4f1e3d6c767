// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Frames that were dropped are reported with the reasons when the device or the program ends, at
// the log level info.
// PROVES: R-PORT-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --log=info --port=loopback,mtu=68 -- %t/host 2>&1 | FileCheck --check-prefix=SIZE %s
// RUN: dpa-run --log=info --port=loopback -- %t/host 2>&1 | FileCheck --check-prefix=RULE --implicit-check-not=mlx5_0/1 %s
// RUN: dpa-run --log=info --port=loopback -- %t/host close 2>&1 | FileCheck --check-prefix=RULE --implicit-check-not=dropped %s
// RUN: dpa-run --port=loopback -- %t/host 2>&1 | FileCheck --check-prefix=QUIET --implicit-check-not=dropped %s
// QUIET: end

//--- host.c
#include "frame-loop.h"

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct frame_loop loop = create_loop(create_process(context));

  (void)argv;
  for (int i = 0; i < 3; i++)
    send_in_loop(&loop);
  EXPECT_SUCCESS(flexio_process_destroy(loop.process));
  // SIZE: dpa-emulator: warning: mlx5_0/1: dropped a frame of 100 bytes
  if (argc > 1)
    EXPECT(ibv_close_device(context) == 0);
  fprintf(stderr, "end\n");
  // SIZE: dpa-emulator: info: mlx5_0/1: dropped 3 frames: 3 too long for the MTU
  // RULE: dpa-emulator: info: mlx5_0: dropped 3 frames: 3 without a receive rule
  return 0;
}
