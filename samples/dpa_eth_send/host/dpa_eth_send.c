/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device code sends frames from memory of the host by an Ethernet queue. usage:
 * dpa_eth_send [DEVICE] */
#include "../../common/doca_verbs.h"

#include <infiniband/verbs.h>

extern struct doca_dpa_app *dpa_eth_send_app;
extern doca_dpa_func_t send_frames;

enum { FRAMES = 32, FRAME_SIZE = 1500, HEADER_SIZE = 14, MAC_SIZE = 6 };

/* As device code reads it. */
struct sender {
  uint64_t queue;
  uint64_t completion;
  uint64_t frames;
  uint32_t key;
  uint32_t size;
  uint32_t count;
  uint32_t reserved;
};

static uint8_t frames[FRAMES][FRAME_SIZE];

/* From the device's address; the payload counts from the number of the frame
 * on. */
static void fill_frames(struct doca_dev *dev) {
  static const uint8_t destination[] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66};

  for (int i = 0; i < FRAMES; i++) {
    uint8_t *frame = frames[i];

    memcpy(frame, destination, MAC_SIZE);
    CHECK(doca_devinfo_get_mac_addr(doca_dev_as_devinfo(dev), frame + MAC_SIZE,
                                    MAC_SIZE));
    frame[12] = 0x88; /* for experiments */
    frame[13] = 0xb5;
    for (int at = HEADER_SIZE; at < FRAME_SIZE; at++)
      frame[at] = (uint8_t)(i + at - HEADER_SIZE);
  }
}

static struct doca_verbs_eth_sq *
create_queue(const struct verbs *verbs, struct doca_dpa_completion *completion,
             uint64_t *handle) {
  struct doca_verbs_eth_sq_init_attr *attr;
  struct doca_verbs_eth_sq *queue;

  CHECK(doca_verbs_eth_sq_init_attr_create(&attr));
  CHECK(doca_verbs_eth_sq_init_attr_set_pd(attr, verbs->pd));
  CHECK(doca_verbs_eth_sq_init_attr_set_wr_num(attr, FRAMES));
  CHECK(doca_verbs_eth_sq_init_attr_set_max_sges(attr, 1));
  CHECK(doca_verbs_eth_sq_init_attr_set_external_datapath_en(attr, 1));
  CHECK(doca_verbs_eth_sq_init_attr_set_dpa(attr, verbs->dpa));
  CHECK(doca_verbs_eth_sq_init_attr_set_dpa_completion(attr, completion));
  CHECK(doca_verbs_eth_sq_create(verbs->context, attr, &queue));
  CHECK(doca_verbs_eth_sq_init_attr_destroy(attr));
  CHECK(doca_verbs_eth_sq_get_dpa_handle(queue, verbs->dpa, handle));
  return queue;
}

int main(int argc, char **argv) {
  struct sender sender = {
      .frames = (uintptr_t)frames, .size = FRAME_SIZE, .count = FRAMES};
  uint64_t count = 0;
  struct verbs verbs = open_verbs(argc > 1 ? argv[1] : NULL, dpa_eth_send_app);
  struct doca_dpa_completion *completion =
      create_completion(&verbs, FRAMES, &sender.completion);
  struct doca_verbs_eth_sq *queue =
      create_queue(&verbs, completion, &sender.queue);
  struct ibv_mr *mr =
      ibv_reg_mr(doca_verbs_bridge_verbs_pd_get_ibv_pd(verbs.pd), frames,
                 sizeof(frames), IBV_ACCESS_LOCAL_WRITE);

  if (mr == NULL) {
    fprintf(stderr, "error: cannot register memory\n");
    return 1;
  }
  sender.key = mr->lkey;
  fill_frames(verbs.dev);
  CHECK(doca_dpa_rpc(verbs.dpa, send_frames, &count, sender));
  printf("Sent %lu of %d frames of %d bytes\n", count, FRAMES, FRAME_SIZE);
  ibv_dereg_mr(mr);
  CHECK(doca_verbs_eth_sq_destroy(queue));
  CHECK(doca_dpa_completion_destroy(completion));
  close_verbs(&verbs);
  return count == FRAMES ? 0 : 1;
}
