// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Getters return distinct numbers and objects for each object, and their error value for NULL, for
// a pointer to something else, for an object of another kind, and for one that was destroyed, by
// itself or with its process.
// PROVES: R-EH-05 R-WIN-04 R-MKEY-03 R-CQ-10 R-RQ-06
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio: error: flexio_event_handler_get_id: the event handler is NULL
// CHECK: flexio: error: flexio_window_get_id: the window is NULL
// CHECK: flexio: error: flexio_event_handler_get_id: 0x{{[0-9a-f]+}} is not a live event handler handle
// CHECK: flexio: error: flexio_window_get_id: 0x{{[0-9a-f]+}} is not a live window handle
// CHECK: done

//--- host.c
#include "act.h"
#include "registered-memory.h"
#include "work-queue.h"

/* One object of each kind. */
struct things {
  struct flexio_process *process;
  struct flexio_event_handler *handler;
  struct flexio_cq *cq;
  struct flexio_uar *uar;
  struct flexio_outbox *outbox;
  struct flexio_window *window;
  struct flexio_mkey *mkey;
  struct flexio_msg_stream *stream;
  struct flexio_cmdq *cmdq;
  struct flexio_sq *sq;
  struct flexio_rq *rq;
};

static struct things make(struct ibv_context *context) {
  struct things made = {.process = create_process(context)};
  struct flexio_outbox_attr outbox = {0};
  struct flexio_cmdq_attr cmdq = {.workers = 1, .batch_size = 1};
  struct ibv_pd *pd = flexio_process_get_pd(made.process);

  made.handler = create_handler(made.process, act);
  struct queue queue = create_queue_for(made.process, made.handler, 2);
  struct flexio_mkey_attr mkey = {pd, queue.ring, 256, IBV_ACCESS_LOCAL_WRITE};
  made.cq = queue.cq;
  EXPECT_SUCCESS(flexio_uar_create(made.process, &made.uar));
  EXPECT_SUCCESS(flexio_outbox_create(made.process, &outbox, &made.outbox));
  EXPECT_SUCCESS(flexio_window_create(made.process, pd, &made.window));
  EXPECT_SUCCESS(flexio_device_mkey_create(made.process, &mkey, &made.mkey));
  made.stream = create_stream(made.process, FLEXIO_MSG_DEV_INFO, stdout);
  EXPECT_SUCCESS(flexio_cmdq_create(made.process, &cmdq, &made.cmdq));
  made.sq = create_sq(made.process, queue);
  made.rq = create_rq(made.process, queue);
  return made;
}

/* Getters that return UINT32_MAX, one after the other; 0 after the last. */
static uint32_t number_of(const struct things *of, int getter) {
  switch (getter) {
  case 0:
    return flexio_event_handler_get_id(of->handler);
  case 1:
    return flexio_event_handler_get_activation_id(of->handler);
  case 2:
    return flexio_event_handler_get_obj_id(of->handler);
  case 3:
    return flexio_cq_get_cq_num(of->cq);
  case 4:
    return flexio_uar_get_id(of->uar);
  case 5:
    return flexio_outbox_get_id(of->outbox);
  case 6:
    return flexio_window_get_id(of->window);
  case 7:
    return flexio_mkey_get_id(of->mkey);
  case 8:
    return flexio_process_get_dumem_id(of->process);
  case 9:
    return flexio_sq_get_wq_num(of->sq);
  case 10:
    return flexio_rq_get_wq_num(of->rq);
  default:
    return 0;
  }
}

/* Getters that return NULL. */
static const void *object_of(const struct things *of, int getter) {
  switch (getter) {
  case 0:
    return flexio_event_handler_get_thread(of->handler);
  case 1:
    return flexio_event_handler_get_thread_obj(of->handler);
  case 2:
    return flexio_cq_get_obj(of->cq);
  case 3:
    return flexio_outbox_get_uar(of->outbox);
  case 4:
    return flexio_process_get_uar(of->process);
  case 5:
    return flexio_process_get_pd(of->process);
  case 6:
    return flexio_rq_get_tir(of->rq);
  case 7:
    return flexio_rq_get_object(of->rq);
  default:
    return of;
  }
}

enum { NUMBERS = 11, OBJECTS = 8 };

static void expect_none(const struct things *of) {
  uint16_t count = 1, period = 2, mode = 3;

  for (int i = 0; i < NUMBERS; i++)
    EXPECT(number_of(of, i) == UINT32_MAX);
  for (int i = 0; i < OBJECTS; i++)
    EXPECT(!object_of(of, i));
  EXPECT(flexio_uar_get_extended_id(of->uar) == UINT32_MAX);
  EXPECT(flexio_msg_stream_get_id(of->stream) == -1);
  EXPECT_FAILED(flexio_cq_query_moderation(of->cq, &count, &period, &mode));
  EXPECT(count == 1 && period == 2 && mode == 3);
  EXPECT(flexio_cmdq_is_empty(of->cmdq) == -1);
  EXPECT(flexio_err_handler_fd(of->process) == -1);
}

static struct things all(void *pointer) {
  return (struct things){pointer, pointer, pointer, pointer, pointer, pointer,
                         pointer, pointer, pointer, pointer, pointer};
}

/* For two objects of the same kind in two processes of one device. */
static void expect_own(const struct things *one, const struct things *other) {
  for (int i = 0; i < NUMBERS; i++) {
    EXPECT(number_of(one, i) != UINT32_MAX);
    EXPECT(number_of(one, i) == number_of(one, i));
    // Thread ids and windows are numbered in each process.
    EXPECT(number_of(one, i) != number_of(other, i) || i == 0 || i == 6);
  }
  for (int i = 0; i < OBJECTS; i++) {
    EXPECT(object_of(one, i) && object_of(one, i) == object_of(one, i));
    EXPECT(object_of(one, i) != object_of(other, i));
  }
}

/* For several handlers in one process, also for those created in place of destroyed ones. */
static void check_handlers(struct flexio_process *process) {
  struct flexio_event_handler *handlers[8];
  uint32_t ids[9];

  for (int i = 0; i < 8; i++) {
    handlers[i] = create_handler(process, act);
    ids[i] = flexio_event_handler_get_obj_id(handlers[i]);
    for (int n = 0; n < i; n++) {
      EXPECT(ids[n] != ids[i]);
      EXPECT(flexio_event_handler_get_thread_obj(handlers[n]) !=
             flexio_event_handler_get_thread_obj(handlers[i]));
      EXPECT(flexio_event_handler_get_id(handlers[n]) !=
             flexio_event_handler_get_id(handlers[i]));
    }
  }
  EXPECT_SUCCESS(flexio_event_handler_destroy(handlers[3]));
  handlers[3] = create_handler(process, act);
  ids[8] = flexio_event_handler_get_obj_id(handlers[3]);
  for (int i = 0; i < 8; i++) {
    EXPECT(ids[8] != ids[i]);
    EXPECT(i == 3 || flexio_event_handler_get_obj_id(handlers[i]) == ids[i]);
    EXPECT_SUCCESS(flexio_event_handler_destroy(handlers[i]));
  }
}

int main(void) {
  struct ibv_context *context = open_device();
  struct things one, other;
  char garbage[512];
  struct things none = all(NULL), wild = all(garbage), swapped;

  setvbuf(stdout, NULL, _IOLBF, 0);
  memset(garbage, 0x5a, sizeof garbage);
  one = make(context);
  other = make(context);
  expect_own(&one, &other);
  check_handlers(one.process);
  expect_none(&none);
  expect_none(&wild);
  memset(garbage, 0, sizeof garbage);
  expect_none(&wild);
  // Live objects of another kind.
  swapped = all(one.cq);
  swapped.cq = (struct flexio_cq *)one.handler;
  expect_none(&swapped);

  EXPECT_SUCCESS(flexio_cmdq_destroy(one.cmdq));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(one.stream));
  EXPECT_SUCCESS(flexio_device_mkey_destroy(one.mkey));
  EXPECT_SUCCESS(flexio_window_destroy(one.window));
  EXPECT_SUCCESS(flexio_outbox_destroy(one.outbox));
  EXPECT_SUCCESS(flexio_uar_destroy(one.uar));
  EXPECT_SUCCESS(flexio_sq_destroy(one.sq));
  EXPECT_SUCCESS(flexio_rq_destroy(one.rq));
  EXPECT_SUCCESS(flexio_cq_destroy(one.cq));
  EXPECT_SUCCESS(flexio_event_handler_destroy(one.handler));
  EXPECT_SUCCESS(flexio_process_destroy(one.process));
  expect_none(&one);
  EXPECT(number_of(&other, 6) != UINT32_MAX);
  EXPECT_SUCCESS(flexio_process_destroy(other.process));
  expect_none(&other); // destroyed with their process
  EXPECT_SUCCESS(flexio_device_mkey_destroy(NULL));
  puts("done");
  return 0;
}
