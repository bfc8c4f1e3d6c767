// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 1000 rounds in which every object of the DOCA libraries is created, used and destroyed, in random order:
// an object cannot be destroyed before the objects that use it. Nothing is leaked: no device memory, file
// descriptor or thread, and no memory that LeakSanitizer finds, which would end the program with status 23.
// Also in several threads at once, which share devices and a context.
// PROVES: R-DPAH-20
// REQUIRES: leak-sanitizer
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -g -pthread -fsanitize=leak -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml -- %t/host 1000 | FileCheck %s
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml -- %t/host 25 4 | FileCheck %s
// CHECK: {{^}}0 failures

//--- device.c
#include <doca_dpa_dev.h>
__dpa_global__ void nothing(uint64_t argument) { (void)argument; }
__dpa_rpc__ uint64_t add(uint64_t a, uint64_t b) { return a + b; }

//--- host.c
#include "device.h"
#include <dirent.h>
#include <doca_buf.h>
#include <doca_buf_array.h>
#include <doca_buf_inventory.h>
#include <doca_ctx.h>
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <doca_pe.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t nothing, add;

enum { BYTES = 4096, WARM_UP = 20 };

static uint64_t memory[BYTES / 8] __attribute__((aligned(64)));
static struct doca_dev *dev, *second;
static struct doca_dpa *kept;              /* by all rounds */
static _Thread_local struct doca_dpa *dpa; /* of this round */
static _Thread_local struct doca_dpa *extended;
static _Thread_local struct doca_dpa_eu_affinity *affinity;
static _Thread_local struct doca_dpa_thread *thread;
static _Thread_local struct doca_dpa_tg *group;
static _Thread_local struct doca_dpa_notification_completion *notification;
static _Thread_local struct doca_dpa_completion *completion, *plain;
static _Thread_local struct doca_dpa_async_ops *operations;
static _Thread_local struct doca_dpa_hash_table *hash_table;
static _Thread_local struct doca_rdma *rdma;
static _Thread_local struct doca_mmap *map, *device_map, *imported;
static _Thread_local doca_dpa_dev_uintptr_t device_memory;
static _Thread_local struct doca_buf_arr *array;
static _Thread_local struct doca_buf_inventory *inventory;
static _Thread_local struct doca_buf *buf;
static _Thread_local struct doca_sync_event *event;
static _Thread_local struct doca_sync_event_remote_net *remote;
static _Thread_local struct doca_pe *pe;

static void start(struct doca_dpa **made) {
  OK(doca_dpa_create(dev, made));
  OK(doca_dpa_set_app(*made, test_app));
  OK(doca_dpa_start(*made));
}
static void make_extended(void) {
  OK(doca_dpa_device_extend(dpa, second, &extended));
}
static void make_affinity(void) {
  OK(doca_dpa_eu_affinity_create(dpa, &affinity));
  OK(doca_dpa_eu_affinity_set(affinity, 1));
}
static void make_thread(void) {
  OK(doca_dpa_thread_create(dpa, &thread));
  OK(doca_dpa_thread_set_func_arg(thread, nothing, 1));
  OK(doca_dpa_thread_set_affinity(thread, affinity));
}
static void make_group(void) {
  OK(doca_dpa_thread_group_create(dpa, 1, &group));
  OK(doca_dpa_thread_group_set_thread(group, thread, 0));
  OK(doca_dpa_thread_start(thread));
  OK(doca_dpa_thread_group_start(group));
  OK(doca_dpa_thread_run(thread));
}
static void make_notification(void) {
  OK(doca_dpa_notification_completion_create(dpa, thread, &notification));
  OK(doca_dpa_notification_completion_start(notification));
}
static void make_completion(void) {
  OK(doca_dpa_completion_create(dpa, 8, &completion));
  OK(doca_dpa_completion_set_thread(completion, thread));
  OK(doca_dpa_completion_start(completion));
}
static void make_plain(void) {
  OK(doca_dpa_completion_create(dpa, 8, &plain));
  OK(doca_dpa_completion_start(plain));
}
static void make_operations(void) {
  OK(doca_dpa_async_ops_create(dpa, 8, 1, &operations));
  OK(doca_dpa_async_ops_attach(operations, completion));
  OK(doca_dpa_async_ops_start(operations));
}
static void make_hash_table(void) {
  OK(doca_dpa_hash_table_create(dpa, 100, &hash_table));
}
static void make_rdma(void) {
  struct doca_rdma_connection *connection;
  const void *details;
  size_t size;
  OK(doca_rdma_create(dev, &rdma));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), dpa));
  OK(doca_rdma_dpa_completion_attach(rdma, plain));
  OK(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  OK(doca_rdma_export(rdma, &details, &size, &connection));
  OK(doca_rdma_connect(rdma, details, size, connection));
}
static void make_map(void) {
  OK(doca_mmap_create(&map));
  OK(doca_mmap_add_dev(map, dev));
  OK(doca_mmap_set_memrange(map, memory, BYTES));
  OK(doca_mmap_set_permissions(map, DOCA_ACCESS_FLAG_RDMA_WRITE));
  OK(doca_mmap_start(map));
}
static void make_device_map(void) {
  OK(doca_dpa_mem_alloc(dpa, BYTES, &device_memory));
  OK(doca_mmap_create(&device_map));
  OK(doca_mmap_add_dev(device_map, dev));
  OK(doca_mmap_set_dpa_memrange(device_map, dpa, device_memory, BYTES));
  OK(doca_mmap_start(device_map));
}
static doca_error_t end_device_map(void) {
  doca_error_t status = doca_mmap_destroy(device_map);
  if (status == DOCA_SUCCESS)
    OK(doca_dpa_mem_free(dpa, device_memory));
  return status;
}
static void make_imported(void) {
  const void *exported;
  size_t size;
  OK(doca_mmap_export_rdma(map, dev, &exported, &size));
  OK(doca_mmap_create_from_export(NULL, exported, size, dev, &imported));
}
static void make_array(void) {
  uint64_t handle;
  OK(doca_buf_arr_create(4, &array));
  OK(doca_buf_arr_set_params(array, device_map, 64, 0));
  OK(doca_buf_arr_set_target_dpa(array, dpa));
  OK(doca_buf_arr_start(array));
  OK(doca_buf_arr_get_dpa_handle(array, &handle));
}
static void make_buf(void) {
  OK(doca_buf_inventory_create(2, &inventory));
  OK(doca_buf_inventory_start(inventory));
  OK(doca_buf_inventory_buf_get_by_addr(inventory, map, memory, 64, &buf));
}
static doca_error_t end_buf(void) {
  OK(doca_buf_dec_refcount(buf, NULL));
  return doca_buf_inventory_destroy(inventory);
}
static void make_event(void) {
  uint64_t handle;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_dpa(event, dpa));
  OK(doca_sync_event_add_publisher_location_remote_net(event));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_get_dpa_handle(event, dpa, &handle));
}
static void make_remote(void) {
  const uint8_t *exported;
  size_t size;
  uint64_t handle;
  OK(doca_sync_event_export_to_remote_net(event, &exported, &size));
  OK(doca_sync_event_remote_net_create_from_export(dev, exported, size,
                                                   &remote));
  OK(doca_sync_event_remote_net_get_dpa_handle(remote, dpa, &handle));
}
static void make_pe(void) { OK(doca_pe_create(&pe)); }
static void run_kernel(void) {
  uint64_t sum, value;
  OK(doca_sync_event_get(event, &value));
  OK(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, event, 1, 3, nothing, 0));
  OK(doca_sync_event_wait_gt(event, value, UINT64_MAX));
  OK(doca_dpa_rpc(dpa, add, &sum, 40ul, 2ul));
  HOLDS(sum == 42);
}

#define END(type, name, object)                                                \
  static doca_error_t name(void) { return doca_##type##_destroy(object); }
END(dpa, end_extended, extended)
END(dpa_eu_affinity, end_affinity, affinity)
END(dpa_thread, end_thread, thread)
END(dpa_thread_group, end_group, group)
END(dpa_notification_completion, end_notification, notification)
END(dpa_completion, end_completion, completion)
END(dpa_completion, end_plain, plain)
END(dpa_async_ops, end_operations, operations)
END(dpa_hash_table, end_hash_table, hash_table)
END(rdma, end_rdma, rdma)
END(mmap, end_map, map)
END(mmap, end_imported, imported)
END(buf_arr, end_array, array)
END(sync_event, end_event, event)
END(sync_event_remote_net, end_remote, remote)
END(pe, end_pe, pe)
static doca_error_t end_nothing(void) { return DOCA_SUCCESS; }

/* Objects: those with smaller numbers that they need are bits of `needs`. */
enum {
  AFFINITY,
  THREAD,
  GROUP,
  NOTIFICATION,
  COMPLETION,
  OPERATIONS,
  PLAIN,
  RDMA,
  MAP,
  DEVICE_MAP,
  IMPORTED,
  ARRAY,
  BUF,
  EVENT,
  REMOTE,
  KERNEL,
  EXTENDED,
  HASH_TABLE,
  PE,
  OBJECTS
};
static const struct {
  void (*make)(void);
  doca_error_t (*end)(void);
  uint32_t needs;
} objects[OBJECTS] = {
    [AFFINITY] = {make_affinity, end_affinity, 0},
    [THREAD] = {make_thread, end_thread, 1 << AFFINITY},
    [GROUP] = {make_group, end_group, 1 << THREAD},
    [NOTIFICATION] = {make_notification, end_notification, 1 << GROUP},
    [COMPLETION] = {make_completion, end_completion, 1 << GROUP},
    [OPERATIONS] = {make_operations, end_operations, 1 << COMPLETION},
    [PLAIN] = {make_plain, end_plain, 0},
    [RDMA] = {make_rdma, end_rdma, 1 << PLAIN},
    [MAP] = {make_map, end_map, 0},
    [DEVICE_MAP] = {make_device_map, end_device_map, 0},
    [IMPORTED] = {make_imported, end_imported, 1 << MAP},
    [ARRAY] = {make_array, end_array, 1 << DEVICE_MAP},
    [BUF] = {make_buf, end_buf, 1 << MAP},
    [EVENT] = {make_event, end_event, 0},
    [REMOTE] = {make_remote, end_remote, 1 << EVENT},
    [KERNEL] = {run_kernel, end_nothing, 1 << EVENT},
    [EXTENDED] = {make_extended, end_extended, 0},
    [HASH_TABLE] = {make_hash_table, end_hash_table, 0},
    [PE] = {make_pe, end_pe, 0},
};

static void one_round(bool has_own_context, unsigned *seed) {
  uint32_t made = 0;
  dpa = kept;
  if (has_own_context)
    start(&dpa);
  while (made != (1U << OBJECTS) - 1) {
    int i = rand_r(seed) % OBJECTS;
    if (!(made & 1U << i) && (made & objects[i].needs) == objects[i].needs) {
      objects[i].make();
      made |= 1U << i;
    }
  }
  while (made) {
    int i = rand_r(seed) % OBJECTS;
    if (!(made & 1U << i))
      continue;
    doca_error_t status = objects[i].end();
    if (status == DOCA_SUCCESS)
      made &= ~(1U << i);
    else if (status != DOCA_ERROR_IN_USE && status != DOCA_ERROR_NOT_PERMITTED)
      OK(status);
  }
  if (has_own_context)
    OK(doca_dpa_destroy(dpa));
}

static int entries_of(const char *folder) {
  int count = 0;
  DIR *open = opendir(folder);
  while (readdir(open))
    count++;
  closedir(open);
  return count;
}

/* The largest block that the context has, in steps of 64 bytes. */
static size_t largest_block(void) {
  const size_t step = 64;
  doca_dpa_dev_uintptr_t block;
  size_t fits = 0, too_large = 1 << 24;
  while (too_large - fits > 1) {
    size_t middle = (fits + too_large) / 2;
    if (doca_dpa_mem_alloc(kept, middle * step, &block) == DOCA_SUCCESS) {
      OK(doca_dpa_mem_free(kept, block));
      fits = middle;
    } else
      too_large = middle;
  }
  return fits * step;
}

static struct doca_dev *open_nth(unsigned n) {
  struct doca_devinfo **list;
  uint32_t count;
  struct doca_dev *made;
  OK(doca_devinfo_create_list(&list, &count));
  OK(doca_dev_open(list[n], &made));
  OK(doca_devinfo_destroy_list(list));
  return made;
}

static void *run_rounds(void *count) {
  unsigned seed = 1;
  for (int i = 0; i < *(int *)count && failures == 0; i++)
    one_round(i % 4 == 0, &seed);
  return NULL;
}

static void run_in_threads(int count, int rounds) {
  pthread_t threads[16];
  for (int i = 0; i < count; i++)
    HOLDS(pthread_create(&threads[i], NULL, run_rounds, &rounds) == 0);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
}

/* usage: host ROUNDS [THREADS] */
int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1;
  int threads = argc > 2 ? atoi(argv[2]) : 1;
  HOLDS(threads >= 1 && threads <= 16);
  dev = open_nth(0);
  second = open_nth(1);
  start(&kept);
  run_in_threads(threads, WARM_UP);
  int descriptors = entries_of("/proc/self/fd");
  int tasks = entries_of("/proc/self/task");
  size_t block = largest_block();
  run_in_threads(threads, rounds);
  HOLDS(entries_of("/proc/self/fd") <= descriptors);
  HOLDS(entries_of("/proc/self/task") <= tasks);
  /* Kernels and calls at the same time need further instances and buffers. */
  HOLDS(largest_block() + (threads > 1 ? 1 << 16 : 0) >= block);
  OK(doca_dpa_destroy(kept));
  OK(doca_dev_close(second));
  OK(doca_dev_close(dev));
  return result();
}
