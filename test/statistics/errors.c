// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every error has a status, a message and the name of the function; the handle keeps them until the next error.
// PROVES: R-STAT-01 R-STAT-03 R-STAT-04 R-STAT-08 R-STAT-09 R-STAT-12
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: %viewer_cc %t/viewer.c -o %t/viewer %stats_libs
// RUN: cd %t && dpa-run --device=stats_errors -- ./host 2>&1 | FileCheck %s
// RUN: dpa-run -- %t/viewer none

//--- viewer.c
#include <dpa_stats.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)
#define ALL_P DPA_STATS_ALL_PROCESSES
#define ALL_T DPA_STATS_ALL_THREADS

static dpa_stats_handler_t *h;

static void show(void) {
  printf("%d: %s: %s\n", dpa_stats_get_error_code(h),
         dpa_stats_get_error_location(h), dpa_stats_get_error_message(h));
}

static void null_pointers(void) {
  dpa_stats_process_list *processes = NULL, broken = {1, NULL};
  dpa_stats_thread_list *threads = NULL;
  dpa_stats_perf_cumul_list *sums = NULL;
  dpa_stats_perf_event_list *events = NULL;
  dpa_stats_counter_state state;
  dpa_stats_sample_type type;
  dpa_stats_capabilities caps;
  dpa_stats_status null = DPA_STATS_STATUS_NULL_POINTER;

  EXPECT(dpa_stats_read_caps(h, NULL) == null);
  show();
  EXPECT(dpa_stats_read_caps(NULL, &caps) == null);
  EXPECT(dpa_stats_read_processes_list(h, ALL_P, NULL) == null);
  EXPECT(dpa_stats_read_processes_list(NULL, ALL_P, &processes) == null);
  EXPECT(dpa_stats_read_thread_list(h, NULL, &threads) == null);
  EXPECT(dpa_stats_read_thread_list(h, &broken, &threads) == null);
  EXPECT(dpa_stats_read_process_thread_list(h, ALL_P, ALL_T, NULL) == null);
  EXPECT(dpa_stats_read_cumul_info_list(h, NULL, &sums) == null);
  EXPECT(dpa_stats_read_process_cumul_info_list(h, ALL_P, ALL_T, NULL) == null);
  EXPECT(dpa_stats_read_perf_event_list(h, NULL, &events) == null);
  EXPECT(dpa_stats_read_process_perf_event_list(h, ALL_P, ALL_T, NULL) == null);
  EXPECT(
      dpa_stats_set_counter_state(NULL, ALL_P, DPA_STATS_COUNTER_STATE_ACTIVE,
                                  DPA_STATS_SAMPLE_TYPE_EVENT_TRACER) == null);
  EXPECT(dpa_stats_get_counter_state(h, 1, NULL, &type) == null);
  EXPECT(dpa_stats_get_counter_state(h, 1, &state, NULL) == null);
  EXPECT(dpa_stats_get_error_code(NULL) == null);
  EXPECT(*dpa_stats_get_error_message(NULL) == 0);
  EXPECT(*dpa_stats_get_error_location(NULL) == 0);
  dpa_stats_free_process_list(NULL);
  dpa_stats_free_thread_list(NULL);
  dpa_stats_free_cumul_info_list(NULL);
  dpa_stats_free_perf_event_list(NULL);
  dpa_stats_sort_process_list(NULL);
  dpa_stats_sort_thread_list(NULL);
  dpa_stats_sort_perf_cumul_list(NULL);
  dpa_stats_close(NULL);
}

static void values(uint32_t process) {
  dpa_stats_process_list *processes = (void *)1, none = {0, NULL};
  dpa_stats_thread_list *threads = (void *)1;
  dpa_stats_perf_cumul_list *sums = (void *)1;
  dpa_stats_perf_event_list *events = (void *)1;
  dpa_stats_counter_state state = DPA_STATS_COUNTER_STATE_ACTIVE;
  dpa_stats_sample_type type = DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT;

  EXPECT(
      dpa_stats_set_counter_state(h, ALL_P, (dpa_stats_counter_state)4, type) ==
      DPA_STATS_STATUS_VALUE_OUT_OF_ENUM);
  show();
  EXPECT(
      dpa_stats_set_counter_state(h, ALL_P, state, (dpa_stats_sample_type)2) ==
      DPA_STATS_STATUS_VALUE_OUT_OF_ENUM);
  show();
  EXPECT(dpa_stats_set_counter_state(h, 5, state, type) ==
         DPA_STATS_STATUS_NO_SUCH_PROCESS);
  EXPECT(dpa_stats_get_counter_state(h, 5, &state, &type) ==
         DPA_STATS_STATUS_NO_SUCH_PROCESS);
  EXPECT(dpa_stats_get_counter_state(h, ALL_P, &state, &type) ==
         DPA_STATS_STATUS_INVALID_PARAMS);
  EXPECT(dpa_stats_read_processes_list(h, 5, &processes) ==
         DPA_STATS_STATUS_NO_SUCH_PROCESS);
  show();
  EXPECT(!processes);
  EXPECT(dpa_stats_read_process_thread_list(h, ALL_P, 3, &threads) ==
         DPA_STATS_STATUS_INVALID_PARAMS);
  show();
  EXPECT(!threads);
  EXPECT(dpa_stats_read_process_thread_list(h, 5, ALL_T, &threads) ==
         DPA_STATS_STATUS_NO_SUCH_PROCESS);
  EXPECT(dpa_stats_read_process_thread_list(h, process, 1000, &threads) ==
         DPA_STATS_STATUS_NO_SUCH_THREADS);
  EXPECT(dpa_stats_read_thread_list(h, &none, &threads) ==
         DPA_STATS_STATUS_NO_SUCH_THREADS);
  EXPECT(dpa_stats_read_process_cumul_info_list(h, ALL_P, 3, &sums) ==
         DPA_STATS_STATUS_INVALID_PARAMS);
  EXPECT(dpa_stats_read_process_cumul_info_list(h, process, 1000, &sums) ==
         DPA_STATS_STATUS_NO_SUCH_THREADS);
  EXPECT(dpa_stats_read_process_perf_event_list(h, ALL_P, 3, &events) ==
         DPA_STATS_STATUS_INVALID_PARAMS);
  EXPECT(dpa_stats_read_process_perf_event_list(h, process, ALL_T, &events) ==
         DPA_STATS_STATUS_NO_SUCH_EVENTS);
  show();
  EXPECT(!sums && !events);
}

/* A program of this user that answers every request with other bytes, once. */
static pid_t start_liar(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int pipes[2], listener = socket(AF_UNIX, SOCK_STREAM, 0);
  pid_t child;
  char byte;

  EXPECT(pipe(pipes) == 0);
  child = fork();
  if (child != 0) {
    EXPECT(read(pipes[0], &byte, 1) == 1);
    close(listener);
    return child;
  }
  int length =
      snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
               "dpa-statistics/%d/%d/0", (int)geteuid(), (int)getpid());
  EXPECT(bind(listener, (struct sockaddr *)&address,
              (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                          (size_t)length)) == 0);
  EXPECT(listen(listener, 5) == 0);
  EXPECT(write(pipes[1], "1", 1) == 1);
  for (;;) {
    char request[84];
    int connection = accept(listener, NULL, NULL);

    EXPECT(recv(connection, request, sizeof request, MSG_WAITALL) ==
           sizeof request);
    EXPECT(write(connection, "this is not a reply at all", 26) == 26);
    close(connection);
  }
}

static void failing_program(void) {
  pid_t liar = start_liar();
  dpa_stats_process_list *processes = NULL;
  dpa_stats_status status =
      dpa_stats_read_processes_list(h, (uint32_t)liar << 10, &processes);

  kill(liar, 9);
  waitpid(liar, NULL, 0);
  EXPECT(status == DPA_STATS_STATUS_ERROR_IN_MFT);
  printf("%s\n", strstr(dpa_stats_get_error_message(h), ": "));
}

int main(int argc, char **argv) {
  dpa_stats_process_list *processes = NULL;

  EXPECT(argc == 2);
  setbuf(stdout, NULL);
  EXPECT(!dpa_stats_open(NULL));
  EXPECT(!dpa_stats_open(""));
  EXPECT(!dpa_stats_open("stats_of_nothing"));
  EXPECT(!dpa_stats_open("a name of more than 63 characters, which no device "
                         "has, as device names are shorter than that"));
  if (strcmp(argv[1], "none") == 0)
    return 0;
  h = dpa_stats_open("stats_errors");
  EXPECT(h);
  EXPECT(dpa_stats_read_processes_list(h, ALL_P, &processes) ==
         DPA_STATS_STATUS_OK);
  null_pointers();
  values(processes->processes[0].dpa_process_id);
  failing_program();
  dpa_stats_free_process_list(processes);
  dpa_stats_close(h);
  return 0;
}

//--- host.c
#include "counted.h"

int main(void) {
  struct flexio_process *process = create_process(open_device());

  call1(process, count_down, 1);
  view("./viewer %d");
  // CHECK: 21: dpa_stats_read_caps: caps is NULL
  // CHECK-NEXT: 22: dpa_stats_set_counter_state: state: expected 1 (active), 2 (inactive) or 3 (reset), got 4
  // CHECK-NEXT: 22: dpa_stats_set_counter_state: type: expected 0 (cumulative) or 1 (event tracer), got 2
  // CHECK-NEXT: 2: dpa_stats_read_processes_list: device 'stats_errors' has no process 5
  // CHECK-NEXT: 20: dpa_stats_read_process_thread_list: thread_id: expected all threads of all processes, got thread 3
  // CHECK-NEXT: 4: dpa_stats_read_process_perf_event_list: process {{[0-9]+}}: no events
  // CHECK-NEXT: sends something else than statistics
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
