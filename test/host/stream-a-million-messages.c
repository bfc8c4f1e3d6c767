// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sync stream loses none of a million messages of several threads, prints each without a flush,
// and keeps the order of each thread's messages.
// PROVES: R-STREAM-08
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -O1 -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --watchdog=100 -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t talk(int speaker, int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_print("%d %d\n", speaker, i);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t talk;

enum { SPEAKERS = 4, COUNT = 250000 };

static struct flexio_process *process;

static void *speak(void *argument) {
  EXPECT_SUCCESS(
      flexio_process_call(process, talk, NULL, (int)(intptr_t)argument, COUNT));
  return NULL;
}

int main(void) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048,
                                         .uar = (struct flexio_uar *)1,
                                         .stream_name = (char *)"million"};
  struct flexio_msg_stream *stream;
  int next[SPEAKERS] = {0};
  pthread_t threads[SPEAKERS];
  FILE *out = tmpfile();
  char line[64], *end;

  EXPECT(out);
  process = create_process(open_device());
  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
  for (intptr_t i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_create(&threads[i], NULL, speak, (void *)i) == 0);
  for (int i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  rewind(out);
  for (int i = 0; i < SPEAKERS * COUNT; i++) {
    EXPECT(fgets(line, sizeof line, out));
    long speaker = strtol(line, &end, 10);
    EXPECT(speaker >= 0 && speaker < SPEAKERS);
    EXPECT(strtol(end, &end, 10) == next[speaker]++ && *end == '\n');
  }
  EXPECT(!fgets(line, sizeof line, out));
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(!fgets(line, sizeof line, out));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return fclose(out);
}
