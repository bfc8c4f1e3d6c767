/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches kernels of DOCA DPA: one that waits until another thread of the host
 * changes an event; a binary tree, whose nodes wait for their parents; and a
 * diamond, whose last node waits for the two before it. */
#include "../../common/doca_arguments.h"

#include <pthread.h>

extern struct doca_dpa_app *dpa_kernels_app;
extern doca_dpa_func_t greet, run_node;

enum { NODES = 7, TOP = 0, LEFT, RIGHT, BOTTOM, CORNERS };

/* The other thread. */
static void *release(void *wait) {
  printf("The kernel waits\n");
  fflush(stdout);
  CHECK(doca_sync_event_update_set(wait, 5));
  return NULL;
}

static void launch_with_events(struct doca_dev *dev, struct doca_dpa *dpa) {
  struct doca_sync_event *wait = start_event(dev, dpa);
  struct doca_sync_event *done = start_event(dev, dpa);
  pthread_t other;

  /* Starts once `wait` is at least 4; then `done` is set to 10. */
  CHECK(doca_dpa_kernel_launch_update_set(dpa, wait, 4, done, 10, 2, greet));
  if (pthread_create(&other, NULL, release, wait) != 0)
    exit(1);
  CHECK(doca_sync_event_wait_gt(done, 9, UINT64_MAX));
  pthread_join(other, NULL);
  printf("The kernel has ended\n");
  CHECK(doca_sync_event_destroy(wait));
  CHECK(doca_sync_event_destroy(done));
}

/* Nodes write when they ran: begin and end, in cycles. */
struct run {
  uint64_t begin, end;
};

static doca_dpa_dev_uintptr_t make_runs(struct doca_dpa *dpa, int count) {
  doca_dpa_dev_uintptr_t memory;

  CHECK(doca_dpa_mem_alloc(dpa, (size_t)count * sizeof(struct run), &memory));
  return memory;
}

static void take_runs(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t memory,
                      struct run *runs, int count) {
  CHECK(doca_dpa_d2h_memcpy(dpa, runs, memory,
                            (size_t)count * sizeof(struct run)));
  CHECK(doca_dpa_mem_free(dpa, memory));
}

static void report(const char *what, int in_order, const char *order) {
  printf("%s: %s\n", what, in_order ? order : "wrong order");
  if (!in_order)
    exit(1);
}

static void launch_tree(struct doca_dev *dev, struct doca_dpa *dpa) {
  struct doca_sync_event *ended[NODES];
  struct run runs[NODES];
  doca_dpa_dev_uintptr_t memory = make_runs(dpa, NODES);
  int in_order = 1;

  for (int i = 0; i < NODES; i++)
    ended[i] = start_event(dev, dpa);
  for (int i = 0; i < NODES; i++)
    CHECK(doca_dpa_kernel_launch_update_set(
        dpa, i > 0 ? ended[(i - 1) / 2] : NULL, 1, ended[i], 1, 1, run_node,
        memory + i * sizeof(struct run)));
  for (int i = 0; i < NODES; i++)
    CHECK(doca_sync_event_wait_gt(ended[i], 0, UINT64_MAX));
  take_runs(dpa, memory, runs, NODES);
  for (int i = 1; i < NODES; i++)
    in_order &= runs[i].begin >= runs[(i - 1) / 2].end;
  for (int i = 0; i < NODES; i++)
    CHECK(doca_sync_event_destroy(ended[i]));
  report("Tree of 7 kernels", in_order, "each began after its parent's end");
}

/* The sides wait for the top, and add 1 each to the event of the bottom. */
static void launch_diamond(struct doca_dev *dev, struct doca_dpa *dpa) {
  struct doca_sync_event *top = start_event(dev, dpa);
  struct doca_sync_event *sides = start_event(dev, dpa);
  struct doca_sync_event *bottom = start_event(dev, dpa);
  struct run runs[CORNERS];
  doca_dpa_dev_uintptr_t memory = make_runs(dpa, CORNERS);

  CHECK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, top, 1, 1, run_node,
                                          memory + TOP * sizeof(struct run)));
  for (int side = LEFT; side <= RIGHT; side++)
    CHECK(
        doca_dpa_kernel_launch_update_add(dpa, top, 1, sides, 1, 1, run_node,
                                          memory + side * sizeof(struct run)));
  CHECK(
      doca_dpa_kernel_launch_update_set(dpa, sides, 2, bottom, 1, 1, run_node,
                                        memory + BOTTOM * sizeof(struct run)));
  CHECK(doca_sync_event_wait_gt(bottom, 0, UINT64_MAX));
  take_runs(dpa, memory, runs, CORNERS);
  CHECK(doca_sync_event_destroy(top));
  CHECK(doca_sync_event_destroy(sides));
  CHECK(doca_sync_event_destroy(bottom));
  report("Diamond of 4 kernels",
         runs[LEFT].begin >= runs[TOP].end &&
             runs[RIGHT].begin >= runs[TOP].end &&
             runs[BOTTOM].begin >= runs[LEFT].end &&
             runs[BOTTOM].begin >= runs[RIGHT].end,
         "the last began after the ends of both sides");
}

int main(int argc, char **argv) {
  struct doca_dev *dev = open_named_device("dpa_kernels", argc, argv);
  struct doca_dpa *dpa = start_program(dev, dpa_kernels_app);

  launch_with_events(dev, dpa);
  launch_tree(dev, dpa);
  launch_diamond(dev, dpa);
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return 0;
}
