// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of children, each forked while other threads of the program call, allocate, and use the
// table of apps: calls with objects of the parent fail without waiting, and objects that the child
// creates work.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host 2>%t/log
// RUN: FileCheck %s <%t/log
// CHECK: flexio_process_call: {{0x[0-9a-f]+}}: process handle inherited across fork(); reopen the device in the child
// CHECK: flexio_buf_dev_alloc: {{0x[0-9a-f]+}}: process handle inherited across fork(); reopen the device in the child

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t twice(uint64_t value) { return 2 * value; }

//--- host.c
#include "host.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 4000, CHILDREN_WITH_PROCESS = 400 };

flexio_func_t twice;

static struct flexio_process *process;
static volatile bool is_over;

static void *call(void *unused) {
  while (!is_over)
    EXPECT_SUCCESS(flexio_process_call(process, twice, NULL, (uint64_t)21));
  return unused;
}

static void *allocate(void *unused) {
  flexio_uintptr_t buffer;

  while (!is_over) {
    EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &buffer));
    EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  }
  return unused;
}

static void *use_apps(void *unused) {
  while (!is_over) {
    uint32_t count = 0;
    struct flexio_app **apps;

    EXPECT_SUCCESS(flexio_app_get_list(&apps, &count));
    EXPECT(count == 1 && apps[0] == test_app);
    EXPECT_SUCCESS(flexio_app_list_free(apps));
  }
  return unused;
}

static void use_own_process(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *own = create_process(context);
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(own, twice, &result, (uint64_t)21));
  EXPECT(result == 42);
  EXPECT_SUCCESS(flexio_process_destroy(own));
  EXPECT(ibv_close_device(context) == 0);
}

static void be_child(int number) {
  flexio_uintptr_t buffer;

  alarm(60); /* ends a child that waits for ever */
  EXPECT_FAILED(flexio_process_call(process, twice, NULL, (uint64_t)21));
  EXPECT_FAILED(flexio_buf_dev_alloc(process, 64, &buffer));
  EXPECT(strcmp(flexio_app_get_name(test_app), "test_app") == 0);
  if (number % (CHILDREN / CHILDREN_WITH_PROCESS) == 0)
    use_own_process();
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  void *(*const work[])(void *) = {call, allocate, use_apps};
  pthread_t others[3];

  process = create_process(open_device());
  for (int i = 0; i < 3; i++)
    EXPECT(pthread_create(&others[i], NULL, work[i], NULL) == 0);
  for (int i = 0; i < CHILDREN; i++) {
    int status = 0;
    pid_t child = fork();

    EXPECT(child >= 0);
    if (child == 0) {
      be_child(i);
      _exit(0);
    }
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
  }
  is_over = true;
  for (int i = 0; i < 3; i++)
    EXPECT(pthread_join(others[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
