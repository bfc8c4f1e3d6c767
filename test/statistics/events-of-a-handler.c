// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tracer takes two samples of each execution: both have its id, the thread, and the execution unit of the
// handler's affinity. A sample is read once. When samples were lost, the last one says so.
// PROVES: R-STAT-05 R-STAT-07 R-STAT-08 R-STAT-10 R-EU-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: %viewer_cc %t/viewer.c -o %t/viewer %stats_libs
// RUN: cd %t && dpa-run --device=stats_events -- ./host 2>&1 | FileCheck %s
// RUN: cd %t && dpa-run --device=stats_events --seed=3 -- ./host 2>&1 | FileCheck %s

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

static void check_events(uint32_t process, uint32_t thread) {
  dpa_stats_perf_event_list *events = NULL;

  EXPECT(dpa_stats_read_process_perf_event_list(
             handler, process, thread, &events) == DPA_STATS_STATUS_OK);
  EXPECT(events->samples_num % 2 == 0);
  printf("%u samples\n", events->samples_num);
  for (uint32_t i = 0; i < events->samples_num; i += 2) {
    dpa_stats_perf_event_sample *in = &events->samples[i], *out = in + 1;

    EXPECT(in->type != DPA_STATS_EVENT_SAMPLE_TYPE_EMPTY_SAMPLE);
    EXPECT(in->type == DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_IN);
    EXPECT(out->type == DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_OUT);
    EXPECT(in->eu_id == 7 && out->eu_id == 7);
    EXPECT(in->sample_id_in_eu == out->sample_id_in_eu);
    EXPECT(in->dpa_process_id == process && out->dpa_process_id == process);
    EXPECT(in->dpa_thread_id == thread && out->dpa_thread_id == thread);
    EXPECT(in->cycles < out->cycles && in->time <= out->time);
    EXPECT(in->time == in->cycles / 1800);
    EXPECT(in->instructions < out->instructions);
    if (i != 0)
      EXPECT(in->sample_id_in_eu == in[-1].sample_id_in_eu + 1 &&
             in->cycles >= in[-1].cycles);
  }
  dpa_stats_free_perf_event_list(events);
  EXPECT(dpa_stats_read_process_perf_event_list(handler, process, thread,
                                                &events) ==
         DPA_STATS_STATUS_NO_SUCH_EVENTS);
  EXPECT(!events);
}

static void check_full(void) {
  dpa_stats_perf_event_list *events = NULL;
  dpa_stats_perf_event_sample *last;

  EXPECT(dpa_stats_read_perf_event_list(handler, processes, &events) ==
         DPA_STATS_STATUS_OK);
  last = &events->samples[events->samples_num - 1];
  EXPECT(last->type == DPA_STATS_EVENT_SAMPLE_TYPE_BUFFER_FULL);
  EXPECT(last->dpa_process_id == processes->processes[0].dpa_process_id);
  for (uint32_t i = 0; i + 1 < events->samples_num; i++) {
    dpa_stats_event_sample_type type = events->samples[i].type;

    EXPECT(type == DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_IN ||
           type == DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_OUT);
  }
  printf("full after %u samples\n", events->samples_num - 1);
  dpa_stats_free_perf_event_list(events);
}

static void set_tracer(dpa_stats_counter_state state) {
  dpa_stats_sample_type type = DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT;
  dpa_stats_counter_state now = DPA_STATS_COUNTER_STATE_RESET;
  uint32_t process = processes->processes[0].dpa_process_id;

  EXPECT(dpa_stats_set_counter_state(handler, process, state,
                                     DPA_STATS_SAMPLE_TYPE_EVENT_TRACER) ==
         DPA_STATS_STATUS_OK);
  EXPECT(dpa_stats_get_counter_state(handler, process, &now, &type) ==
         DPA_STATS_STATUS_OK);
  EXPECT(type == DPA_STATS_SAMPLE_TYPE_EVENT_TRACER);
  EXPECT(now == state);
}

int main(int argc, char **argv) {
  handler = dpa_stats_open("stats_events");
  EXPECT(argc == 2 && handler);
  EXPECT(dpa_stats_read_processes_list(handler, DPA_STATS_ALL_PROCESSES,
                                       &processes) == DPA_STATS_STATUS_OK);
  EXPECT(processes->process_num == 1);
  if (strcmp(argv[1], "start") == 0)
    set_tracer(DPA_STATS_COUNTER_STATE_ACTIVE);
  else if (strcmp(argv[1], "stop") == 0)
    set_tracer(DPA_STATS_COUNTER_STATE_INACTIVE);
  else if (strcmp(argv[1], "full") == 0)
    check_full();
  else
    check_events(processes->processes[0].dpa_process_id,
                 (uint32_t)atoi(argv[1]));
  dpa_stats_free_process_list(processes);
  dpa_stats_close(handler);
  return 0;
}

//--- host.c
#include "counted.h"

static uint64_t runs;

static void activate_twice(struct flexio_process *process,
                           struct flexio_event_handler *handler) {
  for (int i = 0; i < 2; i++) {
    call1(process, activate, flexio_event_handler_get_activation_id(handler));
    wait_for(process, get_runs, ++runs);
  }
  /* Its end follows its last instruction that others see. */
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler_attr attributes = {
      .host_stub_func = count_runs, .affinity = {FLEXIO_AFFINITY_STRICT, 7}};
  struct flexio_event_handler *handler =
      create_handler_with(process, attributes);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  view("./viewer start");
  activate_twice(process, handler);
  view("./viewer stop");
  view("./viewer 256"); /* the area of the first handler */
  // CHECK: 4 samples
  for (int i = 0; i < 10; i++)
    call1(process, count_down, 1);
  view("./viewer start");
  for (int i = 0; i < 5000; i++)
    call1(process, count_down, 1);
  view("./viewer full");
  // CHECK: full after 8192 samples
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
