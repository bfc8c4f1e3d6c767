// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object that another thread creates while its process is destroyed is destroyed with the
// process, or is not created: none keeps the process's address space allocated.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env MALLOC_ARENA_MAX=1 dpa-run -- %t/host %t/err 2>%t/err
// RUN: FileCheck --input-file=%t/err --check-prefix=LOG %s
// LOG: flexio: error: flexio_{{.*}}: process 'test_app' on 'mlx5_0' was destroyed meanwhile

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ void handle(uint64_t unused) {
  (void)unused;
  flexio_dev_thread_finish();
}

//--- host.c
#include "host.h"

#include <pthread.h>
#include <string.h>

flexio_func_t handle;

static struct flexio_process *process;
static struct ibv_pd *pd;
static pthread_barrier_t start;

static bool create_outbox(void) {
  struct flexio_outbox_attr attributes = {0};
  struct flexio_outbox *outbox = NULL;

  return flexio_outbox_create(process, &attributes, &outbox) ==
         FLEXIO_STATUS_SUCCESS;
}

static bool create_uar(void) {
  struct flexio_uar *uar = NULL;

  return flexio_uar_create(process, &uar) == FLEXIO_STATUS_SUCCESS;
}

static bool create_window(void) {
  struct flexio_window *window = NULL;

  return flexio_window_create(process, pd, &window) == FLEXIO_STATUS_SUCCESS;
}

static bool create_handler(void) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = handle};
  struct flexio_event_handler *handler = NULL;

  return flexio_event_handler_create(process, &attributes, &handler) ==
         FLEXIO_STATUS_SUCCESS;
}

static bool create_message_stream(void) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048,
                                         .level = FLEXIO_MSG_DEV_INFO};
  struct flexio_msg_stream *stream = NULL;

  return flexio_msg_stream_create(process, &attributes, stdout, NULL,
                                  &stream) == FLEXIO_STATUS_SUCCESS;
}

static bool create_queue(void) {
  struct flexio_cmdq_attr attributes = {.workers = 1, .batch_size = 1};
  struct flexio_cmdq *queue = NULL;

  return flexio_cmdq_create(process, &attributes, &queue) ==
         FLEXIO_STATUS_SUCCESS;
}

static bool (*const creations[])(void) = {create_outbox,         create_uar,
                                          create_window,         create_handler,
                                          create_message_stream, create_queue};

/* Creates objects of all kinds, most of the kind `own`, until the process is gone. */
static void *create(void *own) {
  const size_t kinds = sizeof creations / sizeof creations[0];

  pthread_barrier_wait(&start);
  for (size_t i = 0; flexio_process_get_uar(process); i++)
    creations[i % 8 ? (size_t)own : i / 8 % kinds]();
  return NULL;
}

/* The program's address space in MiB. */
static long address_space(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long pages = 0;

  EXPECT(file && fscanf(file, "%ld", &pages) == 1);
  fclose(file);
  return pages / 256;
}

/* Whether the log says that a process was destroyed during a creation. On a loaded machine
 * the threads of many rounds do not run at the same time. */
static bool has_raced(const char *log) {
  FILE *file = fopen(log, "r");
  char line[512];
  bool found = false;

  EXPECT(file);
  while (!found && fgets(line, sizeof line, file))
    found = strstr(line, "was destroyed meanwhile");
  fclose(file);
  return found;
}

int main(int argc, char **argv) {
  enum { ROUNDS = 400, ROUNDS_MAX = 20000 };
  struct ibv_context *context = open_device();
  long before = 0;

  EXPECT(argc == 2 && pthread_barrier_init(&start, NULL, 3) == 0);
  for (int i = 0; i < ROUNDS || (i < ROUNDS_MAX && !has_raced(argv[1])); i++) {
    struct flexio_process_attr attributes = {0};
    pthread_t threads[2];

    pd = ibv_alloc_pd(context);
    attributes.pd = pd;
    EXPECT_SUCCESS(
        flexio_process_create(context, test_app, &attributes, &process));
    for (size_t j = 0; j < 2; j++)
      EXPECT(pthread_create(&threads[j], NULL, create,
                            (void *)((2 * (size_t)i + j) % 6)) == 0);
    pthread_barrier_wait(&start);
    for (int j = 0; j < 20; j++)
      create_outbox();
    EXPECT_SUCCESS(flexio_process_destroy(process));
    for (size_t j = 0; j < 2; j++)
      EXPECT(pthread_join(threads[j], NULL) == 0);
    EXPECT(ibv_dealloc_pd(pd) == 0);
    if (i == 20)
      before = address_space();
  }
  EXPECT(address_space() < before + 1024); /* a process has 2 GiB and more */
  return 0;
}
