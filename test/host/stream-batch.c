// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A batch stream prints its messages a batch at a time, without a flush, and loses none however
// many there are and however many threads send them; a flush prints an incomplete batch. The older
// functions do the same.
// PROVES: R-STREAM-10
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --seed=4 -- %t/host
// RUN: dpa-run --engine=interp -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t talk(int speaker, int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_print("%d says %d %.*s\n", speaker, i, i % 30,
                     "..............................");
  return 0;
}

//--- host.c
#include "host.h"

#include <unistd.h>

flexio_func_t talk;

enum { SPEAKERS = 5, COUNT = 3000 };

static struct flexio_process *process;
static FILE *out;

static void *speak(void *argument) {
  EXPECT_SUCCESS(
      flexio_process_call(process, talk, NULL, (int)(intptr_t)argument, COUNT));
  return NULL;
}

static void check_all_speakers(void) {
  char line[256];
  int next[SPEAKERS] = {0};

  rewind(out);
  for (int lines = 0; lines < SPEAKERS * COUNT; lines++) {
    int speaker, number;
    char dots[64] = "", end;
    EXPECT(fgets(line, sizeof line, out));
    EXPECT(sscanf(strstr(line, " says") - 1, "%d says %d %63[.]", &speaker,
                  &number, dots) >= 2);
    EXPECT(speaker >= 0 && speaker < SPEAKERS && number == next[speaker]++);
    EXPECT(strlen(dots) == (size_t)(number % 30));
    end = line[strlen(line) - 1];
    EXPECT(end == '\n');
  }
  EXPECT(!fgets(line, sizeof line, out));
}

static void many_speakers(void) {
  pthread_t threads[SPEAKERS];

  rewind(out);
  EXPECT(ftruncate(fileno(out), 0) == 0);
  for (intptr_t i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_create(&threads[i], NULL, speak, (void *)i) == 0);
  for (int i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
}

int main(void) {
  flexio_msg_stream_attr_t attributes = {
      .data_bsize = 2048, .sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_BATCH};
  struct flexio_msg_stream *stream;
  long shown;

  process = create_process(open_device());
  out = tmpfile();
  EXPECT(out);
  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
  EXPECT_SUCCESS(flexio_process_call(process, talk, NULL, 0, 3));
  EXPECT(ftell(out) == 0);
  /* A batch is half of the buffer. */
  EXPECT_SUCCESS(flexio_process_call(process, talk, NULL, 0, 40));
  shown = ftell(out);
  EXPECT(shown > 400 && shown < 2048);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(ftell(out) > shown);

  many_speakers();
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  check_all_speakers();
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));

  attributes.data_bsize = 16384;
  EXPECT_SUCCESS(flexio_log_dev_init(process, &attributes, out, NULL));
  many_speakers();
  EXPECT_SUCCESS(flexio_log_dev_flush(process));
  check_all_speakers();
  EXPECT_SUCCESS(flexio_log_dev_destroy(process));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
