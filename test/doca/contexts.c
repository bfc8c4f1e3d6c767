// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of contexts: what is set before the start, what is possible after it, several contexts with
// one program, many rounds of creation in which nothing is lost. Logs and traces go to their files, by
// level. Device memory is copied and set.
// PROVES: R-DPAH-05 R-DPAH-23
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%sdk/include -I%S/Inputs %t/host.c %t/app.a -L%sdk/lib -Wl,-rpath,%sdk/lib -ldoca_dpa -ldoca_common -lflexio -o %t/host
// RUN: dpa-run -- %t/host %t/log %t/trace > %t/out
// RUN: FileCheck %s --input-file=%t/log --check-prefix=LOG --implicit-check-not={{.}} --match-full-lines
// RUN: FileCheck %s --input-file=%t/trace --check-prefix=TRACE --implicit-check-not={{.}} --match-full-lines
// RUN: FileCheck %s --input-file=%t/out --check-prefix=OUT
// LOG: error 1 of say
// LOG-NEXT: warning ffffffffffffffff
// TRACE: 1 2 3 4 18446744073709551615
// TRACE-NEXT: 6 7 8 9 10
// OUT: info shown
// OUT: /{{ *[0-9]+}}/printed 5

//--- device.c
#include <doca_dpa_dev.h>

__dpa_rpc__ uint64_t say(void) {
  DOCA_DPA_DEV_LOG_ERR("error %d of %s\n", 1, __func__);
  DOCA_DPA_DEV_LOG_WARN("warning %lx\n", ~0ul);
  DOCA_DPA_DEV_LOG_INFO("info hidden\n");
  doca_dpa_dev_printf("printed %u\n", 5);
  doca_dpa_dev_trace(1, 2, 3, 4, UINT64_MAX);
  doca_dpa_dev_trace(6, 7, 8, 9, 10);
  doca_dpa_dev_trace_flush();
  return 0;
}
__dpa_rpc__ uint64_t inform(void) {
  DOCA_DPA_DEV_LOG_INFO("info shown\n");
  DOCA_DPA_DEV_LOG_DBG("debug hidden\n");
  return 0;
}
__dpa_rpc__ uint64_t sum(uint64_t address, uint32_t count) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; i++)
    all += ((uint8_t *)address)[i];
  return all;
}
static uint64_t calls;
__dpa_rpc__ uint64_t count(void) { return ++calls; }

//--- host.c
#include "dpa-program.h"

#include <string.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t say, inform, sum, count;

static void settings(const char *log, const char *trace) {
  struct doca_dpa_app *app;
  doca_dpa_dev_log_level_t level;
  char text[64];
  uint32_t size = 3;
  uint64_t handle;
  DONE(doca_dpa_create(dev, &dpa));
  EXPECT(doca_dpa_start(dpa), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_stop(dpa), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_get_app(dpa, &app), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_get_dpa_handle(dpa, &handle), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_mem_alloc(dpa, 1, &handle), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_set_app(dpa, test_app));
  DONE(doca_dpa_get_app(dpa, &app));
  CHECK(app == test_app);
  EXPECT(doca_dpa_app_get_name(app, text, &size), DOCA_ERROR_INVALID_VALUE);
  size = sizeof text;
  DONE(doca_dpa_app_get_name(app, text, &size));
  CHECK(strcmp(text, "test_app") == 0 && size == 9);
  DONE(doca_dpa_get_log_level(dpa, &level));
  CHECK(level == DOCA_DPA_DEV_LOG_LEVEL_INFO);
  EXPECT(doca_dpa_set_log_level(dpa, (doca_dpa_dev_log_level_t)31),
         DOCA_ERROR_INVALID_VALUE);
  DONE(doca_dpa_set_log_level(dpa, DOCA_DPA_DEV_LOG_LEVEL_WARNING));
  EXPECT(doca_dpa_log_file_set_path(dpa, "/none/log"),
         DOCA_ERROR_OPERATING_SYSTEM);
  DONE(doca_dpa_log_file_set_path(dpa, log));
  DONE(doca_dpa_trace_file_set_path(dpa, trace));
  DONE(doca_dpa_start(dpa));
  EXPECT(doca_dpa_start(dpa), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_set_app(dpa, test_app), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_set_log_level(dpa, DOCA_DPA_DEV_LOG_LEVEL_INFO),
         DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_trace_file_set_path(dpa, trace), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_rpc(dpa, say, NULL));
  DONE(doca_dpa_get_dpa_handle(dpa, &handle));
  CHECK(handle != 0);
}

static void memory(void) {
  uint8_t bytes[100], back[100];
  doca_dpa_dev_uintptr_t address;
  uint64_t all;
  for (int i = 0; i < 100; i++)
    bytes[i] = (uint8_t)i;
  EXPECT(doca_dpa_mem_alloc(dpa, 0, &address), DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_mem_alloc(dpa, 1ul << 40, &address), DOCA_ERROR_NO_MEMORY);
  CHECK(address == 0);
  DONE(doca_dpa_mem_alloc(dpa, 100, &address));
  DONE(doca_dpa_h2d_memcpy(dpa, address, bytes, 100));
  DONE(doca_dpa_rpc(dpa, sum, &all, address, 100));
  CHECK(all == 4950);
  DONE(doca_dpa_d2h_memcpy(dpa, back, address, 100));
  CHECK(memcmp(bytes, back, 100) == 0);
  DONE(doca_dpa_memset(dpa, address, 0x102, 50));
  DONE(doca_dpa_rpc(dpa, sum, &all, address, 50));
  CHECK(all == 100);
  EXPECT(doca_dpa_h2d_memcpy(dpa, address + 50, bytes, 100), DOCA_ERROR_DRIVER);
  DONE(doca_dpa_mem_free(dpa, address));
  EXPECT(doca_dpa_mem_free(dpa, address), DOCA_ERROR_DRIVER);
}

/* Each has memory of its own. */
static void several(void) {
  struct doca_dpa *all[3];
  uint64_t value;
  for (int i = 0; i < 3; i++) {
    DONE(doca_dpa_create_v205(dev, test_app, &all[i]));
    for (int j = 0; j <= i; j++)
      DONE(doca_dpa_rpc(all[i], count, &value));
    CHECK(value == (uint64_t)i + 1);
  }
  for (int i = 0; i < 3; i++)
    DONE(doca_dpa_destroy(all[i]));
  for (int i = 0; i < 100; i++) {
    DONE(doca_dpa_create(dev, test_app, &dpa)); /* as in DOCA 2.5 */
    struct doca_sync_event *done = make_event();
    DONE(doca_dpa_rpc(dpa, count, &value));
    CHECK(value == 1);
    DONE(doca_sync_event_destroy(done));
    EXPECT(doca_dev_close(dev), DOCA_ERROR_IN_USE);
    DONE(doca_dpa_destroy(dpa));
    EXPECT(doca_dpa_destroy(dpa), DOCA_ERROR_INVALID_VALUE);
  }
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  open_dpa(test_app);
  DONE(doca_dpa_rpc(dpa, inform, NULL));
  memory();
  DONE(doca_dpa_destroy(dpa));
  settings(argv[1], argv[2]);
  close_dpa();
  struct doca_devinfo **list;
  uint32_t number;
  DONE(doca_devinfo_create_list(&list, &number));
  DONE(doca_dev_open(list[0], &dev));
  DONE(doca_devinfo_destroy_list(list));
  several();
  DONE(doca_dev_close(dev));
}
