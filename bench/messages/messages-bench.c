/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages per second in each mode of a stream, to /dev/null, compared with the
 * host's fprintf and fflush of the same text. Prints 'NAME VALUE' lines. */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern struct flexio_app *messages_bench_app;
flexio_func_t say, trace;

enum { COUNT = 200000 };

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "messages-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The second of two calls: by then the code is translated. */
static void measure(struct flexio_process *process, const char *name,
                    flexio_msg_dev_sync_mode mode, flexio_func_t *function) {
  static char format[] = "message %lu of %lu\n";
  static char *const formats[] = {format, NULL};
  flexio_msg_stream_attr_t attributes = {.data_bsize = 65536,
                                         .sync_mode = mode,
                                         .tracer_mode =
                                             FLEXIO_TRACER_TRANSPORT_WINDOW,
                                         .tracer_msg_formats = formats};
  struct flexio_msg_stream *stream;
  FILE *out = fopen("/dev/null", "w");
  double seconds = 0;

  need(out != NULL, "opening /dev/null");
  need(flexio_msg_stream_create(process, &attributes, out, NULL, &stream) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_msg_stream_create");
  for (int round = 0; round < 2; round++) {
    double start = now();
    need(flexio_process_call(process, function, NULL, (uint64_t)COUNT) ==
             FLEXIO_STATUS_SUCCESS,
         "flexio_process_call");
    need(flexio_msg_stream_flush(stream) == FLEXIO_STATUS_SUCCESS,
         "flexio_msg_stream_flush");
    seconds = now() - start;
  }
  need(flexio_msg_stream_destroy(stream) == FLEXIO_STATUS_SUCCESS,
       "flexio_msg_stream_destroy");
  fclose(out);
  printf("%s %f\n", name, COUNT / seconds);
}

static void measure_host(void) {
  FILE *out = fopen("/dev/null", "w");
  double start = now();

  need(out != NULL, "opening /dev/null");
  for (unsigned long i = 0; i < COUNT; i++) {
    fprintf(out, "message %lu of %lu\n", i, (unsigned long)COUNT);
    fflush(out);
  }
  printf("host %f\n", COUNT / (now() - start));
  fclose(out);
}

int main(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;

  need(list && list[0], "finding a device");
  struct ibv_context *context = ibv_open_device(list[0]);
  need(context != NULL, "ibv_open_device");
  need(flexio_process_create(context, messages_bench_app, NULL, &process) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_process_create");
  measure(process, "sync", FLEXIO_LOG_DEV_SYNC_MODE_SYNC, say);
  measure(process, "async", FLEXIO_LOG_DEV_SYNC_MODE_ASYNC, say);
  measure(process, "batch", FLEXIO_LOG_DEV_SYNC_MODE_BATCH, say);
  measure(process, "tracer", FLEXIO_LOG_DEV_SYNC_MODE_TRACER, trace);
  measure_host();
  need(flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_destroy");
  return 0;
}
