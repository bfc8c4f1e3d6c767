// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The child of a fork() logs, whatever the threads of its parent log meanwhile.
// RUN: %hostcc_doca -pthread -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t | FileCheck %s
#include "check.h"
#include <doca_log.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

DOCA_LOG_REGISTER(TEST);

static atomic_bool ends;

static void *write_lines(void *unused) {
  while (!ends)
    DOCA_LOG_INFO("from the parent");
  return unused;
}

int main(void) {
  struct doca_log_backend *backend;
  pthread_t threads[2];
  OK(doca_log_backend_create_with_file(fopen("/dev/null", "w"), &backend));
  for (int i = 0; i < 2; i++)
    HOLDS(pthread_create(&threads[i], NULL, write_lines, NULL) == 0);
  for (int i = 0; i < 200; i++) {
    int status;
    pid_t child = fork();
    if (child == 0) {
      alarm(20); /* ends a child that waits for ever */
      DOCA_LOG_INFO("from the child");
      _exit(0);
    }
    HOLDS(waitpid(child, &status, 0) == child && status == 0);
  }
  ends = true;
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return result(); // CHECK: {{^}}0 failures
}
