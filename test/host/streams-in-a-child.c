// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A child forked while device code prints can destroy the stream and the process of its parent;
// opening another stream in that process fails with an error.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static volatile uint64_t is_over;

__dpa_rpc__ uint64_t print(uint64_t unused) {
  while (!is_over)
    flexio_dev_print("hello\n");
  return unused;
}

__dpa_rpc__ uint64_t stop(uint64_t unused) {
  is_over = 1;
  return unused;
}

//--- host.c
#include "host.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

flexio_func_t print, stop;

static struct flexio_process *process;

static void *call_print(void *unused) {
  EXPECT_SUCCESS(flexio_process_call(process, print, NULL, (uint64_t)0));
  return unused;
}

static void check_child(struct flexio_msg_stream *stream, FILE *out) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048};
  struct flexio_msg_stream *another = stream;

  alarm(60); /* ends a child that waits for ever */
  // CHECK: flexio: error: flexio_msg_stream_create: {{0x[0-9a-f]+}}: process handle inherited across fork(); reopen the device in the child
  EXPECT_FAILED(
      flexio_msg_stream_create(process, &attributes, out, NULL, &another));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  FILE *out = fopen("/dev/null", "w");
  pthread_t caller;

  EXPECT(out);
  process = create_process(open_device());
  struct flexio_msg_stream *stream =
      create_stream(process, FLEXIO_MSG_DEV_INFO, out);
  EXPECT(pthread_create(&caller, NULL, call_print, NULL) == 0);
  for (int i = 0; i < 50; i++) {
    int status = 0;
    pid_t child = fork();

    EXPECT(child >= 0);
    if (child == 0) {
      check_child(stream, out);
      _exit(0);
    }
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
  }
  EXPECT_SUCCESS(flexio_process_call(process, stop, NULL, (uint64_t)0));
  EXPECT(pthread_join(caller, NULL) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(fclose(out) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
