// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dpa-ps and dpa-statistics show processes, threads, counters, events and states of a running program, as tables
// and as JSON, once or at intervals.
// PROVES: R-STAT-03 R-STAT-04 R-STAT-05 R-STAT-06 R-STAT-07 R-PROC-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --device=stats_tables -- %t/host > %t/out 2>&1
// RUN: FileCheck %s --input-file=%t/out

//--- host.c
#include "counted.h"

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_named(context, "first");
  struct flexio_process *second = create_named(context, "sec\nond");
  struct flexio_event_handler *handler = create_handler(process, count_runs);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  call1(process, activate, flexio_event_handler_get_activation_id(handler));
  wait_for(process, get_runs, 1);
  view("dpa-ps -d stats_tables");
  // CHECK: {{^ *}}PROCESS  PROGRAM  THREADS  NAME{{$}}
  // CHECK-NEXT: {{^ *[0-9]+ +[0-9]+ +[2-9]}}  first{{$}}
  // CHECK-NEXT: {{^ *[0-9]+ +[0-9]+ +0}}  sec\nond{{$}}
  view("dpa-ps -d stats_tables 2>&1 > /dev/full | cat");
  // CHECK: dpa-ps: error: standard output: cannot write
  view("dpa-ps --device stats_tables --threads -p $((%d << 10))");
  // CHECK: PROCESS  PROGRAM  THREAD  NAME   THREAD NAME
  // CHECK: first  remote call
  // CHECK: {{ 256}}  first  count_runs
  view("dpa-ps -d=stats_tables -t --json");
  // CHECK: {"device":"stats_tables","processes":[{"name":"first","process":{{[0-9]+}},"program":{{[0-9]+}},"thread_count":{{[0-9]}},"threads":[{"name":"remote call","thread":0}
  // CHECK-SAME: {"name":"sec\nond"
  view("dpa-statistics -d stats_tables -p $((%d << 10)) -t 256");
  // CHECK: PROCESS  THREAD  EXECUTIONS  INSTRUCTIONS {{ *}}CYCLES  TIME[us]  NAME
  // CHECK-NEXT: {{^ *[0-9]+ +256 +1 +[0-9]+ +[0-9]+ +[0-9]+}}  first/count_runs{{$}}
  view("dpa-statistics show -d stats_tables --sort executions --watch 0.1 "
       "--count 2");
  // CHECK: EU%  NAME
  // CHECK-NEXT: {{-}}  first/remote call
  // CHECK: EU%  NAME
  // CHECK-NEXT: {{[0-9.]+}}  first/remote call
  view("dpa-statistics -d stats_tables --json");
  // CHECK: {"device":"stats_tables","threads":[{"cycles":{{[0-9]+}},"executions":{{[0-9]+}},"instructions":{{[0-9]+}},"name":"remote call","process":{{[0-9]+}},"process_name":"first","thread":0,"time_us":{{[0-9]+}}}
  view("dpa-statistics state -d stats_tables");
  // CHECK: PROCESS  TYPE        STATE   NAME
  // CHECK-NEXT: cumulative  active  first
  view("dpa-statistics start --type tracer -d stats_tables");
  call1(process, count_down, 2);
  view("dpa-statistics events -d stats_tables");
  // CHECK: EU  SAMPLE  TYPE {{ *}}PROCESS  THREAD
  // CHECK-NEXT: {{^ *[0-9]+ +[0-9]+}}  in
  // CHECK-NEXT: {{^ *[0-9]+ +[0-9]+}}  out
  call1(process, count_down, 2);
  view("dpa-statistics events -d stats_tables --json");
  // CHECK: {"device":"stats_tables","events":[{"cycles":{{[0-9]+}},"eu":{{[0-9]+}},"instructions":{{[0-9]+}},"process":{{[0-9]+}},"sample":{{[0-9]+}},"thread":{{[0-9]+}},"time_us":{{[0-9]+}},"type":"in"}
  view("dpa-statistics stop --type tracer -d stats_tables");
  view("dpa-statistics state --json -d stats_tables");
  // CHECK: "state":"inactive","type":"tracer"
  view("dpa-statistics reset -d stats_tables -p $((%d << 10))");
  view("dpa-statistics -d stats_tables -p $((%d << 10)) -t 256");
  // CHECK: {{^ *[0-9]+ +256 +0 +0 +0 +0}}  first/count_runs{{$}}
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_SUCCESS(flexio_process_destroy(second));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
