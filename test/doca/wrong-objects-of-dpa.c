// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function of DOCA DPA rejects NULL, what is not an object, objects of another kind, destroyed ones,
// NULL for a result, and objects of another context; an object that another one needs is not destroyed.
// The table has every function of the header.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host | FileCheck %s
// RUN: sh %S/Inputs/functions-without-test.sh %s %sdk/lib/libdoca_dpa.so | not grep -wFf - %sdk/include/doca_dpa.h
// CHECK: {{^}}0 failures

//--- device.c
#include <doca_dpa_dev.h>
__dpa_global__ void kernel(uint64_t argument) { (void)argument; }

//--- host.c
#include "device.h"
#include <doca_buf_array.h>
#include <doca_ctx.h>
#include <doca_dpa.h>
#include <doca_log.h>
#include <doca_mmap.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t kernel;

/* All arguments are right but the handle. */
static void table(void *h) {
  static char memory[4096];
  doca_dpa_func_t *function = kernel;
  void *out = memory;
  INVALID(doca_dpa_cap_is_supported(h));
  INVALID(doca_dpa_create(h, out));
  INVALID(doca_dpa_destroy(h));
  INVALID(doca_dpa_start(h));
  INVALID(doca_dpa_stop(h));
  INVALID(doca_dpa_set_app(h, h));
  INVALID(doca_dpa_get_app(h, out));
  INVALID(doca_dpa_app_get_name(h, out, out));
  INVALID(doca_dpa_set_log_level(h, 1));
  INVALID(doca_dpa_get_log_level(h, out));
  INVALID(doca_dpa_log_file_set_path(h, out));
  INVALID(doca_dpa_log_file_get_path(h, out, out));
  INVALID(doca_dpa_trace_file_set_path(h, out));
  INVALID(doca_dpa_trace_file_get_path(h, out, out));
  INVALID(doca_dpa_get_max_threads_per_kernel(h, out));
  INVALID(doca_dpa_get_kernel_max_run_time(h, out));
  INVALID(doca_dpa_device_extend(h, h, out));
  INVALID(doca_dpa_get_dpa_handle(h, out));
  INVALID(doca_dpa_get_uar_id(h, out));
  INVALID(doca_dpa_peek_at_last_error(h));
  INVALID(doca_dpa_kernel_launch_update_set(h, h, 1, h, 1, 1, function));
  INVALID(doca_dpa_kernel_launch_update_add(h, h, 1, h, 1, 1, function));
  INVALID(doca_dpa_rpc(h, function, out));
  INVALID(doca_dpa_mem_alloc(h, 1, out));
  INVALID(doca_dpa_mem_free(h, 1));
  INVALID(doca_dpa_h2d_memcpy(h, 1, out, 1));
  INVALID(doca_dpa_h2d_buf_memcpy(h, 1, h, 1));
  INVALID(doca_dpa_d2h_memcpy(h, out, 1, 1));
  INVALID(doca_dpa_d2h_buf_memcpy(h, h, 1, 1));
  INVALID(doca_dpa_memset(h, 1, 1, 1));
  INVALID(doca_dpa_hash_table_create(h, 1, out));
  INVALID(doca_dpa_hash_table_destroy(h));
  INVALID(doca_dpa_hash_table_get_dpa_handle(h, out));
  INVALID(doca_dpa_get_core_num(h, out));
  INVALID(doca_dpa_get_num_eus_per_core(h, out));
  INVALID(doca_dpa_get_total_num_eus_available(h, out));
  INVALID(doca_dpa_eu_affinity_create(h, out));
  INVALID(doca_dpa_eu_affinity_destroy(h));
  INVALID(doca_dpa_eu_affinity_set(h, 1));
  INVALID(doca_dpa_eu_affinity_clear(h));
  INVALID(doca_dpa_eu_affinity_get(h, out));
  INVALID(doca_dpa_thread_create(h, out));
  INVALID(doca_dpa_thread_destroy(h));
  INVALID(doca_dpa_thread_set_func_arg(h, function, 1));
  INVALID(doca_dpa_thread_get_func_arg(h, out, out));
  INVALID(doca_dpa_thread_set_local_storage(h, 1));
  INVALID(doca_dpa_thread_get_local_storage(h, out));
  INVALID(doca_dpa_thread_set_affinity(h, h));
  INVALID(doca_dpa_thread_get_affinity(h, out));
  INVALID(doca_dpa_thread_start(h));
  INVALID(doca_dpa_thread_stop(h));
  INVALID(doca_dpa_thread_run(h));
  INVALID(doca_dpa_thread_get_id(h, out));
  INVALID(doca_dpa_thread_group_create(h, 1, out));
  INVALID(doca_dpa_thread_group_destroy(h));
  INVALID(doca_dpa_thread_group_get_num_threads(h, out));
  INVALID(doca_dpa_thread_group_set_thread(h, h, 1));
  INVALID(doca_dpa_thread_group_start(h));
  INVALID(doca_dpa_thread_group_stop(h));
  INVALID(doca_dpa_completion_create(h, 1, out));
  INVALID(doca_dpa_completion_destroy(h));
  INVALID(doca_dpa_completion_get_queue_size(h, out));
  INVALID(doca_dpa_completion_set_thread(h, h));
  INVALID(doca_dpa_completion_get_thread(h, out));
  INVALID(doca_dpa_completion_start(h));
  INVALID(doca_dpa_completion_stop(h));
  INVALID(doca_dpa_completion_get_dpa_handle(h, out));
  INVALID(doca_dpa_async_ops_create(h, 1, 1, out));
  INVALID(doca_dpa_async_ops_destroy(h));
  INVALID(doca_dpa_async_ops_get_queue_size(h, out));
  INVALID(doca_dpa_async_ops_get_user_data(h, out));
  INVALID(doca_dpa_async_ops_attach(h, h));
  INVALID(doca_dpa_async_ops_start(h));
  INVALID(doca_dpa_async_ops_stop(h));
  INVALID(doca_dpa_async_ops_get_dpa_handle(h, out));
  INVALID(doca_dpa_notification_completion_create(h, h, out));
  INVALID(doca_dpa_notification_completion_destroy(h));
  INVALID(doca_dpa_notification_completion_get_thread(h, out));
  INVALID(doca_dpa_notification_completion_start(h));
  INVALID(doca_dpa_notification_completion_stop(h));
  INVALID(doca_dpa_notification_completion_get_dpa_handle(h, out));
}

/* Everything that a context can have. */
struct objects {
  struct doca_dpa *dpa;
  struct doca_dpa_eu_affinity *affinity;
  struct doca_dpa_thread *thread;
  struct doca_dpa_tg *group;
  struct doca_dpa_completion *completion;
  struct doca_dpa_async_ops *operations;
  struct doca_dpa_notification_completion *notification;
  struct doca_dpa_hash_table *hash_table;
};

static struct doca_dev *dev;

static void create(struct objects *all) {
  OK(doca_dpa_create(dev, &all->dpa));
  OK(doca_dpa_set_app(all->dpa, test_app));
  OK(doca_dpa_start(all->dpa));
  OK(doca_dpa_eu_affinity_create(all->dpa, &all->affinity));
  OK(doca_dpa_thread_create(all->dpa, &all->thread));
  OK(doca_dpa_thread_group_create(all->dpa, 1, &all->group));
  OK(doca_dpa_completion_create(all->dpa, 4, &all->completion));
  OK(doca_dpa_async_ops_create(all->dpa, 4, 1, &all->operations));
  OK(doca_dpa_notification_completion_create(all->dpa, all->thread,
                                             &all->notification));
  OK(doca_dpa_hash_table_create(all->dpa, 4, &all->hash_table));
}

static void destroy(struct objects *all) {
  OK(doca_dpa_hash_table_destroy(all->hash_table));
  OK(doca_dpa_notification_completion_destroy(all->notification));
  OK(doca_dpa_async_ops_destroy(all->operations));
  OK(doca_dpa_completion_destroy(all->completion));
  OK(doca_dpa_thread_group_destroy(all->group));
  OK(doca_dpa_thread_destroy(all->thread));
  OK(doca_dpa_eu_affinity_destroy(all->affinity));
  OK(doca_dpa_destroy(all->dpa));
}

/* Functions of one object, for an object of any kind. */
#define TAKES(name)                                                            \
  static doca_error_t call_##name(void *h) { return doca_##name(h); }
TAKES(dpa_destroy)
TAKES(dpa_eu_affinity_destroy)
TAKES(dpa_thread_destroy)
TAKES(dpa_thread_group_destroy)
TAKES(dpa_completion_destroy)
TAKES(dpa_async_ops_destroy)
TAKES(dpa_notification_completion_destroy)
TAKES(dpa_hash_table_destroy)
TAKES(dpa_start)
TAKES(dpa_thread_start)
TAKES(dpa_thread_group_start)
TAKES(dpa_completion_start)
TAKES(dpa_async_ops_start)
TAKES(dpa_notification_completion_start)

/* An object of each kind, for the functions of the other kinds. */
static void other_kinds(struct objects *all) {
  const struct {
    void *object;
    doca_error_t (*end)(void *), (*start)(void *);
  } kinds[] = {
      {all->dpa, call_dpa_destroy, call_dpa_start},
      {all->affinity, call_dpa_eu_affinity_destroy, NULL},
      {all->thread, call_dpa_thread_destroy, call_dpa_thread_start},
      {all->group, call_dpa_thread_group_destroy, call_dpa_thread_group_start},
      {all->completion, call_dpa_completion_destroy, call_dpa_completion_start},
      {all->operations, call_dpa_async_ops_destroy, call_dpa_async_ops_start},
      {all->notification, call_dpa_notification_completion_destroy,
       call_dpa_notification_completion_start},
      {all->hash_table, call_dpa_hash_table_destroy, NULL}};
  enum { COUNT = sizeof kinds / sizeof *kinds };
  for (int i = 0; i < COUNT; i++)
    for (int j = 0; j < COUNT; j++)
      if (i != j) {
        INVALID(kinds[j].end(kinds[i].object));
        if (kinds[j].start)
          INVALID(kinds[j].start(kinds[i].object));
      }
}

static void null_arguments(struct objects *all) {
  uint64_t word;
  uint32_t size = 1;
  char text[8];
  INVALID(doca_dpa_create(dev, NULL));
  INVALID(doca_dpa_set_app(all->dpa, NULL));
  INVALID(doca_dpa_get_app(all->dpa, NULL));
  INVALID(doca_dpa_app_get_name(test_app, NULL, &size));
  INVALID(doca_dpa_app_get_name(test_app, text, NULL));
  INVALID(doca_dpa_get_log_level(all->dpa, NULL));
  INVALID(doca_dpa_log_file_set_path(all->dpa, NULL));
  INVALID(doca_dpa_log_file_get_path(all->dpa, NULL, &size));
  INVALID(doca_dpa_log_file_get_path(all->dpa, text, NULL));
  INVALID(doca_dpa_log_file_get_path(all->dpa, text, &size)); /* too small */
  INVALID(doca_dpa_trace_file_set_path(all->dpa, NULL));
  INVALID(doca_dpa_trace_file_get_path(all->dpa, NULL, &size));
  INVALID(doca_dpa_trace_file_get_path(all->dpa, text, NULL));
  INVALID(doca_dpa_trace_file_get_path(all->dpa, text, &size));
  INVALID(doca_dpa_get_max_threads_per_kernel(all->dpa, NULL));
  INVALID(doca_dpa_get_kernel_max_run_time(all->dpa, NULL));
  INVALID(doca_dpa_device_extend(all->dpa, dev, NULL));
  INVALID(doca_dpa_get_dpa_handle(all->dpa, NULL));
  INVALID(doca_dpa_get_uar_id(all->dpa, NULL));
  INVALID(doca_dpa_rpc(all->dpa, NULL, &word));
  INVALID(doca_dpa_mem_alloc(all->dpa, 8, NULL));
  OK(doca_dpa_mem_alloc(all->dpa, 8, &word));
  INVALID(doca_dpa_h2d_memcpy(all->dpa, word, NULL, 8));
  INVALID(doca_dpa_h2d_buf_memcpy(all->dpa, word, NULL, 8));
  INVALID(doca_dpa_d2h_memcpy(all->dpa, NULL, word, 8));
  INVALID(doca_dpa_d2h_buf_memcpy(all->dpa, NULL, word, 8));
  OK(doca_dpa_mem_free(all->dpa, word));
  INVALID(doca_dpa_hash_table_create(all->dpa, 4, NULL));
  INVALID(doca_dpa_hash_table_create(all->dpa, 0, (void *)&word));
  INVALID(doca_dpa_hash_table_get_dpa_handle(all->hash_table, NULL));
  INVALID(doca_dpa_get_core_num(all->dpa, NULL));
  INVALID(doca_dpa_get_num_eus_per_core(all->dpa, NULL));
  INVALID(doca_dpa_get_total_num_eus_available(all->dpa, NULL));
  INVALID(doca_dpa_eu_affinity_create(all->dpa, NULL));
  INVALID(doca_dpa_eu_affinity_get(all->affinity, NULL));
  INVALID(doca_dpa_thread_create(all->dpa, NULL));
  INVALID(doca_dpa_thread_set_func_arg(all->thread, NULL, 0));
  INVALID(doca_dpa_thread_get_func_arg(all->thread, NULL, &word));
  INVALID(doca_dpa_thread_get_func_arg(all->thread, (void *)&word, NULL));
  INVALID(doca_dpa_thread_get_local_storage(all->thread, NULL));
  INVALID(doca_dpa_thread_set_affinity(all->thread, NULL));
  INVALID(doca_dpa_thread_get_affinity(all->thread, NULL));
  INVALID(doca_dpa_thread_get_id(all->thread, NULL));
  INVALID(doca_dpa_thread_group_create(all->dpa, 1, NULL));
  INVALID(doca_dpa_thread_group_create(all->dpa, 0, (void *)&word));
  INVALID(doca_dpa_thread_group_create(all->dpa, 1025, (void *)&word));
  INVALID(doca_dpa_thread_group_get_num_threads(all->group, NULL));
  INVALID(doca_dpa_thread_group_set_thread(all->group, NULL, 0));
  INVALID(doca_dpa_thread_group_set_thread(all->group, all->thread, 1));
  INVALID(doca_dpa_completion_create(all->dpa, 4, NULL));
  INVALID(doca_dpa_completion_create(all->dpa, 0, (void *)&word));
  INVALID(doca_dpa_completion_get_queue_size(all->completion, NULL));
  INVALID(doca_dpa_completion_set_thread(all->completion, NULL));
  INVALID(doca_dpa_completion_get_thread(all->completion, NULL));
  INVALID(doca_dpa_completion_get_dpa_handle(all->completion, NULL));
  INVALID(doca_dpa_async_ops_create(all->dpa, 4, 1, NULL));
  INVALID(doca_dpa_async_ops_create(all->dpa, 0, 1, (void *)&word));
  INVALID(doca_dpa_async_ops_create(all->dpa, 4, 1 << 24, (void *)&word));
  INVALID(doca_dpa_async_ops_get_queue_size(all->operations, NULL));
  INVALID(doca_dpa_async_ops_get_user_data(all->operations, NULL));
  INVALID(doca_dpa_async_ops_attach(all->operations, NULL));
  INVALID(doca_dpa_async_ops_get_dpa_handle(all->operations, NULL));
  INVALID(
      doca_dpa_notification_completion_create(all->dpa, NULL, (void *)&word));
  INVALID(doca_dpa_notification_completion_create(all->dpa, all->thread, NULL));
  INVALID(doca_dpa_notification_completion_get_thread(all->notification, NULL));
  INVALID(
      doca_dpa_notification_completion_get_dpa_handle(all->notification, NULL));
}

/* Objects of one context, and those of another one. */
static void other_context(struct objects *one, struct objects *other) {
  struct doca_dpa_notification_completion *notification;
  struct doca_rdma *rdma;
  INVALID(doca_dpa_thread_set_affinity(one->thread, other->affinity));
  INVALID(doca_dpa_thread_group_set_thread(one->group, other->thread, 0));
  INVALID(doca_dpa_completion_set_thread(one->completion, other->thread));
  INVALID(doca_dpa_notification_completion_create(one->dpa, other->thread,
                                                  &notification));
  OK(doca_dpa_completion_start(other->completion));
  INVALID(doca_dpa_async_ops_attach(one->operations, other->completion));
  OK(doca_rdma_create(dev, &rdma));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), one->dpa));
  INVALID(doca_rdma_dpa_completion_attach(rdma, other->completion));
  OK(doca_rdma_destroy(rdma));
  /* The other way round, it shows when the context is started. */
  OK(doca_rdma_create(dev, &rdma));
  OK(doca_rdma_dpa_completion_attach(rdma, other->completion));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), one->dpa));
  INVALID(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  OK(doca_rdma_destroy(rdma));
  OK(doca_dpa_completion_stop(other->completion));
}

/* No object is destroyed before those that need it. */
static void parents(struct objects *all) {
  struct doca_mmap *mmap;
  struct doca_rdma *rdma;
  doca_dpa_dev_uintptr_t memory;
  GIVES(DOCA_ERROR_IN_USE, doca_dev_close(dev));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(all->dpa));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_stop(all->dpa));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_thread_destroy(all->thread));
  OK(doca_dpa_thread_set_affinity(all->thread, all->affinity));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_eu_affinity_destroy(all->affinity));
  OK(doca_dpa_completion_start(all->completion));
  OK(doca_dpa_async_ops_attach(all->operations, all->completion));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_completion_stop(all->completion));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_completion_destroy(all->completion));
  OK(doca_rdma_create(dev, &rdma));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), all->dpa));
  OK(doca_rdma_dpa_completion_attach(rdma, all->completion));
  OK(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  OK(doca_dpa_mem_alloc(all->dpa, 64, &memory));
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_add_dev(mmap, dev));
  OK(doca_mmap_set_dpa_memrange(mmap, all->dpa, memory, 64));
  OK(doca_mmap_start(mmap));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_completion_destroy(all->completion));
  OK(doca_mmap_destroy(mmap));
  OK(doca_rdma_destroy(rdma));
  OK(doca_dpa_mem_free(all->dpa, memory));
}

/* Only one object needs the context. */
static void each_child(void) {
  struct objects all;
  struct doca_rdma *rdma;
  struct doca_mmap *mmap;
  doca_dpa_dev_uintptr_t memory;
#define CHILD(create, end)                                                     \
  OK(doca_dpa_create(dev, &all.dpa));                                          \
  OK(doca_dpa_set_app(all.dpa, test_app));                                     \
  OK(doca_dpa_start(all.dpa));                                                 \
  OK(create);                                                                  \
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_stop(all.dpa));                            \
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(all.dpa));                         \
  OK(end);                                                                     \
  OK(doca_dpa_destroy(all.dpa));                                               \
  INVALID(doca_dpa_destroy(all.dpa))
  CHILD(doca_dpa_eu_affinity_create(all.dpa, &all.affinity),
        doca_dpa_eu_affinity_destroy(all.affinity));
  CHILD(doca_dpa_thread_create(all.dpa, &all.thread),
        doca_dpa_thread_destroy(all.thread));
  CHILD(doca_dpa_thread_group_create(all.dpa, 1, &all.group),
        doca_dpa_thread_group_destroy(all.group));
  CHILD(doca_dpa_completion_create(all.dpa, 4, &all.completion),
        doca_dpa_completion_destroy(all.completion));
  CHILD(doca_dpa_async_ops_create(all.dpa, 4, 1, &all.operations),
        doca_dpa_async_ops_destroy(all.operations));
  CHILD(doca_dpa_hash_table_create(all.dpa, 4, &all.hash_table),
        doca_dpa_hash_table_destroy(all.hash_table));
  OK(doca_rdma_create(dev, &rdma));
  CHILD(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), all.dpa),
        doca_rdma_destroy(rdma));
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_add_dev(mmap, dev));
  CHILD(doca_dpa_mem_alloc(all.dpa, 64, &memory) ||
            doca_mmap_set_dpa_memrange(mmap, all.dpa, memory, 64),
        doca_mmap_destroy(mmap));
}

int main(void) {
  struct objects one, other;
  char text[64] = "not an object";
  struct doca_log_backend *backend;
  dev = open_device();
  create(&one);
  create(&other);
  table(NULL);
  table(text);
  OK(doca_log_backend_create_with_fd(2, &backend));
  OK(doca_log_backend_set_level_lower_limit(backend, DOCA_LOG_LEVEL_DISABLE));
  table(backend); /* live, of another kind than all functions expect */
  other_kinds(&one);
  null_arguments(&one);
  other_context(&one, &other);
  parents(&one);
  destroy(&one);
  destroy(&other);
  table(one.dpa);
  table(one.affinity);
  table(one.thread);
  table(one.group);
  table(one.completion);
  table(one.operations);
  table(one.notification);
  table(one.hash_table);
  each_child();
  OK(doca_dev_close(dev));
  return result();
}
