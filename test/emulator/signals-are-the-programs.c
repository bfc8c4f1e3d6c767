// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The emulator installs no signal handler and changes no mask of the program's threads, whatever
// device code does: calls that share the pool of threads, a fault. Its own threads take no signals.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=1 -- %t/host 2>&1 | FileCheck %s
// CHECK: load access fault at address 0x8, pc 0x{{[0-9a-f]+}} (crash+0x{{[0-9a-f]+}}), {{.*}}EU 0, thread 0
// CHECK: all signals are the program's

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t meet(uint64_t units) {
  static uint64_t here;

  __atomic_fetch_add(&here, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&here, __ATOMIC_RELAXED) < units) {
  }
  return 0;
}

__dpa_rpc__ uint64_t crash(uint64_t address) {
  return *(volatile uint64_t *)address;
}

//--- host.c
#define _GNU_SOURCE /* sighandler_t */
#include "host.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum { UNITS = 12 };

flexio_func_t meet, crash;

/* As they are when the program begins. */
static sighandler_t handlers[32];
static sigset_t mask;

static sighandler_t handler_of(int number) {
  struct sigaction action;

  EXPECT(sigaction(number, NULL, &action) == 0);
  return action.sa_handler;
}

static void expect_same_signals(void) {
  sigset_t blocked;

  EXPECT(pthread_sigmask(SIG_SETMASK, NULL, &blocked) == 0);
  for (int number = 1; number < 32; number++) {
    EXPECT(handler_of(number) == handlers[number]);
    EXPECT(sigismember(&blocked, number) == sigismember(&mask, number));
  }
}

/* Of every thread but this one: those of the emulator. */
static void expect_signals_blocked(int least) {
  DIR *tasks = opendir("/proc/self/task");
  int others = 0;

  EXPECT(tasks);
  for (struct dirent *task; (task = readdir(tasks));) {
    char line[512], path[512];
    if (task->d_name[0] == '.' || atoi(task->d_name) == getpid())
      continue;
    snprintf(path, sizeof path, "/proc/self/task/%.40s/status", task->d_name);
    FILE *status = fopen(path, "r");
    unsigned long long blocked = 0;
    while (status && fgets(line, sizeof line, status))
      sscanf(line, "SigBlk: %llx", &blocked);
    if (status)
      fclose(status);
    EXPECT((blocked & 0x7ffbfeff) == 0x7ffbfeff); /* all but KILL and STOP */
    others++;
  }
  closedir(tasks);
  EXPECT(others >= least);
}

static void *run(void *process) {
  EXPECT_SUCCESS(flexio_process_call(process, meet, NULL, (uint64_t)UNITS));
  expect_same_signals();
  return NULL;
}

int main(void) {
  for (int number = 1; number < 32; number++)
    handlers[number] = handler_of(number);
  EXPECT(pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0);
  struct flexio_process *process = create_process(open_device());
  pthread_t threads[UNITS];

  for (int i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, run, process) == 0);
  for (int i = 0; i < UNITS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  expect_signals_blocked(1);
  EXPECT(flexio_process_call(process, crash, NULL, UINT64_C(8)) ==
         FLEXIO_STATUS_FATAL_ERR);
  expect_same_signals();
  puts("all signals are the program's");
  return 0;
}
