// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pthread_cancel() that is pending, or arrives during a public function, never interrupts it: a
// deferred one takes effect after it, an asynchronous one before or after it, and no memory of the
// device or host is lost.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host >%t/out 2>%t/err
// RUN: FileCheck --input-file=%t/err --check-prefix=LOG %s
// RUN: python3 %S/Inputs/functions-with-handlers.py llvm-dwarfdump llvm-nm %sdk/lib/libflexio.so.1 >%t/handlers
// RUN: python3 %S/Inputs/functions-with-handlers.py llvm-dwarfdump llvm-nm %sdk/lib/dpa-verbs/libibverbs.so.1 >>%t/handlers
// RUN: not grep . %t/handlers
// LOG: flexio: error: flexio_process_call: 'crash' in process 'test_app'

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t speak(uint64_t value) {
  flexio_dev_print("value %lu\n", value);
  return 2 * value;
}

__dpa_rpc__ uint64_t crash(uint64_t unused) {
  __builtin_trap();
  return unused;
}

__dpa_global__ void handle(uint64_t unused) {
  (void)unused;
  flexio_dev_thread_finish();
}

//--- host.c
#include "host.h"

#include <pthread.h>

flexio_func_t speak, crash, handle;

static struct ibv_context *context;
static struct flexio_process *process;
static struct ibv_pd *pd;
static char memory[4096];

static void call(void) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, speak, &result, (uint64_t)21));
  EXPECT(result == 42);
}

static void destroy_process(void) {
  struct flexio_process *other = create_process(context);
  struct flexio_event_handler_attr attributes = {.host_stub_func = handle};
  struct flexio_event_handler *handler = NULL;
  struct flexio_window *window = NULL;

  create_stream(other, FLEXIO_MSG_DEV_INFO, stdout);
  EXPECT_SUCCESS(flexio_event_handler_create(other, &attributes, &handler));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  EXPECT_SUCCESS(flexio_window_create(other, pd, &window));
  EXPECT_SUCCESS(flexio_process_destroy(other));
}

static void crash_process(void) {
  struct flexio_process *other = create_process(context);
  uint64_t result = 0;

  EXPECT(flexio_process_call(other, crash, &result, (uint64_t)0) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(other));
}

static void stream_messages(void) {
  struct flexio_msg_stream *stream =
      create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);

  call();
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
}

static void copy_memory(void) {
  flexio_uintptr_t buffer = 0;

  EXPECT_SUCCESS(
      flexio_copy_from_host(process, memory, sizeof memory, &buffer));
  EXPECT_SUCCESS(
      flexio_host2dev_memcpy(process, memory, sizeof memory, buffer));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, sizeof memory, buffer));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
}

static void run_queue(void) {
  struct flexio_cmdq_attr attributes = {.workers = 1, .batch_size = 1};
  struct flexio_cmdq *queue = NULL;

  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT_SUCCESS(flexio_cmdq_task_add(queue, speak, 1));
  EXPECT_SUCCESS(flexio_cmdq_state_running(queue));
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
}

static void use_outbox(void) {
  struct flexio_outbox_attr attributes = {0};
  struct flexio_outbox *outbox = NULL;

  EXPECT_SUCCESS(flexio_outbox_create(process, &attributes, &outbox));
  EXPECT_SUCCESS(flexio_outbox_destroy(outbox));
}

static void register_memory(void) {
  struct ibv_pd *domain = ibv_alloc_pd(context);
  struct ibv_mr *region =
      ibv_reg_mr(domain, memory, sizeof memory, IBV_ACCESS_LOCAL_WRITE);

  EXPECT(region && ibv_dereg_mr(region) == 0 && ibv_dealloc_pd(domain) == 0);
}

static void list_devices(void) { EXPECT(ibv_close_device(open_device()) == 0); }

static void set_level(void) {
  flexio_log_lvl_set((enum flexio_log_lvl)99); /* reported */
}

static void (*const works[])(void) = {
    call,      destroy_process, crash_process,   stream_messages, copy_memory,
    run_queue, use_outbox,      register_memory, list_devices,    set_level,
};

static void *run_cancelled(void *argument) {
  bool *is_done = argument;
  int state;

  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  pthread_cancel(pthread_self());
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
  for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
    works[i]();
  *is_done = true;
  pthread_testcancel();
  return NULL;
}

static pthread_barrier_t started;

static void *call_for_ever(void *unused) {
  int type;

  pthread_barrier_wait(&started);
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
  while (true) {
    call();
    flexio_err_status_get(process);
    flexio_log_lvl_set(FLEXIO_LOG_LVL_WARN);
  }
  return unused;
}

static void cancel(void *(*start)(void *), void *argument) {
  pthread_t thread;
  void *result = NULL;

  EXPECT(pthread_create(&thread, NULL, start, argument) == 0);
  if (start == call_for_ever) {
    pthread_barrier_wait(&started);
    EXPECT(pthread_cancel(thread) == 0);
  }
  EXPECT(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
}

int main(void) {
  struct flexio_heap_mem_info before, after;
  bool is_done = false;

  context = open_device();
  process = create_process(context);
  pd = ibv_alloc_pd(context);
  call();
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &before));
  for (int i = 0; i < 20; i++) {
    is_done = false;
    cancel(run_cancelled, &is_done);
    EXPECT(is_done);
  }
  EXPECT(pthread_barrier_init(&started, NULL, 2) == 0);
  for (int i = 0; i < 200; i++)
    cancel(call_for_ever, NULL);
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &after));
  EXPECT(after.allocated == before.allocated);
  call();
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_dealloc_pd(pd) == 0 && ibv_close_device(context) == 0);
  return 0;
}
