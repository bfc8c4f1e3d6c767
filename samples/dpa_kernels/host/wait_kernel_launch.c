/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches a kernel that begins when another host thread changes its wait
 * event. */
#include "../../common/doca_arguments.h"

#include <pthread.h>

extern struct doca_dpa_app *dpa_kernels_app;
extern doca_dpa_func_t hello_world;

enum { THRESHOLD = 4, DONE = 10 };

static void *trigger(void *event) {
  printf("The wait event is triggered\n");
  fflush(stdout);
  CHECK(doca_sync_event_update_set(event, THRESHOLD));
  return NULL;
}

int main(int argc, char **argv) {
  struct doca_dev *dev =
      open_named_device("doca_dpa_wait_kernel_launch", argc, argv);
  struct doca_dpa *dpa = start_program(dev, dpa_kernels_app);
  struct doca_sync_event *wait = start_host_event(dev, dpa);
  struct doca_sync_event *done = start_event(dev, dpa);
  pthread_t thread;
  uint64_t number;

  CHECK(doca_dpa_kernel_launch_update_set(dpa, wait, THRESHOLD, done, DONE, 1,
                                          hello_world));
  /* The kernel starts only when the event is set. */
  CHECK(doca_sync_event_get(done, &number));
  printf("The kernel %s\n", number == 0 ? "waits" : "has not waited");
  fflush(stdout);
  if (pthread_create(&thread, NULL, trigger, wait) != 0)
    return 1;
  CHECK(doca_sync_event_wait_gt(done, DONE - 1, UINT64_MAX));
  printf("The kernel has ended\n");
  pthread_join(thread, NULL);
  CHECK(doca_sync_event_destroy(wait));
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return number != 0;
}
