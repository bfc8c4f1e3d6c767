// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same as wrong-objects-of-dpa.c, for the functions of DOCA 1.5 and 2.5: NULL, what is not an object, objects of another kind,
// destroyed ones, NULL for a result, flags and enumerators without a meaning, and the errors that the header names. The table has every
// function of the header.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host | FileCheck %s
// RUN: cd %sdk/include && grep -ohE 'doca_[a-z0-9_]+' doca_dpa.h doca_dpa_thread.h > %t/other-functions
// RUN: sh %S/Inputs/functions-without-test.sh %s %sdk/lib/libdoca_dpa.so | not grep -vxFf %t/other-functions
// CHECK: {{^}}0 failures

//--- device.c
#include <doca_dpa_dev.h>
__dpa_global__ void kernel(uint64_t argument) { (void)argument; }

//--- host.c
#include "device.h"
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <string.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t kernel;

enum {
  RIGHTS = DOCA_ACCESS_LOCAL_READ_WRITE | DOCA_ACCESS_RDMA_WRITE,
  CPU = DOCA_DPA_EVENT_ACCESS_CPU,
  DPA = DOCA_DPA_EVENT_ACCESS_DPA,
  WAIT = DOCA_DPA_EVENT_WAIT_DEFAULT,
  UNKNOWN = 99
};

static const enum doca_dpa_event_op SET = DOCA_DPA_EVENT_OP_SET;

static struct doca_dev *dev;
static doca_dpa_t dpa;
static char memory[4096] __attribute__((aligned(64)));
static char not_an_object[64] = "not an object";

/* All arguments are right but the handle. */
static void table(void *h) {
  void *out = memory;
  INVALID(doca_devinfo_get_is_dpa_supported(h));
  INVALID(doca_dpa_app_name_get(h, out, out));
  INVALID(doca_dpa_create_v105(h, test_app, out, 0));
  INVALID(doca_dpa_create_v105(dev, h, out, 0));
  INVALID(doca_dpa_create_v205(h, test_app, out));
  INVALID(doca_dpa_create_v205(dev, h, out));
  INVALID(doca_dpa_event_create(h, CPU, DPA, WAIT, out, 0));
  INVALID(doca_dpa_event_destroy(h));
  INVALID(doca_dpa_event_dev_export(h, out));
  INVALID(doca_dpa_event_dev_remote_export(h, out));
  INVALID(doca_dpa_event_get(h, out));
  INVALID(doca_dpa_event_update(h, 1, SET));
  INVALID(doca_dpa_event_wait_until(h, 0, DOCA_DPA_EVENT_CMP_GEQ));
  INVALID(doca_dpa_kernel_launch(h, NULL, 0, NULL, 0, SET, kernel, 1, 0l));
  INVALID(doca_dpa_mem_free_v105((doca_dpa_dev_uintptr_t)h));
  INVALID(doca_dpa_mem_host_register(h, memory, 64, RIGHTS, out, 0));
  INVALID(doca_dpa_mem_unregister(h));
  INVALID(doca_dpa_mem_dev_export(h, out));
  INVALID(doca_dpa_mem_rkey_get(h, out));
  INVALID(doca_dpa_worker_create(h, out, 0));
  INVALID(doca_dpa_worker_destroy(h));
  INVALID(doca_dpa_ep_create(h, RIGHTS, out));
  INVALID(doca_dpa_ep_destroy(h));
  INVALID(doca_dpa_ep_dev_export(h, out));
  INVALID(doca_dpa_ep_addr_get(h, out, out));
  INVALID(doca_dpa_ep_addr_free(h));
  INVALID(doca_dpa_ep_connect(h, out));
}

/* A launch without events has NULL. */
static void test_wrong_events(void *h) {
  INVALID(doca_dpa_kernel_launch(dpa, h, 0, NULL, 0, SET, kernel, 1, 0l));
  INVALID(doca_dpa_kernel_launch(dpa, NULL, 0, h, 0, SET, kernel, 1, 0l));
}

static doca_dpa_event_t make_event(unsigned from) {
  doca_dpa_event_t event;
  OK(doca_dpa_event_create(dpa, from, CPU, WAIT, &event, 0));
  return event;
}

static void test_contexts(void) {
  struct doca_dpa *made;
  size_t size = sizeof memory;
  INVALID(doca_dpa_create_v105(dev, test_app, NULL, 0));
  INVALID(doca_dpa_create_v105(dev, test_app, &made, 1));
  INVALID(doca_dpa_create_v205(dev, test_app, NULL));
  INVALID(doca_dpa_app_name_get(test_app, NULL, &size));
  INVALID(doca_dpa_app_name_get(test_app, memory, NULL));
  size = strlen("test_app");
  INVALID(doca_dpa_app_name_get(test_app, memory, &size));
  size++;
  OK(doca_dpa_app_name_get(test_app, memory, &size));
  HOLDS(size == sizeof "test_app" && strcmp(memory, "test_app") == 0);
  OK(doca_devinfo_get_is_dpa_supported(doca_dev_as_devinfo(dev)));
}

static void test_launches(void) {
  INVALID(doca_dpa_kernel_launch(dpa, NULL, 0, NULL, 0, SET, NULL, 1, 0l));
  INVALID(doca_dpa_kernel_launch(dpa, NULL, 0, NULL, 0, SET, kernel, 0, 0l));
  INVALID(doca_dpa_kernel_launch(dpa, NULL, 255, NULL, 0, SET, kernel, 1, 0l));
  INVALID(doca_dpa_kernel_launch(
      dpa, NULL, 0, NULL, 0, (enum doca_dpa_event_op)UNKNOWN, kernel, 1, 0l));
}

static void test_events(void) {
  doca_dpa_event_t event;
  doca_dpa_dev_event_remote_t remote;
  uint64_t number;
  INVALID(doca_dpa_event_create(dpa, CPU, DPA, WAIT, NULL, 0));
  INVALID(doca_dpa_event_create(dpa, CPU, DPA, WAIT, &event, 1));
  INVALID(doca_dpa_event_create(dpa, CPU, DPA, UNKNOWN, &event, 0));
  INVALID(doca_dpa_event_create(dpa, 0, DPA, WAIT, &event, 0));
  INVALID(doca_dpa_event_create(dpa, UNKNOWN, DPA, WAIT, &event, 0));
  INVALID(doca_dpa_event_create(dpa, CPU, 0, WAIT, &event, 0));
  INVALID(doca_dpa_event_create(dpa, CPU, DOCA_DPA_EVENT_ACCESS_REMOTE, WAIT,
                                &event, 0));
  event = make_event(CPU | DPA);
  INVALID(doca_dpa_event_dev_export(event, NULL));
  INVALID(doca_dpa_event_dev_remote_export(event, NULL));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_dpa_event_dev_remote_export(event, &remote));
  INVALID(doca_dpa_event_get(event, NULL));
  INVALID(doca_dpa_event_update(event, 1, (enum doca_dpa_event_op)UNKNOWN));
  INVALID(doca_dpa_event_wait_until(event, 0, DOCA_DPA_EVENT_CMP_LT));
  INVALID(
      doca_dpa_event_wait_until(event, 0, (enum doca_dpa_event_cmp)UNKNOWN));
  OK(doca_dpa_event_get(event, &number));
  HOLDS(number == 0);
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(dpa));
  OK(doca_dpa_event_destroy(event));
  table(event);
  test_wrong_events(event);
}

static void test_memory(void) {
  doca_dpa_dev_uintptr_t address;
  doca_dpa_mem_t mem;
  INVALID(doca_dpa_mem_host_register(dpa, NULL, 64, RIGHTS, &mem, 0));
  INVALID(doca_dpa_mem_host_register(dpa, memory, 0, RIGHTS, &mem, 0));
  INVALID(doca_dpa_mem_host_register(dpa, memory, 64, 1 << 20, &mem, 0));
  INVALID(doca_dpa_mem_host_register(dpa, memory, 64, RIGHTS, NULL, 0));
  INVALID(doca_dpa_mem_host_register(dpa, memory, 64, RIGHTS, &mem, 1));
  OK(doca_dpa_mem_host_register(dpa, memory, 64, RIGHTS, &mem, 0));
  INVALID(doca_dpa_mem_dev_export(mem, NULL));
  INVALID(doca_dpa_mem_rkey_get(mem, NULL));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(dpa));
  OK(doca_dpa_mem_unregister(mem));
  table(mem);
  OK(doca_dpa_mem_alloc(dpa, 64, &address));
  INVALID(doca_dpa_mem_free_v105(address + 8));
  OK(doca_dpa_mem_free_v105(address));
  INVALID(doca_dpa_mem_free_v105(address));
}

static void test_endpoints(void) {
  doca_dpa_worker_t worker;
  doca_dpa_ep_t ep;
  doca_dpa_ep_addr_t address;
  size_t size;
  INVALID(doca_dpa_worker_create(dpa, NULL, 0));
  INVALID(doca_dpa_worker_create(dpa, &worker, 1));
  OK(doca_dpa_worker_create(dpa, &worker, 0));
  INVALID(doca_dpa_ep_create(worker, 1 << 20, &ep));
  INVALID(doca_dpa_ep_create(worker, RIGHTS, NULL));
  OK(doca_dpa_ep_create(worker, RIGHTS, &ep));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_worker_destroy(worker));
  INVALID(doca_dpa_ep_dev_export(ep, NULL));
  INVALID(doca_dpa_ep_addr_get(ep, NULL, &size));
  INVALID(doca_dpa_ep_addr_get(ep, &address, NULL));
  INVALID(doca_dpa_ep_connect(ep, NULL));
  INVALID(doca_dpa_ep_connect(ep, (doca_dpa_ep_addr_t)not_an_object));
  OK(doca_dpa_ep_addr_get(ep, &address, &size));
  OK(doca_dpa_ep_connect(ep, address)); // to itself
  GIVES(DOCA_ERROR_CONNECTION_ABORTED, doca_dpa_ep_connect(ep, address));
  OK(doca_dpa_ep_addr_free(address));
  INVALID(doca_dpa_ep_addr_free(address));
  OK(doca_dpa_ep_destroy(ep));
  table(ep);
  OK(doca_dpa_worker_destroy(worker));
  table(worker);
}

int main(void) {
  struct doca_mmap *other;
  dev = open_device();
  OK(doca_dpa_create(dev, test_app, &dpa, 0));
  OK(doca_mmap_create(&other));
  table(NULL);
  table(not_an_object);
  table(other);
  test_wrong_events(not_an_object);
  test_wrong_events(other);
  test_contexts();
  test_launches();
  test_events();
  test_memory();
  test_endpoints();
  OK(doca_mmap_destroy(other));
  OK(doca_dpa_destroy(dpa));
  table(dpa);
  OK(doca_dev_close(dev));
  return result();
}
