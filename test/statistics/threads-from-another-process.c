// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another process reads the processes and threads of a device, and what they have used: executions
// are exact, sums grow only while the counters are active, and restart at a reset. Lists are
// sorted by functions of the library, or by qsort with its comparators.
// PROVES: R-STAT-01 R-STAT-02 R-STAT-03 R-STAT-04 R-STAT-05 R-STAT-06 R-STAT-11 R-STAT-12
// PROVES: R-PROC-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: %viewer_cc %t/viewer.c -o %t/viewer %stats_libs
// RUN: cd %t && dpa-run --device=stats_threads -- ./host 2>&1 | FileCheck %s

//--- viewer.c
#include <dpa_stats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

static dpa_stats_handler_t *handler;
static dpa_stats_process_list *processes;

static void read_processes(uint32_t program) {
  dpa_stats_capabilities caps = {0, 0, 0};

  EXPECT(dpa_stats_read_caps(handler, &caps) == DPA_STATS_STATUS_OK);
  EXPECT(caps.dpa_supported == 1 && caps.process_performance_counters == 1);
  EXPECT(caps.performance_sample_type == 3);
  EXPECT(dpa_stats_read_processes_list(handler, DPA_STATS_ALL_PROCESSES,
                                       &processes) == DPA_STATS_STATUS_OK);
  for (uint32_t i = 0; i < processes->process_num; i++) {
    dpa_stats_process_info *process = &processes->processes[i];
    dpa_stats_process_list *one = NULL;

    EXPECT(process->dpa_process_id >> 10 == program);
    printf("process '%s' with %u threads\n", process->process_name,
           process->num_of_threads);
    EXPECT(dpa_stats_read_processes_list(handler, process->dpa_process_id,
                                         &one) == DPA_STATS_STATUS_OK);
    EXPECT(one->process_num == 1);
    EXPECT(memcmp(one->processes, process, sizeof *process) == 0);
    dpa_stats_free_process_list(one);
  }
}

static void read_threads(void) {
  dpa_stats_thread_list *threads = NULL, *same = NULL;

  EXPECT(dpa_stats_read_thread_list(handler, processes, &threads) ==
         DPA_STATS_STATUS_OK);
  EXPECT(dpa_stats_read_process_thread_list(handler, DPA_STATS_ALL_PROCESSES,
                                            DPA_STATS_ALL_THREADS,
                                            &same) == DPA_STATS_STATUS_OK);
  EXPECT(same->threads_num == threads->threads_num);
  for (uint32_t i = 0; i < threads->threads_num; i++) {
    dpa_stats_thread_info *thread = &threads->threads[i];

    printf("thread '%s'\n", thread->thread_name);
  }
  dpa_stats_sort_thread_list(threads);
  qsort(same->threads, same->threads_num, sizeof *same->threads,
        dpa_stats_compare_4_threads);
  EXPECT(memcmp(threads->threads, same->threads,
                threads->threads_num * sizeof *threads->threads) == 0);
  dpa_stats_free_thread_list(threads);
  dpa_stats_free_thread_list(same);
}

/* Of all threads: instructions of calls depend on the execution unit, which boots at its first. */
static void read_sums(const char *when) {
  dpa_stats_perf_cumul_list *sums = NULL, *same = NULL;
  uint64_t executions = 0, instructions = 0;

  EXPECT(dpa_stats_read_cumul_info_list(handler, processes, &sums) ==
         DPA_STATS_STATUS_OK);
  EXPECT(dpa_stats_read_process_cumul_info_list(
             handler, processes->processes[0].dpa_process_id,
             DPA_STATS_ALL_THREADS, &same) == DPA_STATS_STATUS_OK);
  EXPECT(same->samples_num == sums->samples_num);
  for (uint32_t i = 0; i < sums->samples_num; i++) {
    dpa_stats_thread_cumul_info *sum = &sums->samples[i];

    executions += sum->num_executions;
    instructions += sum->instructions;
    EXPECT(sum->time == sum->cycles / 1800);
    EXPECT((sum->num_executions == 0) == (sum->instructions == 0));
  }
  printf("%s: %lu executions, %s instructions\n", when, executions,
         instructions == 0        ? "no"
         : instructions < 1000000 ? "few"
                                  : "a million");
  dpa_stats_sort_perf_cumul_list(sums);
  qsort(same->samples, same->samples_num, sizeof *same->samples,
        dpa_stats_compare_4_perf_cumul);
  EXPECT(memcmp(sums->samples, same->samples,
                sums->samples_num * sizeof *sums->samples) == 0);
  dpa_stats_free_cumul_info_list(sums);
  dpa_stats_free_cumul_info_list(same);
}

static void set(const char *text) {
  dpa_stats_counter_state state = DPA_STATS_COUNTER_STATE_RESET;
  dpa_stats_sample_type type = DPA_STATS_SAMPLE_TYPE_EVENT_TRACER;

  if (strcmp(text, "view") != 0) {
    state = text[0] == 's'   ? DPA_STATS_COUNTER_STATE_INACTIVE
            : text[0] == 'a' ? DPA_STATS_COUNTER_STATE_ACTIVE
                             : DPA_STATS_COUNTER_STATE_RESET;
    EXPECT(dpa_stats_set_counter_state(
               handler, DPA_STATS_ALL_PROCESSES, state,
               DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT) == DPA_STATS_STATUS_OK);
  }
  EXPECT(dpa_stats_get_counter_state(handler,
                                     processes->processes[0].dpa_process_id,
                                     &state, &type) == DPA_STATS_STATUS_OK);
  printf("%s: type %d is %s\n", text, type,
         state == DPA_STATS_COUNTER_STATE_ACTIVE ? "active" : "inactive");
}

int main(int argc, char **argv) {
  EXPECT(argc == 3);
  handler = dpa_stats_open("stats_threads");
  EXPECT(handler);
  read_processes((uint32_t)atoi(argv[1]));
  dpa_stats_sort_process_list(processes);
  qsort(processes->processes, processes->process_num,
        sizeof *processes->processes, dpa_stats_compare_4_processes);
  read_threads();
  set(argv[2]);
  read_sums(argv[2]);
  EXPECT(dpa_stats_get_error_code(handler) == DPA_STATS_STATUS_OK);
  EXPECT(*dpa_stats_get_error_message(handler) == 0);
  EXPECT(*dpa_stats_get_error_location(handler) == 0);
  dpa_stats_free_process_list(processes);
  dpa_stats_close(handler);
  return 0;
}

//--- host.c
#include "counted.h"

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_named(context, "counted");
  struct flexio_event_handler *handler = create_handler(process, count_runs);

  call1(process, count_down, 2);
  call1(process, count_down, 500000);
  view("./viewer %d view");
  // CHECK: process 'counted' with {{[2-9]}} threads
  // CHECK-DAG: thread 'remote call'
  // CHECK-DAG: thread 'count_runs'
  // CHECK: view: type 0 is active
  // CHECK: view: 2 executions, a million instructions
  view("./viewer %d stop");
  // CHECK: stop: type 0 is inactive
  // CHECK: stop: 2 executions, a million instructions
  call1(process, count_down, 500000);
  view("./viewer %d active");
  // CHECK: active: type 0 is active
  // CHECK: active: 2 executions, a million instructions
  call1(process, count_down, 3);
  view("./viewer %d reset");
  // CHECK: reset: type 0 is active
  // CHECK: reset: 0 executions, no instructions
  call1(process, count_down, 3);
  view("./viewer %d view");
  // CHECK: view: 1 executions, few instructions
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  view("./viewer %d view");
  // CHECK: process 'counted' with {{[1-9]}} threads
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
