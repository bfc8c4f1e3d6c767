/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The smallest program of DOCA DPA: a device, a context with a program, an
 * event, a kernel, a remote call. */
#include "../../common/doca_arguments.h"

extern struct doca_dpa_app *dpa_hello_world_app;
extern doca_dpa_func_t hello_world, add;

int main(int argc, char **argv) {
  struct doca_dev *dev = open_named_device("dpa_hello_world", argc, argv);
  struct doca_dpa *dpa = start_program(dev, dpa_hello_world_app);
  struct doca_sync_event *done = start_event(dev, dpa);
  uint64_t sum;

  printf("Launching the kernel\n");
  fflush(stdout);
  CHECK(
      doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 1, 1, hello_world));
  CHECK(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  CHECK(doca_dpa_rpc(dpa, add, &sum, (uint64_t)44, (uint32_t)55));
  printf("The remote call returned %lu\n", sum);
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return sum == 99 ? 0 : 1;
}
