/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Four kernels in a diamond: two begin when the first has ended, and the last
 * one when both have. The host waits for the last one. */
#include "graph.h"

enum { TOP, LEFT, RIGHT, BOTTOM, NODES };

int main(int argc, char **argv) {
  struct doca_dev *dev = open_named_device("doca_dpa_diamond_tree", argc, argv);
  uint64_t stamps[NODES][2];
  struct doca_sync_event *middle;
  struct graph graph;
  int in_order;

  open_graph(&graph, dev, NODES);
  middle = graph.ended[LEFT]; /* counts the ends of both */
  launch_node(&graph, TOP, NULL, 0, graph.ended[TOP]);
  launch_node(&graph, LEFT, graph.ended[TOP], 1, middle);
  launch_node(&graph, RIGHT, graph.ended[TOP], 1, middle);
  launch_node(&graph, BOTTOM, middle, 2, graph.ended[BOTTOM]);
  CHECK(doca_sync_event_wait_gt(graph.ended[BOTTOM], 0, UINT64_MAX));
  read_stamps(&graph, stamps);
  in_order = stamps[LEFT][0] > stamps[TOP][1] &&
             stamps[RIGHT][0] > stamps[TOP][1] &&
             stamps[BOTTOM][0] > stamps[LEFT][1] &&
             stamps[BOTTOM][0] > stamps[RIGHT][1];
  printf("Diamond of %d kernels: %s\n", NODES,
         in_order ? "each began after its parents' end" : "wrong order");
  close_graph(&graph);
  return !in_order;
}
