/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffer arrays and RDMA with the interface of DOCA 2.5: a kernel reverses the
 * order of pieces of text, and writes them to memory of another thread, which
 * stands for a remote program and waits for an event. */
#include "../../common/doca_arguments.h"

#include <doca_buf_array.h>
#include <doca_rdma.h>

#include <pthread.h>

extern struct doca_dpa_app *dpa_buffer_copy_app;
extern doca_dpa_func_t send_reversed;

enum {
  BUFFERS = 4,
  LENGTH = 8,
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE |
           DOCA_ACCESS_FLAG_RDMA_ATOMIC,
};

/* As on the device. */
struct job {
  uint64_t rdma;
  uint64_t local;
  uint64_t remote;
  uint64_t event;
  uint64_t buffers;
  uint64_t length;
};

struct side {
  char text[2 * BUFFERS * LENGTH] __attribute__((aligned(64)));
  struct doca_mmap *mmap;
  struct doca_buf_arr *array;
  struct doca_dpa_dev_buf_arr *dpa_array;
  struct doca_rdma *rdma;
  struct doca_dpa_dev_rdma *dpa_rdma;
  const void *details;
  size_t details_size;
};

static struct doca_dev *dev;
static struct doca_dpa *dpa;
static struct side sides[2]; /* the main thread's, the remote thread's */
static struct doca_sync_event *arrived;
static pthread_barrier_t described;

/* The array has `count` buffers of `length` bytes. */
static void create_array(struct side *side, uint32_t count, size_t length) {
  CHECK(doca_mmap_create(&side->mmap));
  CHECK(doca_mmap_set_memrange(side->mmap, side->text, sizeof(side->text)));
  CHECK(doca_mmap_set_permissions(side->mmap, RIGHTS));
  CHECK(doca_mmap_add_dev(side->mmap, dev));
  CHECK(doca_mmap_start(side->mmap));
  CHECK(doca_buf_arr_create(side->mmap, &side->array));
  CHECK(doca_buf_arr_set_target_dpa(side->array, dpa));
  CHECK(doca_buf_arr_set_params(side->array, length, count, 0));
  CHECK(doca_buf_arr_start(side->array));
  CHECK(doca_buf_arr_get_dpa_handle(side->array, &side->dpa_array));
}

static void create_rdma(struct side *side) {
  struct doca_ctx *ctx;

  CHECK(doca_rdma_create(dev, &side->rdma));
  CHECK(doca_rdma_set_permissions(side->rdma, RIGHTS));
  CHECK(doca_rdma_set_grh_enabled(side->rdma, true));
  ctx = doca_rdma_as_ctx(side->rdma);
  CHECK(doca_ctx_set_datapath_on_dpa(ctx, dpa));
  CHECK(doca_ctx_start(ctx));
  CHECK(doca_rdma_get_dpa_handle(side->rdma, &side->dpa_rdma));
  CHECK(doca_rdma_export(side->rdma, &side->details, &side->details_size));
}

static void destroy(struct side *side) {
  CHECK(doca_ctx_stop(doca_rdma_as_ctx(side->rdma)));
  CHECK(doca_rdma_destroy(side->rdma));
  CHECK(doca_buf_arr_destroy(side->array));
  CHECK(doca_mmap_destroy(side->mmap));
}

/* Each thread describes its side, waits for the other one, and connects. */
static void connect_to(struct side *own, const struct side *peer) {
  create_rdma(own);
  pthread_barrier_wait(&described);
  CHECK(doca_rdma_connect(own->rdma, peer->details, peer->details_size));
  pthread_barrier_wait(&described);
}

static void *run_remote(void *unused) {
  (void)unused;
  create_array(&sides[1], 1, sizeof(sides[1].text));
  connect_to(&sides[1], &sides[0]);
  CHECK(doca_sync_event_wait_gt(arrived, BUFFERS - 1, UINT64_MAX));
  printf("Remote thread: %.*s\n", BUFFERS * LENGTH, sides[1].text);
  return NULL;
}

/* An event of the remote thread, and its handle for the kernel. */
static struct doca_sync_event_remote_net *create_event(uint64_t *handle) {
  struct doca_sync_event_remote_net *remote;
  const uint8_t *data;
  size_t size;

  CHECK(doca_sync_event_create(&arrived));
  CHECK(doca_sync_event_add_publisher_location_remote_net(arrived));
  CHECK(doca_sync_event_add_subscriber_location_cpu(arrived, dev));
  CHECK(doca_sync_event_start(arrived));
  CHECK(doca_sync_event_export_to_remote_net(arrived, &data, &size));
  CHECK(
      doca_sync_event_remote_net_create_from_export(dev, data, size, &remote));
  CHECK(doca_sync_event_remote_net_export_to_dpa(remote, dpa, handle));
  return remote;
}

int main(int argc, char **argv) {
  struct job job = {.buffers = BUFFERS, .length = LENGTH};
  struct doca_sync_event_remote_net *remote;
  struct doca_sync_event *done;
  pthread_t thread;

  dev = open_named_device("doca_dpa_buffer_copy", argc, argv);
  CHECK(doca_dpa_create(dev, dpa_buffer_copy_app, &dpa));
  memcpy(sides[0].text, "four    three   two     one     ", BUFFERS * LENGTH);
  done = start_event(dev, dpa);
  remote = create_event(&job.event);
  pthread_barrier_init(&described, NULL, 2);
  if (pthread_create(&thread, NULL, run_remote, NULL) != 0)
    return 1;
  create_array(&sides[0], 2 * BUFFERS, LENGTH);
  connect_to(&sides[0], &sides[1]);
  printf("Main thread: %.*s\n", BUFFERS * LENGTH, sides[0].text);
  fflush(stdout);
  job.rdma = (uint64_t)sides[0].dpa_rdma;
  job.local = (uint64_t)sides[0].dpa_array;
  job.remote = (uint64_t)sides[1].dpa_array;
  CHECK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 1, 1,
                                          send_reversed, job));
  CHECK(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  pthread_join(thread, NULL);
  for (int i = 0; i < 2; i++)
    destroy(&sides[i]);
  CHECK(doca_sync_event_remote_net_destroy(remote));
  CHECK(doca_sync_event_destroy(arrived));
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return memcmp(sides[1].text, "one     two     three   four    ",
                BUFFERS * LENGTH) != 0;
}
