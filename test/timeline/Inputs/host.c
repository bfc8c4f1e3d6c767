/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes events of each kind. Arguments: what happens at the end (end, crash, kill), and how many further calls and
 * activations there are before.
 */
#define _GNU_SOURCE /* memmem */
#include "../../host/Inputs/handler.h"
#include "../../host/Inputs/registered-memory.h"

#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

flexio_func_t handle, get_handled, activate, ring, copy, crash, hold,
    wait_for_lock, is_locked;

static struct flexio_process *process;

static void *hold_lock(void *unused) {
  call1(process, hold, 100000);
  return unused;
}

/* One thread holds a lock on the device, another one waits for it there. */
static void wait_for_each_other(void) {
  pthread_t holder;

  EXPECT(pthread_create(&holder, NULL, hold_lock, NULL) == 0);
  wait_for(process, is_locked, 1);
  call0(process, wait_for_lock);
  EXPECT(pthread_join(holder, NULL) == 0);
}

static void make_events(struct ibv_context *context,
                        struct flexio_event_handler *handler) {
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct queue queue = create_queue_for(process, handler, 4);
  /* Not of the heap, where blocks move if the timeline is written: the address is recorded. */
  static _Alignas(4096) char buffer[4096];
  struct ibv_mr *region =
      ibv_reg_mr(pd, buffer, sizeof buffer, IBV_ACCESS_LOCAL_WRITE);
  struct flexio_window *window;
  uint32_t id = (uint32_t)create_window(process, pd, &window);
  uint64_t result = 1;

  EXPECT(region);
  call1(process, activate, flexio_event_handler_get_activation_id(handler));
  wait_for(process, get_handled, 1);
  call1(process, ring, queue.number);
  wait_for(process, get_handled, 2);
  EXPECT_SUCCESS(flexio_process_call(process, copy, &result, id, region->lkey,
                                     (uint64_t)region->addr));
  EXPECT(result == 0);
}

/* In a page, in a batch of events that is written to its end. */
static int has_text(const char *name, const char *text) {
  FILE *file = fopen(name, "r");
  static char content[1 << 24];
  const char *end = strstr(name, ".html") ? "</script>" : "";
  const char *found;
  size_t size;

  EXPECT(file != NULL);
  size = fread(content, 1, sizeof content, file);
  EXPECT(size < sizeof content);
  fclose(file);
  found = memmem(content, size, text, strlen(text));
  return found && memmem(found, (size_t)(content + size - found), end,
                         strlen(end)) != NULL;
}

/* Whether each of the files has the text. Files are written in the order of events. */
static int have_files_text(const char *text) {
  glob_t files;
  int result = 1;

  EXPECT(glob("*.partial", 0, NULL, &files) == 0);
  for (size_t i = 0; i < files.gl_pathc; i++)
    result &= has_text(files.gl_pathv[i], text);
  globfree(&files);
  return result;
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_event_handler *handler;
  struct flexio_msg_stream *stream;
  uint64_t result;

  EXPECT(argc == 3);
  process = create_process(context);
  stream = create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  handler = create_handler(process, handle);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  make_events(context, handler);
  if (getenv("WITH_LOCK"))
    wait_for_each_other();
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  for (int i = 0; i < atoi(argv[2]); i++)
    call1(process, activate, flexio_event_handler_get_activation_id(handler));
  call0(process, get_handled); /* with one unit, after the last activation */
  if (strcmp(argv[1], "crash") == 0)
    EXPECT(flexio_process_call(process, crash, &result) !=
           FLEXIO_STATUS_SUCCESS);
  if (strcmp(argv[1], "kill") == 0) {
    call0(process, is_locked); /* the only one */
    while (!have_files_text("is_locked"))
      call0(process, get_handled);
    raise(SIGKILL);
  }
  /* Else the last activation might begin before the program ends, or not. */
  if (strcmp(argv[1], "end") == 0)
    EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
