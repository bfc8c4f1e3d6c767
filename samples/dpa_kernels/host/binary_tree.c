/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Seven kernels in a binary tree: each begins when its parent has ended. The
 * host waits for all of them. */
#include "graph.h"

enum { NODES = 7 };

int main(int argc, char **argv) {
  struct doca_dev *dev = open_named_device("doca_dpa_binary_tree", argc, argv);
  uint64_t stamps[NODES][2];
  struct graph graph;
  int in_order = 1;

  open_graph(&graph, dev, NODES);
  for (int i = 0; i < NODES; i++)
    launch_node(&graph, i, i > 0 ? graph.ended[(i - 1) / 2] : NULL, 1,
                graph.ended[i]);
  for (int i = 0; i < NODES; i++)
    CHECK(doca_sync_event_wait_gt(graph.ended[i], 0, UINT64_MAX));
  read_stamps(&graph, stamps);
  for (int i = 1; i < NODES; i++)
    in_order &= stamps[i][0] > stamps[(i - 1) / 2][1];
  printf("Tree of %d kernels: %s\n", NODES,
         in_order ? "each began after its parent's end" : "wrong order");
  close_graph(&graph);
  return !in_order;
}
