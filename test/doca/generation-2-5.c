// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of DOCA 2.5, built as such programs are (dpacc -ldpa alone, pkg-config
// doca): contexts that are started by their creation, buffer arrays, RDMA between
// two contexts without completion contexts, copies with offsets, prints. More
// requests than the queues hold are posted without a wait. Two host threads launch
// kernels at once. Contexts leave nothing on the device.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && dpacc device.c -o app.a -hostcc=gcc --app-name=dpa_sample_app -flto -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: env PKG_CONFIG_PATH=%sdk/lib/pkgconfig pkg-config --cflags --libs doca > %t/flags
// RUN: cd %t && gcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%S/Inputs host.c app.a @flags -lflexio -libverbs -Wl,-rpath,%sdk/lib -o host
// RUN: dpa-run -- %t/host > %t/output && FileCheck %s < %t/output
// RUN: dpa-run --engine=interp --eus=1 -- %t/host | FileCheck %s
// RUN: dpa-run -- %t/host fail 2>&1 | FileCheck %s --check-prefix=FAIL
// CHECK: {{^/ *[0-9]+/rank 0 of 1$}}
// FAIL: device failed

//--- shared.h
#include <stdint.h>
enum { SIZE = 4096, WRITES = 1000, ROWS = 3, COLUMNS = 5 };
enum { LAUNCHES = 50, ROUNDS = 200 };

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_sync_event.h>
#include <dpaintrin.h>
// After the others, as programs include it.
#include <doca_dpa_dev_buf_array.h>

struct __dpa_global__ work {
  uint64_t rdma, local, remote, event, done, copies;
};

static doca_dpa_dev_buf_t first(doca_dpa_dev_buf_arr_t array) {
  return doca_dpa_dev_buf_array_get_buf(array, 0);
}

__dpa_global__ void move(struct work work) {
  doca_dpa_dev_rdma_t rdma = work.rdma;
  doca_dpa_dev_buf_t local = first(work.local), remote = first(work.remote);

  doca_dpa_dev_printf("rank %u of %u\n", doca_dpa_dev_thread_rank(),
                      doca_dpa_dev_num_threads());
  // The second element of the peer's array begins at half of the memory.
  doca_dpa_dev_rdma_write(rdma, doca_dpa_dev_buf_array_get_buf(work.remote, 1),
                          8, local, 16, 8);
  for (int i = 0; i < WRITES; i++)
    doca_dpa_dev_rdma_atomic_fetch_add(rdma, remote, 64, 3);
  doca_dpa_dev_rdma_read(rdma, local, 128, remote, 72, 8);
  doca_dpa_dev_rdma_synchronize(rdma);
  // What was read is there: it goes back to another place.
  doca_dpa_dev_rdma_write(rdma, remote, 80, local, 128, 8);
  doca_dpa_dev_rdma_signal_set(rdma, work.event, 40);
  doca_dpa_dev_rdma_signal_add(rdma, work.event, 2);
  doca_dpa_dev_rdma_synchronize(rdma);
}

__dpa_global__ void copy(struct work work) {
  doca_dpa_dev_buf_t buf = first(work.local);
  uint8_t *at;

  // Waits until the host has changed the event.
  doca_dpa_dev_sync_event_wait_gt(work.done, 0, UINT64_MAX);
  for (int i = 0; i < WRITES; i++)
    doca_dpa_dev_memcpy_nb(buf, 256 + i % 64, buf, 512 + i % 64, 1);
  doca_dpa_dev_memcpy_transpose2D_nb(buf, 1024, buf, 768,
                                     ROWS * COLUMNS * sizeof(uint16_t),
                                     sizeof(uint16_t), COLUMNS, ROWS);
  doca_dpa_dev_memcpy_synchronize();
  at = (uint8_t *)doca_dpa_dev_buf_get_external_ptr(buf, 64);
  at[0] = (uint8_t)doca_dpa_dev_buf_get_len(buf);
  at[1] = (uint8_t)(doca_dpa_dev_buf_get_addr(buf) >> 12);
  __dpa_thread_window_writeback();
}

__dpa_global__ void nothing(void) {}

__dpa_global__ void leave(struct work work) {
  doca_dpa_dev_rdma_write(work.rdma, first(work.remote), SIZE - 4,
                          first(work.local), 0, 8);
  doca_dpa_dev_rdma_synchronize(work.rdma);
}

//--- host.c
#include "check.h"
#include "shared.h"
// What DOCA 2.5's headers include: doca_dev.h, doca_mmap.h and others are not
// named.
#include <doca_buf_array.h>
#include <doca_dpa.h>
#include <doca_rdma.h>
#include <doca_version.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern struct doca_dpa_app *dpa_sample_app;
extern doca_dpa_func_t move, copy, leave, nothing;

struct work {
  uint64_t rdma, local, remote, event, done, copies;
};

enum {
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
           DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC
};

struct end {
  uint64_t memory[SIZE / 8] __attribute__((aligned(4096)));
  struct doca_mmap *mmap;
  struct doca_buf_arr *array;
  struct doca_dpa_dev_buf_arr *handle;
  struct doca_rdma *rdma;
  struct doca_dpa_dev_rdma *dpa_rdma;
  const void *details;
  size_t size;
};

static struct doca_dev *dev;
static struct doca_dpa *dpa;
static struct end ends[2];

static void open_dpa_device(void) {
  struct doca_devinfo **list;
  uint32_t count;
  char name[64];
  size_t size = sizeof name;
  OK(doca_devinfo_create_list(&list, &count));
  OK(doca_devinfo_get_is_dpa_supported(list[0]));
  OK(doca_dev_open(list[0], &dev));
  OK(doca_devinfo_destroy_list(list));
  INVALID(doca_dpa_create(dev, NULL, &dpa));
  OK(doca_dpa_create(dev, dpa_sample_app, &dpa));
  OK(doca_dpa_app_name_get(dpa_sample_app, name, &size));
  HOLDS(size == sizeof "dpa_sample_app" && !strcmp(name, "dpa_sample_app"));
  size = 3;
  INVALID(doca_dpa_app_name_get(dpa_sample_app, name, &size));
}

static void open_array(struct end *end) {
  OK(doca_mmap_create(&end->mmap));
  OK(doca_mmap_set_memrange(end->mmap, end->memory, SIZE));
  OK(doca_mmap_set_permissions(end->mmap, RIGHTS));
  OK(doca_mmap_add_dev(end->mmap, dev));
  OK(doca_mmap_start(end->mmap));
  OK(doca_buf_arr_create(end->mmap, &end->array));
  OK(doca_buf_arr_set_target_dpa(end->array, dpa));
  OK(doca_buf_arr_set_params(end->array, SIZE / 2, 2, 0));
  OK(doca_buf_arr_start(end->array));
  OK(doca_buf_arr_get_dpa_handle(end->array, &end->handle));
}

static void open_rdma(struct end *end) {
  bool enabled = false;
  OK(doca_rdma_create(dev, &end->rdma));
  OK(doca_rdma_set_permissions(end->rdma, RIGHTS));
  OK(doca_rdma_set_grh_enabled(end->rdma, true));
  OK(doca_rdma_get_grh_enabled(end->rdma, &enabled));
  INVALID(doca_rdma_get_grh_enabled(end->rdma, NULL));
  HOLDS(enabled);
  GIVES(DOCA_ERROR_BAD_STATE,
        doca_rdma_get_dpa_handle(end->rdma, &end->dpa_rdma));
  GIVES(DOCA_ERROR_BAD_STATE,
        doca_rdma_export(end->rdma, &end->details, &end->size));
  GIVES(DOCA_ERROR_BAD_STATE, doca_rdma_connect(end->rdma, &end, 8));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(end->rdma), dpa));
  OK(doca_ctx_start(doca_rdma_as_ctx(end->rdma)));
  OK(doca_rdma_get_dpa_handle(end->rdma, &end->dpa_rdma));
  OK(doca_rdma_export(end->rdma, &end->details, &end->size));
}

static void connect_ends(void) {
  for (int i = 0; i < 2; i++) {
    const struct end *other = &ends[1 - i];
    const void *again;
    size_t size;
    INVALID(doca_rdma_connect(ends[i].rdma, other->details, 7));
    OK(doca_rdma_connect(ends[i].rdma, other->details, other->size));
    GIVES(DOCA_ERROR_CONNECTION_ABORTED,
          doca_rdma_connect(ends[i].rdma, other->details, other->size));
    OK(doca_rdma_export(ends[i].rdma, &again, &size)); // the same connection
    HOLDS(again == ends[i].details && size == ends[i].size);
  }
}

static struct doca_sync_event *open_event(bool is_remote, bool is_of_host) {
  struct doca_sync_event *event;
  OK(doca_sync_event_create(&event));
  if (is_remote)
    OK(doca_sync_event_add_publisher_location_remote_net(event));
  else if (is_of_host)
    OK(doca_sync_event_add_publisher_location_cpu(event, dev));
  else
    OK(doca_sync_event_add_publisher_location_dpa(event, dpa));
  if (is_of_host)
    OK(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  else
    OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_start(event));
  return event;
}

static void test_rdma(struct work *work) {
  struct doca_sync_event *remote = open_event(true, false);
  struct doca_sync_event *end = open_event(false, false);
  struct doca_sync_event_remote_net *imported;
  const uint8_t *data;
  size_t size;
  OK(doca_sync_event_export_to_remote_net(remote, &data, &size));
  OK(doca_sync_event_remote_net_create_from_export(dev, data, size, &imported));
  OK(doca_sync_event_remote_net_export_to_dpa(imported, dpa, &work->event));
  ends[0].memory[2] = 0x1234;
  ends[1].memory[8] = 100;
  ends[1].memory[9] = 0x5678;
  OK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, end, 9, 1, move, *work));
  OK(doca_sync_event_wait_gt(end, 8, UINT64_MAX));
  OK(doca_sync_event_wait_eq(remote, 42, UINT64_MAX));
  HOLDS(ends[1].memory[SIZE / 16 + 1] == 0x1234);
  HOLDS(ends[1].memory[8] == 100 + 3 * WRITES);
  HOLDS(ends[0].memory[16] == 0x5678 && ends[1].memory[10] == 0x5678);
  OK(doca_sync_event_remote_net_destroy(imported));
  OK(doca_sync_event_destroy(remote));
  OK(doca_sync_event_destroy(end));
}

static void test_copies(struct work *work) {
  struct doca_sync_event *begin = open_event(false, true);
  struct doca_sync_event *end = open_event(false, false);
  uint8_t *bytes = (uint8_t *)ends[0].memory;
  uint16_t *from = (uint16_t *)(bytes + 768), *to = (uint16_t *)(bytes + 1024);
  OK(doca_sync_event_export_to_dpa(begin, dpa, &work->done));
  for (int i = 0; i < 64; i++)
    bytes[512 + i] = (uint8_t)(i + 7);
  for (int i = 0; i < ROWS * COLUMNS; i++)
    from[i] = (uint16_t)(i + 1000);
  OK(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, end, 1, 1, copy, *work));
  OK(doca_sync_event_update_set(begin, 1));
  OK(doca_sync_event_wait_gt(end, 0, UINT64_MAX));
  HOLDS(!memcmp(bytes + 256, bytes + 512, 64));
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      HOLDS(to[column * ROWS + row] == from[row * COLUMNS + column]);
  HOLDS(bytes[64] == (uint8_t)(SIZE / 2));
  HOLDS(bytes[65] == (uint8_t)((uint64_t)bytes >> 12));
  OK(doca_sync_event_destroy(begin));
  OK(doca_sync_event_destroy(end));
}

static void *launch_many(void *count) {
  for (int i = 0; i < LAUNCHES; i++)
    OK(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, count, 1, 1, nothing));
  return NULL;
}

// Two threads of the host launch kernels of one context.
static void test_two_threads(void) {
  struct doca_sync_event *count = open_event(false, false);
  pthread_t other;
  HOLDS(!pthread_create(&other, NULL, launch_many, count));
  launch_many(count);
  pthread_join(other, NULL);
  OK(doca_sync_event_wait_gt(count, 2 * LAUNCHES - 1, UINT64_MAX));
  OK(doca_sync_event_destroy(count));
}

// Where the next large block of device memory would be.
static doca_dpa_dev_uintptr_t next_block(void) {
  doca_dpa_dev_uintptr_t block;
  OK(doca_dpa_mem_alloc(dpa, 1 << 20, &block));
  OK(doca_dpa_mem_free(dpa, block));
  return block;
}

// RDMA contexts leave nothing on the device.
static void test_rounds(void) {
  doca_dpa_dev_uintptr_t block = next_block();
  for (int i = 0; i < ROUNDS && !failures; i++) {
    struct end end = {0};
    open_rdma(&end);
    OK(doca_ctx_stop(doca_rdma_as_ctx(end.rdma)));
    OK(doca_rdma_destroy(end.rdma));
  }
  HOLDS(next_block() == block);
}

// A write behind the peer's memory: the context fails, and says so.
static int fail(const struct work *work) {
  // The kernel may fail before the call returns.
  (void)doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, leave,
                                          *work);
  while (doca_dpa_peek_at_last_error(dpa) == DOCA_SUCCESS)
    usleep(1000); // leaves the processor to the device
  GIVES(DOCA_ERROR_BAD_STATE, doca_dpa_peek_at_last_error(dpa));
  printf("device failed\n");
  exit(result());
}

int main(int argc, char **argv) {
  (void)argv;
  HOLDS(DOCA_VER_MAJOR == 2 && DOCA_VER_MINOR == 5);
  open_dpa_device();
  for (int i = 0; i < 2; i++) {
    open_array(&ends[i]);
    open_rdma(&ends[i]);
  }
  connect_ends();
  struct work work = {.rdma = (uint64_t)ends[0].dpa_rdma,
                      .local = (uint64_t)ends[0].handle,
                      .remote = (uint64_t)ends[1].handle};
  test_rdma(&work);
  test_copies(&work);
  test_two_threads();
  test_rounds();
  if (argc > 1)
    fail(&work);
  // From the started state; only RDMA contexts are stopped.
  for (int i = 0; i < 2; i++) {
    OK(doca_ctx_stop(doca_rdma_as_ctx(ends[i].rdma)));
    OK(doca_rdma_destroy(ends[i].rdma));
    OK(doca_buf_arr_destroy(ends[i].array));
    OK(doca_mmap_destroy(ends[i].mmap));
  }
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
