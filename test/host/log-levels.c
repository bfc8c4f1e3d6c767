// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The log's level, of all categories or of some: by an option of dpa-run, a variable or the configuration file, until the program sets one itself.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: dpa-run --log=error -- %t/host 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: dpa-run --log=info -- %t/host 2>&1 | FileCheck %s --check-prefix=INFO
// RUN: env DPA_LOG=debug dpa-run -- %t/host 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: printf '[[device]]\nname = "mlx5_0"\nlog = "debug"\n' > %t/config.toml
// RUN: dpa-run --config=%t/config.toml -- %t/host 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: dpa-run --log=debug -- %t/host 0 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: dpa-run --log=error -- %t/host 2 2>&1 | FileCheck %s --check-prefix=INFO
// RUN: dpa-run --log=debug,call,window -- %t/host 2>&1 | FileCheck %s --check-prefix=CATEGORY
// RUN: not dpa-run --log=debug,calls -- %t/host 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: dpa-run: error: --log: no such category (expected one of app call library memory message process queue thread window, got 'calls')
// RUN: not dpa-run --log=all -- %t/host 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: dpa-run: error: --log: expected one of error warning info debug trace, got 'all'

// ERROR-NOT: {{.}}
// ERROR: flexio: error: flexio_process_call: the process is NULL
// ERROR-NEXT: done
// WARNING-NOT: {{.}}
// WARNING: flexio: warning: message stream: process 'test_app' on 'mlx5_0' has no stream
// WARNING-NEXT: flexio: error: flexio_process_call: the process is NULL
// WARNING-NEXT: done
// INFO-NOT: {{.}}
// INFO: flexio: info: flexio_process_create: process 'test_app' on 'mlx5_0': created from app 'test_app' for nv-dpa-bf3
// INFO-NEXT: flexio: warning: message stream: process 'test_app' on 'mlx5_0' has no stream
// INFO-NEXT: flexio: error: flexio_process_call: the process is NULL
// INFO-NEXT: flexio: info: flexio_process_destroy: process 'test_app' on 'mlx5_0': destroyed
// INFO-NEXT: done
// DEBUG-NOT: {{.}}
// DEBUG: flexio: info: flexio_process_create: process 'test_app' on 'mlx5_0': created
// DEBUG-NEXT: flexio: debug: flexio_process_create: (0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}, NULL, 0x{{[0-9a-f]+}}) = FLEXIO_STATUS_SUCCESS
// DEBUG-NEXT: flexio: debug: flexio_process_call: process 'test_app' on 'mlx5_0': 'say'
// DEBUG-NEXT: flexio: warning: message stream: process 'test_app' on 'mlx5_0' has no stream
// DEBUG-NEXT: flexio: debug: flexio_process_call: (0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}, NULL) = FLEXIO_STATUS_SUCCESS
// DEBUG-NEXT: flexio: error: flexio_process_call: the process is NULL
// DEBUG-NEXT: flexio: debug: flexio_process_call: (NULL, 0x{{[0-9a-f]+}}, NULL) = FLEXIO_STATUS_FAILED
// DEBUG-NEXT: flexio: info: flexio_process_destroy: process 'test_app' on 'mlx5_0': destroyed
// DEBUG-NEXT: flexio: debug: flexio_process_destroy: (0x{{[0-9a-f]+}}) = FLEXIO_STATUS_SUCCESS
// DEBUG-NEXT: done

// CATEGORY-NOT: {{.}}
// CATEGORY: flexio: debug: flexio_process_call: process 'test_app' on 'mlx5_0': 'say'
// CATEGORY-NEXT: flexio: warning: message stream
// CATEGORY-NEXT: flexio: debug: flexio_process_call: (0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}, NULL) = FLEXIO_STATUS_SUCCESS
// CATEGORY-NEXT: flexio: error: flexio_process_call: the process is NULL
// CATEGORY-NEXT: flexio: debug: flexio_process_call: (NULL, 0x{{[0-9a-f]+}}, NULL) = FLEXIO_STATUS_FAILED
// CATEGORY-NEXT: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(void) {
  flexio_dev_print("lost\n");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t say;

int main(int argc, char **argv) {
  struct flexio_process *process;

  if (argc > 1)
    flexio_log_lvl_set(atoi(argv[1]));
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_process_call(process, say, NULL));
  EXPECT_FAILED(flexio_process_call(NULL, say, NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  fputs("done\n", stderr);
  return 0;
}
