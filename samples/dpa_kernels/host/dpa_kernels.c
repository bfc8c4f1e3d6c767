/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches kernels of DOCA DPA: one that waits for an event of the host, and a
 * binary tree, whose nodes wait for their parents. */
#include "../../common/doca.h"

extern struct doca_dpa_app *dpa_kernels_app;
extern doca_dpa_func_t greet, run_node;

enum { NODES = 7 };

static void launch_with_events(struct doca_dev *dev, struct doca_dpa *dpa) {
  struct doca_sync_event *wait = start_event(dev, dpa);
  struct doca_sync_event *done = start_event(dev, dpa);

  /* Starts once `wait` is at least 4; then `done` is set to 10. */
  CHECK(doca_dpa_kernel_launch_update_set(dpa, wait, 4, done, 10, 2, greet));
  printf("The kernel waits\n");
  fflush(stdout);
  CHECK(doca_sync_event_update_set(wait, 5));
  CHECK(doca_sync_event_wait_gt(done, 9, UINT64_MAX));
  printf("The kernel has ended\n");
  CHECK(doca_sync_event_destroy(wait));
  CHECK(doca_sync_event_destroy(done));
}

static void launch_tree(struct doca_dev *dev, struct doca_dpa *dpa) {
  struct doca_sync_event *ended[NODES];
  uint64_t times[NODES][2];
  doca_dpa_dev_uintptr_t memory;
  int in_order = 1;

  CHECK(doca_dpa_mem_alloc(dpa, sizeof(times), &memory));
  for (int i = 0; i < NODES; i++)
    ended[i] = start_event(dev, dpa);
  for (int i = 0; i < NODES; i++)
    CHECK(doca_dpa_kernel_launch_update_set(
        dpa, i > 0 ? ended[(i - 1) / 2] : NULL, 1, ended[i], 1, 1, run_node,
        memory + i * sizeof(times[0])));
  for (int i = 0; i < NODES; i++)
    CHECK(doca_sync_event_wait_gt(ended[i], 0, UINT64_MAX));
  CHECK(doca_dpa_d2h_memcpy(dpa, times, memory, sizeof(times)));
  for (int i = 1; i < NODES; i++)
    in_order &= times[i][0] >= times[(i - 1) / 2][1];
  printf("Tree of %d kernels: %s\n", NODES,
         in_order ? "each began after its parent's end" : "wrong order");
  for (int i = 0; i < NODES; i++)
    CHECK(doca_sync_event_destroy(ended[i]));
  CHECK(doca_dpa_mem_free(dpa, memory));
  if (!in_order)
    exit(1);
}

int main(int argc, char **argv) {
  struct doca_dev *dev = open_dpa_device(argc > 1 ? argv[1] : NULL);
  struct doca_dpa *dpa = start_program(dev, dpa_kernels_app);

  launch_with_events(dev, dpa);
  launch_tree(dev, dpa);
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return 0;
}
