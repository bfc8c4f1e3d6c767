// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages of the program and of the libraries go to back ends of their family,
// by level; a buffer is flushed when it is full.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out && FileCheck %s --check-prefix=ERR < %t.err
#include "check.h"
#include <doca_log.h>
#include <doca_mmap.h>
#include <string.h>
#include <unistd.h>

DOCA_LOG_REGISTER(TEST::LOG);

static int flushed;
static size_t length;

static void flush(char *buffer) {
  flushed++;
  length = strlen(buffer);
  /* The log may be used, but the line is dropped. */
  DOCA_LOG_ERR("no place");
  OK(doca_log_level_set_global_lower_limit(
      doca_log_level_get_global_lower_limit()));
}

static void check_buffer(void) {
  static char buffer[200];
  struct doca_log_backend *backend;
  INVALID(doca_log_backend_create_with_buf(NULL, 10, flush, &backend));
  INVALID(doca_log_backend_create_with_buf(buffer, 1, flush, &backend));
  INVALID(doca_log_backend_create_with_buf(buffer, 200, NULL, &backend));
  OK(doca_log_backend_create_with_buf(buffer, sizeof buffer, flush, &backend));
  OK(doca_log_backend_set_level_lower_limit(backend, DOCA_LOG_LEVEL_ERROR));
  DOCA_LOG_WARN("not there");
  HOLDS(buffer[0] == 0);
  DOCA_LOG_ERR("%0120d", 1);
  HOLDS(strstr(buffer, "[ERR][TEST::LOG]") && flushed == 0);
  DOCA_LOG_ERR("%0500d", 2);
  HOLDS(!strstr(buffer, "no place"));
  HOLDS(flushed == 1 && length > 120 && strlen(buffer) == sizeof buffer - 1);
  OK(doca_log_backend_set_level_lower_limit(backend, DOCA_LOG_LEVEL_DISABLE));
}

int main(void) {
  struct doca_log_backend *sdk, *descriptor;
  DOCA_LOG_ERR("nobody sees this");
  OK(doca_log_backend_create_standard());
  OK(doca_log_backend_create_standard());
  DOCA_LOG_INFO("information %d", 1);
  // CHECK-NOT: nobody
  // CHECK: {{^}}[{{[0-9:]+}}][{{[0-9]+}}][DOCA][INF][TEST::LOG][log-back-ends.c:[[#@LINE-2]]][main] information 1{{$}}
  // CHECK-NOT: information
  DOCA_LOG_DBG("debugging");
  // CHECK-NOT: debugging
  OK(doca_log_level_set_global_lower_limit(DOCA_LOG_LEVEL_DEBUG));
  DOCA_LOG_DBG("debugged\n");
  // CHECK: [DBG]{{.*}} debugged{{$}}
  // CHECK-EMPTY:
  printf("\n");
  fflush(stdout);
  DOCA_LOG(DOCA_LOG_LEVEL_WARNING, "a warning");
  DOCA_LOG_CRIT("critical");
  // ERR: [WRN]{{.*}} a warning
  // ERR: [CRT]{{.*}} critical
  check_buffer();

  INVALID(doca_mmap_start(NULL)); // no back end for it
  OK(doca_log_backend_create_with_file_sdk(stderr, &sdk));
  INVALID(doca_log_backend_set_level_lower_limit(sdk, DOCA_LOG_LEVEL_INFO));
  OK(doca_log_backend_set_sdk_level(sdk, DOCA_LOG_LEVEL_ERROR));
  INVALID(doca_log_backend_set_sdk_level(sdk, 55));
  INVALID(doca_log_backend_set_sdk_level(NULL, DOCA_LOG_LEVEL_INFO));
  INVALID(doca_mmap_start((struct doca_mmap *)&sdk));
  // ERR-NOT: mmap is NULL
  // ERR: [ERR]{{.*}}[doca_mmap_start] {{.*}} is not a live mmap handle
  INVALID(doca_log_backend_create_with_fd(-1, &descriptor));
  OK(doca_log_backend_create_with_fd(1, &descriptor));
  OK(doca_log_level_set_global_lower_limit(DOCA_LOG_LEVEL_DISABLE));
  HOLDS(doca_log_level_get_global_lower_limit() == DOCA_LOG_LEVEL_DISABLE);
  OK(doca_log_backend_set_level_lower_limit(descriptor, DOCA_LOG_LEVEL_INFO));
  DOCA_LOG_INFO("by descriptor");
  // CHECK: by descriptor
  int source = -1;
  OK(doca_log_register_source("another", &source));
  OK(doca_log(DOCA_LOG_LEVEL_INFO, source, NULL, 0, NULL, "%s", "short"));
  // CHECK: [DOCA][INF][another] short
  OK(doca_log_unregister_source(source));
  INVALID(doca_log_unregister_source(source));
  INVALID(doca_log(DOCA_LOG_LEVEL_INFO, source, NULL, 0, NULL, "%s", "gone"));
  INVALID(doca_log(51, log_source, NULL, 0, NULL, "%s", "level"));
  return result(); // CHECK: {{^}}0 failures
}
