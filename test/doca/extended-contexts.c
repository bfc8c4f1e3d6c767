// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An extended context has the program and the memory of its base, and its queues on another device: device
// code selects it, copies memory there and reads the completions, selects the base again, and does the same
// on the first device; a thread of the base is started by completions of the other device.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml -- %t/host | FileCheck %s
// CHECK: {{^}}0 failures

//--- shared.h
#include <stdint.h>
#ifndef __dpa_global__
#define __dpa_global__
#endif
struct __dpa_global__ side {
  uint64_t context, operations, completion, event;
  uint64_t from, to; /* of the host */
  uint32_t key, reserved;
};

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_buf.h>
#include <doca_dpa_dev_sync_event.h>

#include "shared.h"

static void copy(const struct side *side) {
  doca_dpa_dev_device_set(side->context);
  doca_dpa_dev_post_memcpy(side->operations, side->key, side->to, side->key,
                           side->from, 8, DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH);
}

/* The types of the completions. */
__dpa_rpc__ uint64_t copy_both(struct side one, struct side other) {
  const struct side *sides[] = {&one, &other, &one};
  uint64_t types = 0;
  for (int i = 0; i < 3; i++) {
    doca_dpa_dev_completion_element_t element;
    copy(sides[i]);
    while (!doca_dpa_dev_get_completion(sides[i]->completion, &element))
      ;
    types = types * 16 + doca_dpa_dev_get_completion_type(element) + 1;
    doca_dpa_dev_completion_ack(sides[i]->completion, 1);
  }
  return types;
}

__dpa_rpc__ uint64_t copy_one(struct side side) {
  copy(&side);
  return 0;
}

__dpa_global__ void started(uint64_t argument) {
  const struct side *side = (const struct side *)argument;
  doca_dpa_dev_completion_element_t element;
  doca_dpa_dev_device_set(side->context);
  if (doca_dpa_dev_get_completion(side->completion, &element)) {
    doca_dpa_dev_completion_ack(side->completion, 1);
    doca_dpa_dev_sync_event_update_add(side->event, 1);
  }
  doca_dpa_dev_completion_request_notification(side->completion);
  doca_dpa_dev_thread_reschedule();
}

//--- host.c
#include "shared.h"
#include "two-devices.h"
#include <doca_mmap.h>
#include <doca_sync_event.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t copy_both, copy_one, started;

enum {
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE
};

struct objects {
  struct dpa_context on;
  struct doca_dpa_completion *completion;
  struct doca_dpa_async_ops *operations;
  struct doca_mmap *map;
};

static uint64_t memory[2][8] __attribute__((aligned(64)));

/* `thread` may be NULL. */
static void create(struct objects *of, struct side *side, uint64_t *words,
                   struct doca_dpa_thread *thread) {
  side->from = (uint64_t)words;
  side->to = (uint64_t)(words + 1);
  OK(doca_mmap_create(&of->map));
  OK(doca_mmap_add_dev(of->map, of->on.dev));
  OK(doca_mmap_set_memrange(of->map, words, 64));
  OK(doca_mmap_set_permissions(of->map, RIGHTS));
  OK(doca_mmap_start(of->map));
  OK(doca_mmap_dev_get_dpa_handle(of->map, of->on.dev, &side->key));
  OK(doca_dpa_get_dpa_handle(of->on.dpa, &side->context));
  OK(doca_dpa_completion_create(of->on.dpa, 8, &of->completion));
  if (thread)
    OK(doca_dpa_completion_set_thread(of->completion, thread));
  OK(doca_dpa_completion_start(of->completion));
  OK(doca_dpa_completion_get_dpa_handle(of->completion, &side->completion));
  OK(doca_dpa_async_ops_create(of->on.dpa, 8, 1, &of->operations));
  OK(doca_dpa_async_ops_attach(of->operations, of->completion));
  OK(doca_dpa_async_ops_start(of->operations));
  OK(doca_dpa_async_ops_get_dpa_handle(of->operations, &side->operations));
}

static void destroy(struct objects *of) {
  OK(doca_dpa_async_ops_destroy(of->operations));
  OK(doca_dpa_completion_destroy(of->completion));
  OK(doca_mmap_destroy(of->map));
}

static void copies(struct objects *both) {
  struct side sides[2] = {};
  uint64_t types;
  for (int i = 0; i < 2; i++) {
    memory[i][0] = 70 + (uint64_t)i;
    create(&both[i], &sides[i], memory[i], NULL);
  }
  OK(doca_dpa_rpc(both[0].on.dpa, copy_both, &types, sides[0], sides[1]));
  HOLDS(types == 0x111); /* three times DOCA_DPA_DEV_COMP_SEND */
  HOLDS(memory[0][1] == 70 && memory[1][1] == 71);
  for (int i = 0; i < 2; i++)
    destroy(&both[i]);
}

static void thread(struct objects *both) {
  struct doca_dpa *base = both[0].on.dpa;
  struct doca_dpa_thread *thread;
  struct doca_sync_event *event;
  struct side side = {};
  doca_dpa_dev_uintptr_t argument;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_dpa(event, base));
  OK(doca_sync_event_add_subscriber_location_cpu(event, both[0].on.dev));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_get_dpa_handle(event, base, &side.event));
  OK(doca_dpa_mem_alloc(base, sizeof side, &argument));
  OK(doca_dpa_thread_create(base, &thread));
  OK(doca_dpa_thread_set_func_arg(thread, started, argument));
  OK(doca_dpa_thread_start(thread));
  create(&both[1], &side, memory[1], thread);
  OK(doca_dpa_h2d_memcpy(base, argument, &side, sizeof side));
  OK(doca_dpa_thread_run(thread));
  for (uint64_t i = 0; i < 3; i++) {
    OK(doca_dpa_rpc(base, copy_one, NULL, side));
    OK(doca_sync_event_wait_gt(event, i, UINT64_MAX));
  }
  destroy(&both[1]);
  OK(doca_dpa_thread_destroy(thread));
  OK(doca_dpa_mem_free(base, argument));
  OK(doca_sync_event_destroy(event));
}

int main(void) {
  struct objects sides[2];
  open_both(test_app, &sides[0].on, &sides[1].on);
  copies(sides);
  thread(sides);
  close_both(&sides[0].on, &sides[1].on);
  return result();
}
