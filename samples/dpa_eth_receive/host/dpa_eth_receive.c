/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Frames that arrive at a device are received by device code, into memory of
 * the host: an Ethernet queue, and a pipe that directs all frames to it. usage:
 * dpa_eth_receive [DEVICE] */
#include "../../common/doca_verbs.h"

#include <doca_flow.h>
#include <infiniband/verbs.h>

extern struct doca_dpa_app *dpa_eth_receive_app;
extern doca_dpa_func_t receive_frames;

enum { FRAMES = 32, FRAME_SIZE = 1600, QUEUE_ID = 0 };

/* As device code reads it. */
struct receiver {
  uint64_t queue;
  uint64_t completion;
  uint64_t frames;
  uint64_t lengths;
  uint32_t key;
  uint32_t size;
  uint32_t count;
  uint32_t reserved;
};

static uint8_t frames[FRAMES][FRAME_SIZE];

static void initialize_flow(void) {
  struct doca_flow_cfg *cfg;

  CHECK(doca_flow_cfg_create(&cfg));
  CHECK(doca_flow_cfg_set_pipe_queues(cfg, 1));
  CHECK(doca_flow_cfg_set_mode_args(cfg, "vnf"));
  CHECK(doca_flow_init(cfg));
  CHECK(doca_flow_cfg_destroy(cfg));
}

static struct doca_flow_port *start_port(struct doca_dev *dev) {
  struct doca_flow_port_cfg *cfg;
  struct doca_flow_port *port;

  CHECK(doca_flow_port_cfg_create(&cfg));
  CHECK(doca_flow_port_cfg_set_port_id(cfg, 0));
  CHECK(doca_flow_port_cfg_set_dev(cfg, dev));
  CHECK(doca_flow_port_start(cfg, &port));
  CHECK(doca_flow_port_cfg_destroy(cfg));
  return port;
}

/* A pipe whose match is all 0 takes all frames. */
static struct doca_flow_pipe *direct_all(struct doca_flow_port *port) {
  uint16_t queues[] = {QUEUE_ID};
  struct doca_flow_match match = {0};
  struct doca_flow_fwd fwd = {.type = DOCA_FLOW_FWD_RSS,
                              .rss_type = DOCA_FLOW_RESOURCE_TYPE_NON_SHARED,
                              .rss = {.queues_array = queues, .nr_queues = 1}};
  struct doca_flow_fwd miss = {.type = DOCA_FLOW_FWD_DROP};
  struct doca_flow_pipe_cfg *cfg;
  struct doca_flow_pipe *pipe;
  struct doca_flow_pipe_entry *entry;

  CHECK(doca_flow_pipe_cfg_create(&cfg, port));
  CHECK(doca_flow_pipe_cfg_set_name(cfg, "all frames"));
  CHECK(doca_flow_pipe_cfg_set_type(cfg, DOCA_FLOW_PIPE_BASIC));
  CHECK(doca_flow_pipe_cfg_set_is_root(cfg, true));
  CHECK(doca_flow_pipe_cfg_set_match(cfg, &match, NULL));
  CHECK(doca_flow_pipe_create(cfg, &fwd, &miss, &pipe));
  CHECK(doca_flow_pipe_cfg_destroy(cfg));
  CHECK(doca_flow_pipe_basic_add_entry(0, pipe, &match, 0, NULL, NULL, NULL,
                                       DOCA_FLOW_ENTRY_FLAGS_NO_WAIT, NULL,
                                       &entry));
  CHECK(doca_flow_entries_process(port, 0, 10000, 1));
  return pipe;
}

static struct doca_verbs_eth_rq *
create_queue(const struct verbs *verbs, struct doca_dpa_completion *completion,
             uint64_t *handle) {
  struct doca_verbs_eth_rq_init_attr *attr;
  struct doca_verbs_eth_rq *queue;

  CHECK(doca_verbs_eth_rq_init_attr_create(&attr));
  CHECK(doca_verbs_eth_rq_init_attr_set_pd(attr, verbs->pd));
  CHECK(doca_verbs_eth_rq_init_attr_set_wr_num(attr, FRAMES));
  CHECK(doca_verbs_eth_rq_init_attr_set_max_sges(attr, 1));
  CHECK(doca_verbs_eth_rq_init_attr_set_queue_id(attr, QUEUE_ID));
  CHECK(doca_verbs_eth_rq_init_attr_set_external_datapath_en(attr, 1));
  CHECK(doca_verbs_eth_rq_init_attr_set_dpa(attr, verbs->dpa));
  CHECK(doca_verbs_eth_rq_init_attr_set_dpa_completion(attr, completion));
  CHECK(doca_verbs_eth_rq_create(verbs->context, attr, &queue));
  CHECK(doca_verbs_eth_rq_init_attr_destroy(attr));
  CHECK(doca_verbs_eth_rq_get_dpa_handle(queue, verbs->dpa, handle));
  return queue;
}

/* The EtherType, and the source of each frame. */
static void show(const uint32_t *lengths) {
  for (int i = 0; i < FRAMES; i++) {
    const uint8_t *f = frames[i];

    printf("Frame %d: %u bytes, type %02x%02x, from "
           "%02x:%02x:%02x:%02x:%02x:%02x\n",
           i, lengths[i], f[12], f[13], f[6], f[7], f[8], f[9], f[10], f[11]);
  }
}

/* Runs the device program; stores the length of each frame. */
static uint64_t receive_all(const struct verbs *verbs,
                            struct receiver *receiver, uint32_t *lengths) {
  uint64_t count = 0;
  struct ibv_mr *mr =
      ibv_reg_mr(doca_verbs_bridge_verbs_pd_get_ibv_pd(verbs->pd), frames,
                 sizeof(frames), IBV_ACCESS_LOCAL_WRITE);

  if (mr == NULL) {
    fprintf(stderr, "error: cannot register memory\n");
    exit(1);
  }
  receiver->frames = (uintptr_t)frames;
  receiver->key = mr->lkey;
  receiver->size = FRAME_SIZE;
  receiver->count = FRAMES;
  CHECK(doca_dpa_mem_alloc(verbs->dpa, FRAMES * sizeof(*lengths),
                           &receiver->lengths));
  CHECK(doca_dpa_rpc(verbs->dpa, receive_frames, &count, *receiver));
  CHECK(doca_dpa_d2h_memcpy(verbs->dpa, lengths, receiver->lengths,
                            FRAMES * sizeof(*lengths)));
  CHECK(doca_dpa_mem_free(verbs->dpa, receiver->lengths));
  ibv_dereg_mr(mr);
  return count;
}

int main(int argc, char **argv) {
  struct receiver receiver = {0};
  uint32_t lengths[FRAMES];

  initialize_flow();
  struct verbs verbs =
      open_verbs(argc > 1 ? argv[1] : NULL, dpa_eth_receive_app);
  struct doca_flow_port *port = start_port(verbs.dev);
  struct doca_dpa_completion *completion =
      create_completion(&verbs, FRAMES, &receiver.completion);
  struct doca_verbs_eth_rq *queue =
      create_queue(&verbs, completion, &receiver.queue);
  struct doca_flow_pipe *pipe = direct_all(port);
  uint64_t count = receive_all(&verbs, &receiver, lengths);

  if (count == FRAMES)
    show(lengths);
  else
    fprintf(stderr, "error: receive %lu failed\n", count);
  doca_flow_pipe_destroy(pipe);
  CHECK(doca_flow_port_stop(port));
  CHECK(doca_verbs_eth_rq_destroy(queue));
  CHECK(doca_dpa_completion_destroy(completion));
  close_verbs(&verbs);
  doca_flow_destroy();
  return count == FRAMES ? 0 : 1;
}
