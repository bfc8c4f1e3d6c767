// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device memory is freed without its context if only one context has memory at
// its address.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host | FileCheck %s
// CHECK: doca_dpa_mem_free{{.*}}2 DPA contexts have memory at 0x
// CHECK: 0 failures

//--- device.c
#include <doca_dpa_dev.h>

__dpa_rpc__ uint64_t nothing(void) { return 0; }

//--- host.c
#include "device.h"
#include <doca_dpa.h>
#include <doca_log.h>

extern struct doca_dpa_app *test_app;
static struct doca_dev *dev;

static struct doca_dpa *start_dpa(void) {
  struct doca_dpa *dpa;
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_start(dpa));
  return dpa;
}

static void test_free(struct doca_dpa *dpa) {
  struct doca_dpa *other = start_dpa();
  doca_dpa_dev_uintptr_t one, two;
  OK(doca_dpa_mem_alloc(dpa, 64, &one));
  do // until both have the same address
    OK(doca_dpa_mem_alloc(other, 64, &two));
  while (two < one);
  HOLDS(one == two);
  INVALID(doca_dpa_mem_free(one));
  OK(doca_dpa_mem_free(other, two));
  OK(doca_dpa_mem_free(one));
  // A context takes its memory with it.
  OK(doca_dpa_mem_alloc(other, 64, &two));
  OK(doca_dpa_destroy(other));
  INVALID(doca_dpa_mem_free(two));
}

int main(void) {
  struct doca_log_backend *backend;
  OK(doca_log_backend_create_with_file_sdk(stdout, &backend));
  dev = open_device();
  struct doca_dpa *dpa = start_dpa();
  test_free(dpa);
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
