// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages that several threads send at the same time are printed whole, and those of each thread
// in order.
// PROVES: R-STREAM-19
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t talk(int speaker, int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_print("%d says %d %s\n", speaker, i,
                     "........................................................."
                     ".......................");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t talk;

enum { SPEAKERS = 6, COUNT = 200 };

static struct flexio_process *process;

static void *speak(void *argument) {
  EXPECT_SUCCESS(
      flexio_process_call(process, talk, NULL, (int)(intptr_t)argument, COUNT));
  return NULL;
}

int main(void) {
  char line[256], dots[128], rest;
  int next[SPEAKERS] = {0};
  pthread_t threads[SPEAKERS];
  FILE *out = tmpfile();

  EXPECT(out);
  process = create_process(open_device());
  create_stream(process, FLEXIO_MSG_DEV_INFO, out);
  for (intptr_t i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_create(&threads[i], NULL, speak, (void *)i) == 0);
  for (int i = 0; i < SPEAKERS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  rewind(out);
  for (int lines = 0; lines < SPEAKERS * COUNT; lines++) {
    int speaker, number;
    EXPECT(fgets(line, sizeof line, out));
    EXPECT(sscanf(line, "%d says %d %127[.]%c", &speaker, &number, dots,
                  &rest) == 4);
    EXPECT(strlen(dots) == 80 && rest == '\n' && speaker >= 0 &&
           speaker < SPEAKERS && number == next[speaker]++);
  }
  EXPECT(!fgets(line, sizeof line, out));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return fclose(out);
}
