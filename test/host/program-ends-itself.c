// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// assert(), abort(), exit() and flexio_dev_error() in device code end the process with a status of
// their own; the log has the place, and the code that was given. A failed assertion reports its
// place, although no message stream is open. The program's own abort() replaces the library's.
// PROVES: R-RPC-04
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-g" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 68 0 0 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: dpa-run -- %t/host 68 1 0 2>&1 | FileCheck %s --check-prefix=ABORT
// RUN: dpa-run -- %t/host 68 2 127 2>&1 | FileCheck %s --check-prefix=CODE
// RUN: dpa-run -- %t/host 66 4 127 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: dpa-run -- %t/host 203 4 203 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: dpa-run -- %t/host 64 2 0 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: dpa-run -- %t/host 200 2 200 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: dpa-run -- %t/host 0 3 5
// RUN: dpacc %t/own.c -o %t/own.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API"
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/own.a %flexio_libs -o %t/own
// RUN: dpa-run -- %t/own 201 1 0 2>&1 | FileCheck %s --check-prefix=REPLACED

// ASSERT: flexio: error: process: 'test_app' on 'mlx5_0': {{.*}}device.c:12: end: assertion failed: how != 0
// ASSERT-NEXT: flexio: error: flexio_process_call: 'end' in process 'test_app' on 'mlx5_0' did not return: the program aborted (abort, exit or a failed assertion)
// ABORT-NOT: assertion failed:
// ABORT: did not return: the program aborted (abort, exit or a failed assertion), pc 0x4{{[0-9a-f]+}} (abort+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (end+0x{{[0-9a-f]+}}, {{.*}}device.c:14), EU
// CODE: did not return: the program called exit(127), pc 0x4{{[0-9a-f]+}} (_exit+0x
// RANGE: did not return: the program reported error 127, which is out of range (expected 128 to 255), pc 0x4{{[0-9a-f]+}} (flexio_dev_error+0x
// ERROR: did not return: the program reported error 203, pc 0x4{{[0-9a-f]+}} (flexio_dev_error+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (end+0x{{[0-9a-f]+}}, {{.*}}device.c:20), EU
// EXIT: did not return: the program finished its process
// OWN: did not return: the program reported error 200
// REPLACED: did not return: the program reported error 201

//--- device.c
#include <assert.h>
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <stdint.h>
#include <stdlib.h>

static int status;

static void leave(void) { status = -1; }

__dpa_rpc__ uint64_t end(uint64_t how, uint64_t code) {
  assert(how != 0);
  if (how == 1)
    abort();
  if (how == 2) {
    atexit(leave);
    exit((int)code);
  }
  if (how == 4)
    flexio_dev_error((uint8_t)code);
  assert(how == 3 && "true");
  return 0;
}

//--- own.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <stdint.h>
#include <stdlib.h>

void abort(void) { flexio_dev_error(201); }

__dpa_rpc__ uint64_t end(uint64_t how, uint64_t code) {
  if (how == 1)
    abort();
  return code;
}

//--- host.c
#include "host.h"

flexio_func_t end;

/* Arguments: the expected status; what the device program does, with what. */
int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  uint64_t value = 1;
  flexio_status status;

  EXPECT(argc == 4);
  status = flexio_process_call(process, end, &value,
                               (uint64_t)strtoul(argv[2], NULL, 0),
                               (uint64_t)strtoul(argv[3], NULL, 0));
  EXPECT(flexio_err_status_get(process) == atoi(argv[1]));
  EXPECT((status == FLEXIO_STATUS_SUCCESS) == (atoi(argv[1]) == 0));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
