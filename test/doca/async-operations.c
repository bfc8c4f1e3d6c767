// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous operations copy memory and wait for sync events; each completes with its user data,
// unless only errors are reported. Completions start the thread of their context, also those that
// were there before it ran, as often as it asks for them. A copy outside of the memory is an error.
// Device code reaches host memory by pointers; hash tables find what was added.
// PROVES: R-DPAH-23
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%sdk/include -I%S/Inputs %t/host.c %t/app.a -L%sdk/lib -Wl,-rpath,%sdk/lib -ldoca_dpa -ldoca_common -lflexio -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=8 DPA_THREADS=1 DPA_ENGINE=interp dpa-run -- %t/host

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_buf.h>
#include <doca_dpa_dev_sync_event.h>
#include <dpaintrin.h>

struct __dpa_global__ poller {
  uint64_t completion;
  uint64_t event;
};
static uint64_t user_data, type;

__dpa_global__ void drain(uint64_t argument) {
  const struct poller *own = (const struct poller *)argument;
  doca_dpa_dev_completion_element_t element;
  while (doca_dpa_dev_get_completion(own->completion, &element)) {
    user_data = doca_dpa_dev_get_completion_user_data(element);
    type = doca_dpa_dev_get_completion_type(element);
    doca_dpa_dev_completion_ack(own->completion, 1);
    doca_dpa_dev_sync_event_update_add(own->event, 1);
  }
  doca_dpa_dev_completion_request_notification(own->completion);
  doca_dpa_dev_thread_reschedule();
}
__dpa_rpc__ uint64_t copy(uint64_t ops, uint32_t memory, uint64_t to,
                          uint64_t from, uint64_t length, uint32_t flags) {
  doca_dpa_dev_post_memcpy(ops, memory, to, memory, from, length, flags);
  return 0;
}
__dpa_rpc__ uint64_t wait_gt(uint64_t ops, uint64_t event, uint64_t value) {
  doca_dpa_dev_sync_event_post_wait_gt(ops, event, value);
  return 0;
}
__dpa_rpc__ uint64_t wait_ne(uint64_t ops, uint64_t event, uint64_t value) {
  doca_dpa_dev_sync_event_post_wait_ne(ops, event, value);
  return 0;
}
__dpa_rpc__ uint64_t get(uint32_t which) { return which ? type : user_data; }
__dpa_rpc__ uint64_t increment(uint32_t memory, uint64_t address) {
  uint64_t *number =
      (uint64_t *)doca_dpa_dev_mmap_get_external_ptr(memory, address);
  if (!number)
    return 0;
  *number += 1;
  __dpa_thread_window_writeback();
  return *number;
}
__dpa_rpc__ uint64_t use_hash_table(uint64_t table) {
  uint64_t value = 0;
  for (uint32_t i = 0; i < 8; i++)
    doca_dpa_dev_hash_table_add(table, i << 16, i);
  doca_dpa_dev_hash_table_add(table, 77, 1); /* it is full */
  if (doca_dpa_dev_hash_table_find(table, 77, &value))
    return 1;
  doca_dpa_dev_hash_table_remove(table, 3 << 16);
  if (doca_dpa_dev_hash_table_find(table, 3 << 16, &value))
    return 2;
  doca_dpa_dev_hash_table_add(table, 77, 5);
  doca_dpa_dev_hash_table_add(table, 77, 6);
  if (!doca_dpa_dev_hash_table_find(table, 77, &value) || value != 6)
    return 3;
  if (!doca_dpa_dev_hash_table_find(table, 7 << 16, &value) || value != 7)
    return 4;
  return 0;
}

//--- host.c
#include "dpa-program.h"

#include <doca_mmap.h>
#include <string.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t drain, copy, wait_gt, wait_ne, get, increment,
    use_hash_table;

enum { flush = 1, onlyErrors = 2, memorySize = 4096 };
static char *memory;
static struct doca_mmap *map;
static doca_dpa_dev_mmap_t key;

static uint64_t ask(uint32_t which) {
  uint64_t value;
  DONE(doca_dpa_rpc(dpa, get, &value, which));
  return value;
}

static void map_memory(void) {
  CHECK((memory = aligned_alloc(memorySize, memorySize)));
  memset(memory, 0, memorySize);
  DONE(doca_mmap_create(&map));
  DONE(doca_mmap_set_memrange(map, memory, memorySize));
  DONE(doca_mmap_set_permissions(map, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE |
                                          DOCA_ACCESS_FLAG_RDMA_WRITE));
  DONE(doca_mmap_add_dev(map, dev));
  DONE(doca_mmap_start(map));
  DONE(doca_mmap_dev_get_dpa_handle(map, dev, &key));
}

static void operations(void) {
  struct doca_sync_event *event = make_event(), *gate = make_event();
  struct {
    uint64_t completion, event;
  } poller = {.event = handle_of(event)};
  doca_dpa_dev_uintptr_t argument;
  struct doca_dpa_thread *thread;
  struct doca_dpa_completion *completion;
  struct doca_dpa_async_ops *ops;
  uint64_t handle;
  unsigned size;
  DONE(doca_dpa_mem_alloc(dpa, sizeof poller, &argument));
  DONE(doca_dpa_thread_create(dpa, &thread));
  DONE(doca_dpa_thread_set_func_arg(thread, drain, argument));
  DONE(doca_dpa_completion_create(dpa, 5, &completion));
  DONE(doca_dpa_completion_get_queue_size(completion, &size));
  CHECK(size == 8);
  DONE(doca_dpa_completion_set_thread(completion, thread));
  EXPECT(doca_dpa_completion_start(completion), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_thread_start(thread));
  EXPECT(doca_dpa_async_ops_create(dpa, 4, 1 << 24, &ops),
         DOCA_ERROR_INVALID_VALUE);
  DONE(doca_dpa_async_ops_create(dpa, 4, 4711, &ops));
  EXPECT(doca_dpa_async_ops_attach(ops, completion), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_async_ops_start(ops), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_completion_start(completion));
  DONE(doca_dpa_async_ops_attach(ops, completion));
  DONE(doca_dpa_async_ops_start(ops));
  EXPECT(doca_dpa_completion_destroy(completion), DOCA_ERROR_IN_USE);
  DONE(doca_dpa_async_ops_get_dpa_handle(ops, &handle));
  DONE(doca_dpa_completion_get_dpa_handle(completion, &poller.completion));
  DONE(doca_dpa_h2d_memcpy(dpa, argument, &poller, sizeof poller));

  /* A completion before the thread runs starts it. */
  strcpy(memory, "first");
  DONE(doca_dpa_rpc(dpa, copy, NULL, handle, key, memory + 64, memory,
                    (size_t)6, flush));
  DONE(doca_dpa_thread_run(thread));
  uint64_t done = 0;
  DONE(doca_sync_event_wait_gt(event, done++, UINT64_MAX));
  CHECK(strcmp(memory + 64, "first") == 0);
  CHECK(ask(0) == 4711 && ask(1) == 0);
  /* More than the queues have entries. */
  for (; done < 20; done++) {
    DONE(doca_dpa_rpc(dpa, copy, NULL, handle, key, memory + 64, memory,
                      (size_t)6, flush));
    DONE(doca_sync_event_wait_gt(event, done, UINT64_MAX));
  }
  DONE(doca_dpa_rpc(dpa, wait_gt, NULL, handle, handle_of(gate), 200ul));
  DONE(doca_dpa_rpc(dpa, copy, NULL, handle, key, memory + 128, memory,
                    (size_t)6, flush | onlyErrors));
  DONE(doca_sync_event_update_set(gate, 200));
  CHECK(memory[128] == 0);
  DONE(doca_sync_event_update_add(gate, 1, NULL));
  DONE(doca_sync_event_wait_gt(event, done++, UINT64_MAX));
  DONE(doca_dpa_rpc(dpa, wait_ne, NULL, handle, handle_of(gate), 201ul));
  DONE(doca_sync_event_update_set(gate, 7));
  DONE(doca_sync_event_wait_gt(event, done++, UINT64_MAX));
  CHECK(strcmp(memory + 128, "first") == 0);
  uint64_t value;
  DONE(doca_sync_event_get(event, &value));
  CHECK(value == done);
  DONE(doca_dpa_rpc(dpa, copy, NULL, handle, key, memory + memorySize, memory,
                    (size_t)6, flush | onlyErrors));
  DONE(doca_sync_event_wait_gt(event, done++, UINT64_MAX));
  CHECK(ask(1) == 0xd);

  DONE(doca_dpa_async_ops_destroy(ops));
  DONE(doca_dpa_completion_destroy(completion));
  DONE(doca_dpa_thread_destroy(thread));
  DONE(doca_dpa_mem_free(dpa, argument));
  DONE(doca_sync_event_destroy(event));
  DONE(doca_sync_event_destroy(gate));
}

int main(void) {
  open_dpa(test_app);
  map_memory();
  operations();
  uint64_t value;
  *(uint64_t *)memory = 41;
  DONE(doca_dpa_rpc(dpa, increment, &value, key, memory));
  CHECK(value == 42 && *(uint64_t *)memory == 42);
  struct doca_dpa_hash_table *table;
  DONE(doca_dpa_hash_table_create(dpa, 7, &table));
  DONE(doca_dpa_hash_table_get_dpa_handle(table, &value));
  DONE(doca_dpa_rpc(dpa, use_hash_table, &value, value));
  CHECK(value == 0);
  DONE(doca_dpa_hash_table_destroy(table));
  DONE(doca_mmap_destroy(map));
  close_dpa();
  free(memory);
}
