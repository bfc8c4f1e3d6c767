// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function of DOCA DPA and RDMA rejects objects in another state than it needs: contexts, threads,
// groups, completion contexts, asynchronous operations, notifications that are not started, or started
// already; nothing is changed. Stopped objects may be started again: a thread keeps its rank and its
// notifications.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml -- %t/host 2> %t/log | FileCheck %s
// RUN: FileCheck %s --input-file=%t/log --check-prefix=LOG
// CHECK: {{^}}0 failures
// LOG: does not belong to an event handler of this process; nothing is activated

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_sync_event.h>
static uint32_t rank, count;
__dpa_global__ void raise_event(uint64_t event) {
  rank = doca_dpa_dev_thread_rank();
  count = doca_dpa_dev_num_threads();
  doca_dpa_dev_sync_event_update_add(event, 1);
  doca_dpa_dev_thread_reschedule();
}
__dpa_rpc__ uint64_t notify(uint64_t notification) {
  doca_dpa_dev_thread_notify(notification);
  return 0;
}
__dpa_rpc__ uint64_t place(void) { return rank * 10 + count; }

//--- host.c
#include "device.h"
#include <doca_buf_array.h>
#include <doca_ctx.h>
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>

#define WRONG(call) GIVES(DOCA_ERROR_BAD_STATE, call)
#define REFUSED(call) GIVES(DOCA_ERROR_NOT_PERMITTED, call)

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t raise_event, notify, place;

static struct doca_dev *dev;
static struct doca_dpa *dpa;
static uint64_t word;

/* What needs a started context. */
static void context_stopped(void) {
  void *made;
  char bytes[8];
  WRONG(doca_dpa_stop(dpa));
  WRONG(doca_dpa_get_dpa_handle(dpa, &word));
  WRONG(doca_dpa_get_uar_id(dpa, (uint32_t *)&word));
  WRONG(doca_dpa_device_extend(dpa, dev, (struct doca_dpa **)&made));
  WRONG(doca_dpa_mem_alloc(dpa, 8, &word));
  WRONG(doca_dpa_mem_free(dpa, 64));
  WRONG(doca_dpa_h2d_memcpy(dpa, 64, bytes, 8));
  WRONG(doca_dpa_d2h_memcpy(dpa, bytes, 64, 8));
  WRONG(doca_dpa_memset(dpa, 64, 0, 8));
  WRONG(doca_dpa_rpc(dpa, place, &word));
  WRONG(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, raise_event,
                                          0));
  WRONG(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, NULL, 0, 1, raise_event,
                                          0));
  WRONG(doca_dpa_hash_table_create(dpa, 4, (void *)&made));
  WRONG(doca_dpa_thread_create(dpa, (void *)&made));
  WRONG(doca_dpa_thread_group_create(dpa, 1, (void *)&made));
  WRONG(doca_dpa_completion_create(dpa, 4, (void *)&made));
  WRONG(doca_dpa_async_ops_create(dpa, 4, 1, (void *)&made));
  OK(doca_dpa_peek_at_last_error(dpa));
}

static void context_started(void) {
  WRONG(doca_dpa_start(dpa));
  WRONG(doca_dpa_set_app(dpa, test_app));
  WRONG(doca_dpa_set_log_level(dpa, DOCA_DPA_DEV_LOG_LEVEL_INFO));
  WRONG(doca_dpa_log_file_set_path(dpa, "/dev/null"));
  WRONG(doca_dpa_trace_file_set_path(dpa, "/dev/null"));
}

static struct doca_dev *open_second_device(void) {
  struct doca_devinfo **list;
  uint32_t count;
  struct doca_dev *second;
  OK(doca_devinfo_create_list(&list, &count));
  OK(doca_dev_open(list[1], &second));
  OK(doca_devinfo_destroy_list(list));
  return second;
}

static void context_extended(void) {
  struct doca_dpa *extended, *again;
  struct doca_dev *second = open_second_device();
  GIVES(DOCA_ERROR_DRIVER, doca_dpa_device_extend(dpa, dev, &extended));
  OK(doca_dpa_device_extend(dpa, second, &extended));
  WRONG(doca_dpa_device_extend(extended, second, &again));
  WRONG(doca_dpa_start(extended));
  WRONG(doca_dpa_set_app(extended, test_app));
  REFUSED(doca_dpa_stop(extended));
  REFUSED(doca_dpa_set_log_level(extended, DOCA_DPA_DEV_LOG_LEVEL_INFO));
  REFUSED(doca_dpa_log_file_set_path(extended, "/dev/null"));
  REFUSED(doca_dpa_trace_file_set_path(extended, "/dev/null"));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_stop(dpa));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(dpa));
  GIVES(DOCA_ERROR_IN_USE, doca_dev_close(second));
  OK(doca_dpa_destroy(extended));
  OK(doca_dev_close(second));
}

static void affinity(void) {
  struct doca_dpa_eu_affinity *affinity;
  unsigned unit = 7;
  OK(doca_dpa_eu_affinity_create(dpa, &affinity));
  WRONG(doca_dpa_eu_affinity_get(affinity, &unit));
  INVALID(doca_dpa_eu_affinity_set(affinity, 1 << 20));
  OK(doca_dpa_eu_affinity_set(affinity, 1));
  WRONG(doca_dpa_eu_affinity_set(affinity, 2));
  OK(doca_dpa_eu_affinity_get(affinity, &unit));
  HOLDS(unit == 1);
  OK(doca_dpa_eu_affinity_clear(affinity));
  WRONG(doca_dpa_eu_affinity_get(affinity, &unit));
  OK(doca_dpa_eu_affinity_destroy(affinity));
}

static struct doca_sync_event *make_event(uint64_t *handle) {
  struct doca_sync_event *event;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_dpa(event, dpa));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  WRONG(doca_sync_event_get_dpa_handle(event, dpa, handle));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_get_dpa_handle(event, dpa, handle));
  return event;
}

/* One notification more: the event has `number`, the thread the place. */
static void run_once(struct doca_sync_event *event, uint64_t notification,
                     uint64_t number, uint64_t rank_and_count) {
  OK(doca_dpa_rpc(dpa, notify, NULL, notification));
  OK(doca_sync_event_wait_gt(event, number - 1, UINT64_MAX));
  OK(doca_dpa_rpc(dpa, place, &word));
  HOLDS(word == rank_and_count);
}

static void thread(void) {
  struct doca_dpa_eu_affinity *affinity;
  struct doca_dpa_thread *thread;
  struct doca_dpa_tg *group;
  struct doca_dpa_notification_completion *notification;
  doca_dpa_func_t *function;
  uint64_t handle, event_handle;
  struct doca_sync_event *event = make_event(&event_handle);
  OK(doca_dpa_eu_affinity_create(dpa, &affinity));
  OK(doca_dpa_thread_create(dpa, &thread));
  OK(doca_dpa_thread_group_create(dpa, 1, &group));
  OK(doca_dpa_notification_completion_create(dpa, thread, &notification));
  OK(doca_dpa_thread_get_func_arg(thread, &function, &word));
  HOLDS(function == NULL && word == 0);
  WRONG(doca_dpa_thread_start(thread));
  WRONG(doca_dpa_thread_stop(thread));
  WRONG(doca_dpa_thread_run(thread));
  WRONG(doca_dpa_thread_get_id(thread, (uint32_t *)&word));
  WRONG(doca_dpa_notification_completion_start(notification));
  WRONG(doca_dpa_notification_completion_stop(notification));
  WRONG(doca_dpa_notification_completion_get_dpa_handle(notification, &handle));
  WRONG(doca_dpa_thread_group_start(group));
  WRONG(doca_dpa_thread_group_stop(group));
  OK(doca_dpa_thread_set_func_arg(thread, raise_event, event_handle));
  OK(doca_dpa_thread_group_set_thread(group, thread, 0));
  WRONG(doca_dpa_thread_group_start(group)); /* the thread is not started */
  OK(doca_dpa_thread_start(thread));
  WRONG(doca_dpa_thread_start(thread));
  WRONG(doca_dpa_thread_set_func_arg(thread, raise_event, 0));
  WRONG(doca_dpa_thread_set_local_storage(thread, 64));
  WRONG(doca_dpa_thread_set_affinity(thread, affinity));
  OK(doca_dpa_thread_group_start(group));
  WRONG(doca_dpa_thread_group_start(group));
  WRONG(doca_dpa_thread_group_set_thread(group, thread, 0));
  OK(doca_dpa_notification_completion_start(notification));
  WRONG(doca_dpa_notification_completion_start(notification));
  OK(doca_dpa_notification_completion_get_dpa_handle(notification, &handle));
  OK(doca_dpa_thread_run(thread));
  run_once(event, handle, 1, 1);
  OK(doca_dpa_thread_stop(thread));
  OK(doca_dpa_rpc(dpa, notify, NULL, handle)); /* no effect */
  OK(doca_dpa_thread_start(thread));
  OK(doca_dpa_thread_run(thread));
  run_once(event, handle, 2, 1);
  OK(doca_dpa_thread_group_stop(group));
  OK(doca_dpa_notification_completion_stop(notification));
  WRONG(doca_dpa_notification_completion_stop(notification));
  OK(doca_dpa_notification_completion_destroy(notification));
  OK(doca_dpa_thread_group_destroy(group));
  OK(doca_dpa_thread_destroy(thread));
  OK(doca_dpa_eu_affinity_destroy(affinity));
  OK(doca_sync_event_destroy(event));
}

static void completion(void) {
  struct doca_dpa_thread *thread;
  struct doca_dpa_completion *completion;
  struct doca_dpa_async_ops *operations;
  OK(doca_dpa_thread_create(dpa, &thread));
  OK(doca_dpa_thread_set_func_arg(thread, raise_event, 0));
  OK(doca_dpa_completion_create(dpa, 5, &completion));
  OK(doca_dpa_async_ops_create(dpa, 5, 1, &operations));
  WRONG(doca_dpa_completion_stop(completion));
  WRONG(doca_dpa_completion_get_dpa_handle(completion, &word));
  WRONG(doca_dpa_async_ops_start(operations));
  WRONG(doca_dpa_async_ops_stop(operations));
  WRONG(doca_dpa_async_ops_get_dpa_handle(operations, &word));
  WRONG(doca_dpa_async_ops_attach(operations, completion));
  OK(doca_dpa_completion_set_thread(completion, thread));
  WRONG(doca_dpa_completion_start(completion)); /* its thread is not started */
  OK(doca_dpa_thread_start(thread));
  OK(doca_dpa_completion_start(completion));
  WRONG(doca_dpa_completion_start(completion));
  WRONG(doca_dpa_completion_set_thread(completion, thread));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_thread_stop(thread));
  OK(doca_dpa_async_ops_attach(operations, completion));
  OK(doca_dpa_async_ops_start(operations));
  WRONG(doca_dpa_async_ops_start(operations));
  WRONG(doca_dpa_async_ops_attach(operations, completion));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_completion_stop(completion));
  OK(doca_dpa_async_ops_stop(operations));
  WRONG(doca_dpa_async_ops_get_dpa_handle(operations, &word));
  OK(doca_dpa_async_ops_start(operations));
  OK(doca_dpa_async_ops_destroy(operations));
  OK(doca_dpa_completion_stop(completion));
  OK(doca_dpa_completion_start(completion));
  OK(doca_dpa_completion_destroy(completion));
  OK(doca_dpa_thread_destroy(thread));
}

static void rdma_running(struct doca_rdma *rdma,
                         struct doca_dpa_completion *completion) {
  struct doca_ctx *ctx = doca_rdma_as_ctx(rdma);
  WRONG(doca_ctx_start(ctx));
  WRONG(doca_ctx_set_datapath_on_dpa(ctx, dpa));
  WRONG(doca_rdma_dpa_completion_attach(rdma, completion));
  WRONG(doca_rdma_set_permissions(rdma, 0));
  WRONG(doca_rdma_set_grh_enabled(rdma, 1));
  WRONG(doca_rdma_set_gid_index(rdma, 0));
  WRONG(doca_rdma_set_mtu(rdma, DOCA_MTU_SIZE_1K_BYTES));
  WRONG(doca_rdma_set_transport_type(rdma, DOCA_RDMA_TRANSPORT_TYPE_RC));
  WRONG(doca_rdma_set_rnr_retry_count(rdma, 1));
  WRONG(doca_rdma_set_send_queue_size(rdma, 8));
  WRONG(doca_rdma_set_recv_queue_size(rdma, 8));
  WRONG(doca_rdma_set_max_num_connections(rdma, 2));
  WRONG(doca_rdma_set_max_send_buf_list_len(rdma, 1));
  WRONG(doca_rdma_task_receive_set_dst_buf_list_len(rdma, 1));
}

static void rdma(void) {
  struct doca_rdma *rdma, *other;
  struct doca_rdma_connection *connection, *more;
  struct doca_dpa_completion *completion;
  const void *details, *none;
  size_t size, none_size;
  OK(doca_dpa_completion_create(dpa, 4, &completion));
  OK(doca_rdma_create(dev, &rdma));
  struct doca_ctx *ctx = doca_rdma_as_ctx(rdma);
  WRONG(doca_ctx_stop(ctx));
  GIVES(DOCA_ERROR_NOT_CONNECTED, doca_ctx_start(ctx)); /* no DPA */
  OK(doca_ctx_set_datapath_on_dpa(ctx, dpa));
  WRONG(doca_ctx_start(ctx)); /* no completion context */
  OK(doca_rdma_set_max_num_connections(rdma, 1));
  OK(doca_rdma_dpa_completion_attach(rdma, completion));
  WRONG(doca_ctx_start(ctx)); /* which is not started */
  WRONG(doca_rdma_get_dpa_handle(rdma, &word));
  WRONG(doca_rdma_export(rdma, &details, &size, &connection));
  OK(doca_dpa_completion_start(completion));
  OK(doca_ctx_start(ctx));
  rdma_running(rdma, completion);
  OK(doca_rdma_export(rdma, &details, &size, &connection));
  GIVES(DOCA_ERROR_NO_MEMORY, doca_rdma_export(rdma, &none, &none_size, &more));
  OK(doca_rdma_create(dev, &other));
  WRONG(doca_rdma_connect(other, details, size, connection));
  OK(doca_rdma_destroy(other));
  OK(doca_ctx_stop(ctx));
  WRONG(doca_rdma_get_dpa_handle(rdma, &word));
  INVALID(doca_rdma_connection_get_id(connection, (uint32_t *)&word));
  OK(doca_ctx_start(ctx));
  OK(doca_rdma_destroy(rdma));
  OK(doca_dpa_completion_destroy(completion));
}

static void memory(void) {
  struct doca_mmap *map;
  struct doca_buf_arr *array;
  doca_dpa_dev_uintptr_t address;
  doca_dpa_dev_mmap_t key;
  OK(doca_dpa_mem_alloc(dpa, 64, &address));
  OK(doca_mmap_create(&map));
  OK(doca_mmap_add_dev(map, dev));
  OK(doca_mmap_set_dpa_memrange(map, dpa, address, 64));
  WRONG(doca_mmap_dev_get_dpa_handle(map, dev, &key));
  OK(doca_mmap_start(map));
  WRONG(doca_mmap_set_dpa_memrange(map, dpa, address, 64));
  OK(doca_buf_arr_create(4, &array));
  WRONG(doca_buf_arr_get_dpa_handle(array, &word));
  WRONG(doca_buf_arr_start(array)); /* nothing is set */
  OK(doca_buf_arr_set_params(array, map, 16, 0));
  OK(doca_buf_arr_set_target_dpa(array, dpa));
  OK(doca_buf_arr_start(array));
  WRONG(doca_buf_arr_start(array));
  WRONG(doca_buf_arr_set_target_dpa(array, dpa));
  WRONG(doca_buf_arr_set_params(array, map, 16, 0));
  OK(doca_buf_arr_destroy(array));
  OK(doca_mmap_destroy(map));
  OK(doca_dpa_mem_free(dpa, address));
}

int main(void) {
  dev = open_device();
  OK(doca_dpa_create(dev, &dpa));
  WRONG(doca_dpa_start(dpa)); /* no program */
  context_stopped();
  OK(doca_dpa_set_app(dpa, test_app));
  for (int round = 0; round < 2; round++) {
    context_stopped();
    OK(doca_dpa_start(dpa));
    context_started();
    context_extended();
    affinity();
    thread();
    completion();
    rdma();
    memory();
    OK(doca_dpa_stop(dpa));
  }
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
