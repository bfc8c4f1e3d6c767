// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of DOCA 2.8 or 2.10, which have the same life cycle, threads and buffer arrays: the context is created, gets its program and is
// started; a thread's argument is written after the thread is started; the thread is stopped before its notification completion is
// destroyed; buffer arrays have a number of elements, and external pointers no offset. It is built by the modules of these versions, and
// by module doca with another value of the macro.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && dpacc device.c -o app.a -hostcc=gcc --app-name=dpa_sample_app -flto -mcpu=nv-dpa-bf3 -device-libs="-L%sdk/lib -ldoca_dpa_dev -ldoca_dpa_dev_comm" -I%sdk/include -devicecc-options="-DDOCA_COMPAT_VERSION=210 -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: echo '-std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -UDOCA_COMPAT_VERSION -DDOCA_COMPAT_VERSION=210 -Wl,-rpath,%sdk/lib' > %t/options
// RUN: %pkg_config --cflags --libs doca-common doca-dpa doca-argp libflexio > %t/modules-flags
// RUN: %pkg_config --cflags --libs doca > %t/module-flags
// RUN: cd %t && gcc host.c app.a -I%S/Inputs @modules-flags @options -o modules
// RUN: cd %t && gcc host.c app.a -I%S/Inputs @module-flags -lflexio -libverbs @options -o module
// RUN: dpa-run -- %t/modules | FileCheck %s
// RUN: dpa-run --engine=interp --eus=1 -- %t/module | FileCheck %s
// CHECK: headers 2.10.0
// CHECK: {{^}}0 failures

//--- shared.h
#include <stdint.h>
enum { ELEMENTS = 4, ROUNDS = 5 };
struct argument {
  uint64_t event, array, number;
};

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_buf.h>
#include <doca_dpa_dev_sync_event.h>
#include <dpaintrin.h>

__dpa_global__ void add(uint64_t address) {
  const struct argument *of = (const struct argument *)address;
  for (uint64_t i = 0; i < ELEMENTS; i++) {
    doca_dpa_dev_buf_t buf = doca_dpa_dev_buf_array_get_buf(of->array, i);
    uint64_t *element = (uint64_t *)doca_dpa_dev_buf_get_external_ptr(buf);
    *element += of->number + i;
  }
  __dpa_thread_window_writeback();
  doca_dpa_dev_sync_event_update_add(of->event, 1);
  doca_dpa_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t notify(uint64_t notification) {
  doca_dpa_dev_thread_notify(notification);
  return 0;
}

//--- host.c
#include "device.h"
#include "shared.h"
#include <doca_argp.h>
#include <doca_buf_array.h>
#include <doca_dpa.h>
#include <doca_log.h>
#include <doca_mmap.h>
#include <doca_sync_event.h>
#include <doca_version.h>

DOCA_LOG_REGISTER(GENERATION);

extern struct doca_dpa_app *dpa_sample_app;
doca_dpa_func_t add, notify;

static struct doca_dev *dev;
static struct doca_dpa *dpa;
static uint64_t numbers[ELEMENTS * 8] __attribute__((aligned(64)));

static void start_dpa(void) {
  dev = open_device();
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, dpa_sample_app));
  OK(doca_dpa_start(dpa));
}

static struct doca_sync_event *start_event(uint64_t *handle) {
  struct doca_sync_event *event;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_dpa(event, dpa));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_get_dpa_handle(event, dpa, handle));
  return event;
}

static struct doca_mmap *map_numbers(void) {
  struct doca_mmap *mmap;
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_add_dev(mmap, dev));
  OK(doca_mmap_set_permissions(mmap, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE));
  OK(doca_mmap_set_memrange(mmap, numbers, sizeof numbers));
  OK(doca_mmap_start(mmap));
  return mmap;
}

static struct doca_buf_arr *start_array(struct doca_mmap *mmap,
                                        uint64_t *handle) {
  struct doca_buf_arr *array;
  doca_dpa_dev_buf_arr_t of_device;
  OK(doca_buf_arr_create(ELEMENTS, &array));
  OK(doca_buf_arr_set_params(array, mmap, 64, 0));
  OK(doca_buf_arr_set_target_dpa(array, dpa));
  OK(doca_buf_arr_start(array));
  OK(doca_buf_arr_get_dpa_handle(array, &of_device));
  *handle = of_device;
  return array;
}

static void run_thread(const struct argument *argument,
                       struct doca_sync_event *event) {
  struct doca_dpa_thread *thread;
  struct doca_dpa_notification_completion *notification;
  doca_dpa_dev_notification_completion_t handle;
  doca_dpa_dev_uintptr_t address;
  OK(doca_dpa_mem_alloc(dpa, sizeof *argument, &address));
  OK(doca_dpa_thread_create(dpa, &thread));
  OK(doca_dpa_thread_set_func_arg(thread, add, address));
  OK(doca_dpa_thread_start(thread));
  OK(doca_dpa_notification_completion_create(dpa, thread, &notification));
  OK(doca_dpa_notification_completion_start(notification));
  OK(doca_dpa_notification_completion_get_dpa_handle(notification, &handle));
  OK(doca_dpa_h2d_memcpy(dpa, address, (void *)argument, sizeof *argument));
  OK(doca_dpa_thread_run(thread));
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    OK(doca_dpa_rpc(dpa, notify, NULL, handle));
    OK(doca_sync_event_wait_eq(event, round, UINT64_MAX));
  }
  OK(doca_dpa_notification_completion_stop(notification));
  OK(doca_dpa_thread_stop(thread));
  OK(doca_dpa_notification_completion_destroy(notification));
  OK(doca_dpa_thread_destroy(thread));
  OK(doca_dpa_mem_free(dpa, address));
}

int main(void) {
  struct doca_log_backend *backend;
  struct argument argument = {.number = 100};
  OK(doca_log_backend_create_with_file(stdout, &backend));
  DOCA_LOG(DOCA_LOG_LEVEL_INFO, "headers %s", doca_version());
  start_dpa();
  struct doca_sync_event *event = start_event(&argument.event);
  struct doca_mmap *mmap = map_numbers();
  struct doca_buf_arr *array = start_array(mmap, &argument.array);
  run_thread(&argument, event);
  for (uint64_t i = 0; i < ELEMENTS; i++)
    HOLDS(numbers[8 * i] == ROUNDS * (100 + i));
  OK(doca_buf_arr_destroy(array));
  OK(doca_mmap_destroy(mmap));
  OK(doca_sync_event_destroy(event));
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
