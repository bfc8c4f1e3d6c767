// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device programs written for 24.01, 24.10, 25.01 and 26.01 compile unchanged and without a
// warning, and behave the same: with the version that they request, and without one, when both
// forms of a call are accepted, even in one source.
// PROVES: R-VER-05 R-DWIN-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// DEFINE: %{build} = %dpacc_bf3 -devicecc-options="-Wall -Wextra -Werror"
// DEFINE: %{link} = gcc %t/host.o %t/app.a %flexio_libs -o %t/host && dpa-run -- %t/host
//
// RUN: %{build} %t/2401.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} -devicecc-options="-DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,4,0)'" %t/2401.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} %t/2410.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} -devicecc-options="-DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,10,0)'" %t/2410.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} -devicecc-options="-DFLEXIO_DEV_VER_USED=FLEXIO_DEV_VER_LATEST" %t/2410.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} %t/2501.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} %t/2601.c -o %t/app.a -app-name=test_app && %{link}
// RUN: %{build} %t/both.c -o %t/app.a -app-name=test_app && %{link}
//
// A form that the requested version does not have is an error.
// RUN: not %dpacc_bf3 -devicecc-options="-DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,10,0)'" %t/2401.c -o %t/app.a -app-name=test_app 2>&1 | FileCheck %s
// RUN: not %dpacc_bf3 -devicecc-options="-DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,4,0)'" %t/2501.c -o %t/app.a -app-name=test_app 2>&1 | FileCheck %s
// CHECK: error: incompatible {{.*}}conversion

//--- 2401.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__FLEXIO_ENTRY_POINT_START
__dpa_rpc__ uint64_t write_to_host(uint64_t window, uint64_t key,
                                   uint64_t address) {
  struct flexio_dev_thread_ctx *dtctx;
  flexio_uintptr_t pointer;
  char text[8] = "copied";

  flexio_dev_get_thread_ctx(&dtctx);
  if (flexio_dev_window_config(dtctx, (uint16_t)window, (uint32_t)key) !=
      FLEXIO_DEV_STATUS_SUCCESS)
    return 1;
  if (flexio_dev_window_mkey_config(dtctx, (uint32_t)key) !=
      FLEXIO_DEV_STATUS_SUCCESS)
    return 2;
  if (flexio_dev_window_ptr_acquire(dtctx, address, &pointer) !=
      FLEXIO_DEV_STATUS_SUCCESS)
    return 3;
  *(volatile uint64_t *)pointer = 24;
  __dpa_thread_window_writeback();
  return flexio_dev_window_copy_to_host(dtctx, address + 8, text,
                                        sizeof text) !=
         FLEXIO_DEV_STATUS_SUCCESS;
}
__FLEXIO_ENTRY_POINT_END

//--- 2410.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t write_to_host(uint64_t window, uint64_t key,
                                   uint64_t address) {
  flexio_uintptr_t pointer;
  char text[8] = "copied";

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) != FLEXIO_DEV_STATUS_SUCCESS)
    return 1;
  if (flexio_dev_window_mkey_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                                    (uint32_t)key) != FLEXIO_DEV_STATUS_SUCCESS)
    return 2;
  if (flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer) != FLEXIO_DEV_STATUS_SUCCESS)
    return 3;
  *(volatile uint64_t *)pointer = 24;
  __dpa_thread_window_writeback();
  return flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, address + 8,
                                        text, sizeof text) !=
         FLEXIO_DEV_STATUS_SUCCESS;
}

//--- 2501.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static flexio_dev_status_t configure(enum flexio_window_entity entity,
                                     uint16_t window, uint32_t key) {
  return flexio_dev_window_config(entity, window, key);
}

__dpa_rpc__ uint64_t write_to_host(uint64_t window, uint64_t key,
                                   uint64_t address) {
  flexio_uintptr_t pointer;

  if (configure(FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)window, (uint32_t)key) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_1, address,
                                    &pointer) != FLEXIO_DEV_STATUS_SUCCESS)
    return 1;
  *(volatile uint64_t *)pointer = 24;
  for (unsigned i = 0; i < 6; i++)
    ((volatile char *)pointer)[8 + i] = "copied"[i];
  __dpa_thread_window_writeback();
  return 0;
}

//--- 2601.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_ver.h>
#define FLEXIO_DEV_VER_USED FLEXIO_DEV_VER(26, 1, 0)
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

_Static_assert(FLEXIO_CTRL_SEG_CE_CQE_ON_CQE_ERROR == 0, "name of 26.1");

__dpa_rpc__ uint64_t write_to_host(uint64_t window, uint64_t key,
                                   uint64_t address) {
  char text[16] = {24, 0, 0, 0, 0, 0, 0, 0, 'c', 'o', 'p', 'i', 'e', 'd'};

  return flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                                  (uint32_t)key) != FLEXIO_DEV_STATUS_SUCCESS ||
         flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                        text, sizeof text) !=
             FLEXIO_DEV_STATUS_SUCCESS;
}

//--- both.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t write_to_host(uint64_t window, uint64_t key,
                                   uint64_t address) {
  struct flexio_dev_thread_ctx *dtctx;
  char text[16] = {24, 0, 0, 0, 0, 0, 0, 0, 'c', 'o', 'p', 'i', 'e', 'd'};
  char back[16];

  flexio_dev_get_thread_ctx(&dtctx);
  if (flexio_dev_window_config(dtctx, (uint16_t)window, (uint32_t)key) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, address, text,
                                     sizeof text) != FLEXIO_DEV_STATUS_SUCCESS)
    return 1;
  /* The names of the manual. */
  if (flexio_dev_multi_window_mkey_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                                          (uint32_t)key) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_multi_window_copy_from_host(FLEXIO_DEV_WINDOW_ENTITY_0, back,
                                             address, sizeof back) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_multi_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                           back, sizeof back) !=
          FLEXIO_DEV_STATUS_SUCCESS)
    return 2;
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t write_to_host;

int main(void) {
  static _Alignas(64) char memory[64];
  struct flexio_process *process = create_process(open_device());
  struct ibv_mr *region = ibv_reg_mr(flexio_process_get_pd(process), memory,
                                     sizeof memory, IBV_ACCESS_LOCAL_WRITE);
  struct flexio_window *window = NULL;
  uint64_t failed = 1;

  EXPECT(region);
  EXPECT_SUCCESS(
      flexio_window_create(process, flexio_process_get_pd(process), &window));
  EXPECT_SUCCESS(flexio_process_call(
      process, write_to_host, &failed, (uint64_t)flexio_window_get_id(window),
      (uint64_t)region->lkey, (uint64_t)(uintptr_t)memory));
  EXPECT(failed == 0);
  EXPECT(*(volatile uint64_t *)memory == 24);
  EXPECT(strcmp(memory + 8, "copied") == 0);
  EXPECT_SUCCESS(flexio_window_destroy(window));
  EXPECT(ibv_dereg_mr(region) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
