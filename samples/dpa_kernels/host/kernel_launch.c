/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches a kernel and waits for its completion event. */
#include "../../common/doca_arguments.h"

extern struct doca_dpa_app *dpa_kernels_app;
extern doca_dpa_func_t hello_world;

int main(int argc, char **argv) {
  struct doca_dev *dev =
      open_named_device("doca_dpa_kernel_launch", argc, argv);
  struct doca_dpa *dpa = start_program(dev, dpa_kernels_app);
  struct doca_sync_event *done = start_event(dev, dpa);

  /* `done` is set to 10. */
  CHECK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 10, 1,
                                          hello_world));
  CHECK(doca_sync_event_wait_gt(done, 9, UINT64_MAX));
  printf("The kernel has ended\n");
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return 0;
}
