// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tracer's records are printed as text with the host's formats: when half of the buffer is full,
// and at a flush of either side, each once, in order, and filtered by level; an unknown format is
// reported with the record's numbers. Every transport gives the same output.
// PROVES: R-TRACE-01 R-TRACE-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host 1 | FileCheck %s --match-full-lines
// RUN: dpa-run -- %t/host 0 | FileCheck %s --match-full-lines
// RUN: dpa-run -- %t/host 3 | FileCheck %s --match-full-lines
// RUN: dpa-run --seed=4 -- %t/host 1 | FileCheck %s --match-full-lines
// RUN: dpa-run --message-prefix=eu -- %t/host 1 | FileCheck %s --check-prefix=UNIT

// CHECK: none
// CHECK-NEXT: one 1
// CHECK-NEXT: two -1 2
// CHECK-NEXT: three 0xff 0x80001000 A
// CHECK-NEXT: four 1 2 3 4
// CHECK-NEXT: five 1 2 3 4 5
// CHECK-NEXT: six 1 2 3 4 5 18446744073709551615
// CHECK-NEXT: unknown trace format 99 (the stream has 7): 0x7
// CHECK-NEXT: unknown trace format -1 (the stream has 7):
// CHECK-NEXT: the flush of the host
// CHECK-NEXT: one 4
// CHECK-NEXT: a message
// CHECK-NEXT: the end
// CHECK-NEXT: one 5
// CHECK-NOT: {{.+}}
// UNIT: {{^}}/{{[ 0-9][0-9]}}/none{{$}}

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_tracer.h>
#include <stdint.h>

__dpa_rpc__ uint64_t trace_all(int id) {
  uint8_t tracer = (uint8_t)id;

  flexio_dev_trace_0(tracer, FLEXIO_MSG_DEV_INFO, 0);
  flexio_dev_tracer_flush(tracer);
  flexio_dev_trace_1(tracer, FLEXIO_MSG_DEV_ERROR, 1, 1);
  flexio_dev_trace_2(tracer, FLEXIO_MSG_DEV_INFO, 2, (uint64_t)-1, 2);
  flexio_dev_trace_3(tracer, FLEXIO_MSG_DEV_INFO, 3, 255, 0x80001000, 'A');
  flexio_dev_trace_4(tracer, FLEXIO_MSG_DEV_DEBUG, 4, 9, 9, 9, 9);
  flexio_dev_trace_4(tracer, FLEXIO_MSG_DEV_INFO, 4, 1, 2, 3, 4);
  flexio_dev_trace_5(tracer, FLEXIO_MSG_DEV_INFO, 5, 1, 2, 3, 4, 5);
  flexio_dev_trace_6(tracer, FLEXIO_MSG_DEV_NO_PRINT, 6, 9, 9, 9, 9, 9, 9);
  flexio_dev_trace_6(tracer, FLEXIO_MSG_DEV_ALWAYS_PRINT, 6, 1, 2, 3, 4, 5,
                     UINT64_MAX);
  flexio_dev_trace_1(tracer, FLEXIO_MSG_DEV_INFO, 99, 7);
  flexio_dev_trace_0(tracer, FLEXIO_MSG_DEV_INFO, -1);
  flexio_dev_tracer_notify_host(tracer, 0);
  flexio_dev_tracer_flush((uint8_t)(tracer + 1));
  flexio_dev_trace_0((uint8_t)(tracer + 1), FLEXIO_MSG_DEV_INFO, 0);
  return 0;
}

__dpa_rpc__ uint64_t trace_numbers(int id, uint64_t from, uint64_t to) {
  for (uint64_t i = from; i < to; i++)
    flexio_dev_trace_1((uint8_t)id, FLEXIO_MSG_DEV_INFO, 1, i);
  return 0;
}

__dpa_rpc__ uint64_t say(void) {
  flexio_dev_print("a message\n");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t trace_all, trace_numbers, say;

static char *const formats[] = {"none",
                                "one %lu",
                                "two %d %u\n",
                                "three %#x %s %c",
                                "four %u %u %u %u",
                                "five %lu %lu %lu %lu %lu",
                                "six %lu %lu %lu %lu %lu %lu",
                                NULL};

enum { SPEAKERS = 4, COUNT = 5000 };

static struct flexio_process *process;

static void *speak(void *argument) {
  uint64_t from = (uint64_t)(intptr_t)argument * COUNT;

  EXPECT_SUCCESS(
      flexio_process_call(process, trace_numbers, NULL, 1, from, from + COUNT));
  return NULL;
}

/* All records of several threads are printed, those of each thread in order. */
static void trace_at_once(flexio_msg_stream_attr_t *attributes) {
  FILE *out = tmpfile();
  struct flexio_msg_stream *stream;
  pthread_t threads[SPEAKERS];
  unsigned long next[SPEAKERS] = {0}, number;
  char line[64];

  EXPECT(out);
  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, attributes, out, NULL, &stream));
  EXPECT(flexio_msg_stream_get_id(stream) == 1);
  EXPECT_SUCCESS(flexio_process_call(process, trace_numbers, NULL, 1,
                                     UINT64_C(0), UINT64_C(10)));
  EXPECT(ftell(out) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(ftell(out) > 0);
  rewind(out);
  for (intptr_t i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_create(&threads[i], NULL, speak, (void *)i) == 0);
  for (int i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  rewind(out);
  for (int i = 0; i < SPEAKERS * COUNT; i++) {
    EXPECT(fgets(line, sizeof line, out));
    char *at = strstr(line, "one ");
    EXPECT(at && sscanf(at, "one %lu", &number) == 1);
    EXPECT(number < SPEAKERS * COUNT &&
           number % COUNT == next[number / COUNT]++);
  }
  EXPECT(!fgets(line, sizeof line, out));
  fclose(out);
}

int main(int argc, char **argv) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 4096,
                                         .sync_mode =
                                             FLEXIO_LOG_DEV_SYNC_MODE_TRACER,
                                         .level = FLEXIO_MSG_DEV_INFO,
                                         .tracer_msg_formats = formats};

  EXPECT(argc == 2);
  attributes.transport_mode = (enum flexio_msg_transport)atoi(argv[1]);
  setvbuf(stdout, NULL, _IONBF, 0);
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_log_dev_init(process, &attributes, stdout, NULL));
  EXPECT_SUCCESS(flexio_process_call(process, trace_all, NULL, 0));
  puts("the flush of the host");
  EXPECT_SUCCESS(flexio_process_call(process, trace_numbers, NULL, 0,
                                     UINT64_C(4), UINT64_C(5)));
  EXPECT_SUCCESS(flexio_log_dev_flush(process));
  EXPECT_SUCCESS(flexio_process_call(process, say, NULL));
  trace_at_once(&attributes);
  puts("the end");
  EXPECT_SUCCESS(flexio_process_call(process, trace_numbers, NULL, 0,
                                     UINT64_C(5), UINT64_C(6)));
  EXPECT_SUCCESS(flexio_log_dev_destroy(process));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
