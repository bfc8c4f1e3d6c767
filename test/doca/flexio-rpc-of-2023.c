// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sample flexio_rpc of the guide of 2023: a Flex IO program with the command line of DOCA programs.
// PROVES: R-SMP-13
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && dpacc -mcpu=nv-dpa-bf3 -hostcc=gcc flexio_rpc_device.c -o app.a -app-name=test_app
// RUN: cd %t && %hostcc_doca -I%src/test/host/Inputs flexio_rpc_main.c app.a %doca_libs -o flexio_rpc
// RUN: cd %t && dpa-run -- ./flexio_rpc | FileCheck %s
// RUN: cd %t && dpa-run -- ./flexio_rpc -l 60 | FileCheck %s --check-prefixes=DEBUG,CHECK
// RUN: cd %t && dpa-run -- ./flexio_rpc --log-level 20 | FileCheck %s --implicit-check-not=DBG
// RUN: cd %t && dpa-run -- ./flexio_rpc -h | FileCheck %s --check-prefix=HELP
// RUN: cd %t && dpa-run -- ./flexio_rpc -v | FileCheck %s --check-prefix=VERSION
// RUN: cd %t && not dpa-run -- ./flexio_rpc -l 55 2>&1 | FileCheck %s --check-prefix=LEVEL
// DEBUG: the sum of 4 and 5
// CHECK: Result: 9
// HELP: Usage: flexio_rpc [DOCA Flags]
// HELP: DOCA Flags:
// HELP-NEXT: -h, --help
// HELP-NEXT: -v, --version
// HELP-NEXT: -l, --log-level {{.*}}20{{.*}}30{{.*}}40{{.*}}50{{.*}}60
// HELP-NOT: Result
// VERSION: 3.3.0
// VERSION-NOT: Result
// LEVEL: argp: error: --log-level: 55 is not a level (expected 10, 20, 30, 40, 50, 60 or 70)

//--- flexio_rpc_device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t flexio_rpc_calculate_sum(uint64_t first, uint64_t second) {
  return first + second;
}

//--- flexio_rpc_main.c
#include "host.h"

#include <doca_argp.h>
#include <doca_log.h>
#include <inttypes.h>

DOCA_LOG_REGISTER(FLEXIO_RPC);

flexio_func_t flexio_rpc_calculate_sum;

int main(int argc, char **argv) {
  struct doca_log_backend *shown;
  struct flexio_process *process;
  uint64_t sum = 0;

  EXPECT(doca_log_backend_create_with_file(stdout, &shown) == DOCA_SUCCESS);
  EXPECT(doca_argp_init("flexio_rpc", NULL) == DOCA_SUCCESS);
  if (doca_argp_start(argc, argv) != DOCA_SUCCESS)
    return EXIT_FAILURE;
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_process_call(process, flexio_rpc_calculate_sum, &sum,
                                     (uint64_t)4, (uint64_t)5));
  DOCA_LOG_DBG("the sum of 4 and 5");
  printf("Result: %" PRIu64 "\n", sum);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(doca_argp_destroy() == DOCA_SUCCESS);
  return EXIT_SUCCESS;
}
