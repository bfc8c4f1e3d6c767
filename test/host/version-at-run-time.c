// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program sets its version once: setting the same again succeeds, another, a future or an
// unsupported one fails. Every version that public programs are known to request is accepted.
// PROVES: R-VER-06 R-LOG-01
// RUN: %hostcc_flexio %s %flexio_libs -o %t
// RUN: dpa-run -- %t 2>&1 | FileCheck %s
// RUN: dpa-run -- %t 24 4 && dpa-run -- %t 24 10 && dpa-run -- %t 25 1 && dpa-run -- %t 25 7
// RUN: dpa-run -- %t 25 10 && dpa-run -- %t 26 1 && not dpa-run -- %t 26 2
#include <assert.h>
#include <libflexio/flexio.h>

int main(int argc, char **argv) {
  if (argc == 3)
    return flexio_version_set(FLEXIO_VER(strtoul(argv[1], NULL, 10),
                                         strtoul(argv[2], NULL, 10), 0)) !=
           FLEXIO_STATUS_SUCCESS;
  // CHECK: flexio: error: flexio_version_set: version 99.1.0 is not supported (expected 0.0.0 to 26.1.0)
  assert(flexio_version_set(FLEXIO_VER(99, 1, 0)) == FLEXIO_STATUS_FAILED);
  assert(flexio_version_set(FLEXIO_VER(24, 10, 0)) == FLEXIO_STATUS_SUCCESS);
  assert(flexio_version_set(FLEXIO_VER(24, 10, 0)) == FLEXIO_STATUS_SUCCESS);
  // CHECK-NEXT: flexio: error: flexio_version_set: version 24.10.0 is set already (got 26.1.0)
  assert(flexio_version_set(FLEXIO_CURRENT_VERSION) == FLEXIO_STATUS_FAILED);
  // CHECK-NEXT: flexio: debug: flexio_log_lvl_set: (3) = 1
  // CHECK-NEXT: done
  assert(flexio_log_lvl_set(FLEXIO_LOG_LVL_DBG) == FLEXIO_LOG_LVL_WARN);
  assert(flexio_log_lvl_set(FLEXIO_LOG_LVL_WARN) == FLEXIO_LOG_LVL_DBG);
  puts("done");
  return 0;
}
