/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A graph of kernels: its nodes' completion events and stamps (see device/kernels.c). */
#ifndef DPA_KERNELS_GRAPH_H
#define DPA_KERNELS_GRAPH_H

#include "../../common/doca_arguments.h"

extern struct doca_dpa_app *dpa_kernels_app;
extern doca_dpa_func_t run_node;

enum { NODES_MAX = 7 };

struct graph {
  struct doca_dev *dev;
  struct doca_dpa *dpa;
  int nodes;
  struct doca_sync_event *ended[NODES_MAX];
  doca_dpa_dev_uintptr_t memory; /* the clock, then two stamps for each node */
};

static inline void open_graph(struct graph *graph, struct doca_dev *dev,
                              int nodes) {
  size_t size = (1 + 2 * nodes) * sizeof(uint64_t);

  graph->dev = dev;
  graph->dpa = start_program(dev, dpa_kernels_app);
  graph->nodes = nodes;
  for (int i = 0; i < nodes; i++)
    graph->ended[i] = start_event(dev, graph->dpa);
  CHECK(doca_dpa_mem_alloc(graph->dpa, size, &graph->memory));
  CHECK(doca_dpa_memset(graph->dpa, graph->memory, 0, size));
}

/* Launches a node, which begins once `event` is at least `threshold`; NULL: at once. It adds 1 to `done`
 * when it ends. */
static inline void launch_node(struct graph *graph, int node,
                               struct doca_sync_event *event,
                               uint64_t threshold,
                               struct doca_sync_event *done) {
  CHECK(doca_dpa_kernel_launch_update_add(
      graph->dpa, event, threshold, done, 1, 1, run_node, graph->memory,
      graph->memory + (1 + 2 * node) * sizeof(uint64_t)));
}

/* Reads what the nodes have stored, {begin, end} for each. */
static inline void read_stamps(struct graph *graph, uint64_t (*stamps)[2]) {
  CHECK(doca_dpa_d2h_memcpy(graph->dpa, stamps,
                            graph->memory + sizeof(uint64_t),
                            graph->nodes * sizeof(*stamps)));
}

static inline void close_graph(struct graph *graph) {
  for (int i = 0; i < graph->nodes; i++)
    CHECK(doca_sync_event_destroy(graph->ended[i]));
  CHECK(doca_dpa_mem_free(graph->dpa, graph->memory));
  CHECK(doca_dpa_destroy(graph->dpa));
  CHECK(doca_dev_close(graph->dev));
}

#endif
