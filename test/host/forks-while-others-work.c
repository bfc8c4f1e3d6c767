// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child forked while other threads of the program create, find and destroy objects can destroy
// the parent's process and run one of its own.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t twice(uint64_t value) { return 2 * value; }

//--- host.c
#include "host.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

flexio_func_t twice;

static struct flexio_process *process;
static volatile bool is_over;

static void *work(void *unused) {
  while (!is_over) {
    struct flexio_outbox_attr attributes = {0};
    struct flexio_outbox *outbox = NULL;

    EXPECT_SUCCESS(flexio_outbox_create(process, &attributes, &outbox));
    EXPECT_SUCCESS(flexio_outbox_destroy(outbox));
  }
  return unused;
}

static void check_child(void) {
  uint64_t result = 0;

  alarm(60); /* ends a child that waits for ever */
  EXPECT_SUCCESS(flexio_process_destroy(process));
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_process_call(process, twice, &result, (uint64_t)21));
  EXPECT(result == 42);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  pthread_t others[2];

  process = create_process(open_device());
  for (int i = 0; i < 2; i++)
    EXPECT(pthread_create(&others[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 30; i++) {
    int status = 0;
    pid_t child = fork();

    EXPECT(child >= 0);
    if (child == 0) {
      check_child();
      _exit(0);
    }
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
  }
  is_over = true;
  for (int i = 0; i < 2; i++)
    EXPECT(pthread_join(others[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
