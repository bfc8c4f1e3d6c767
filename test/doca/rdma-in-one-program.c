// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RDMA by device code: two contexts of one program connect to each other. Every
// kind of request does what it says; completions have type and connection;
// signals change the event of the other side.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm" -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- shared.h
#include <stdint.h>
enum { SEND_TEXT = 0x77, IMMEDIATE = 0x12345678, SIZE = 4096 };
struct ends {
  uint64_t rdma[2], completion[2], event;
  uint64_t memory[2]; // the host's, SIZE bytes each
  uint32_t key[2], id[2];
};

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>

enum {
  NOW = DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH,
  SILENT =
      DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH | DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS
};

// The next completion: its type and user data, 1000 * type + user data.
static uint64_t next(doca_dpa_dev_completion_t from, uint32_t *immediate) {
  doca_dpa_dev_completion_element_t element;
  while (!doca_dpa_dev_get_completion(from, &element))
    ;
  if (immediate)
    *immediate = doca_dpa_dev_get_completion_immediate(element);
  uint64_t result = 1000ul * doca_dpa_dev_get_completion_type(element) +
                    doca_dpa_dev_get_completion_user_data(element);
  doca_dpa_dev_completion_ack(from, 1);
  return result;
}

__dpa_rpc__ uint64_t exchange(uint64_t address) {
  struct ends *of = (struct ends *)address;
  uint32_t immediate = 0, a = of->id[0];
  uint64_t mine = of->memory[0], theirs = of->memory[1];
  // A message: receive first.
  doca_dpa_dev_rdma_post_receive(of->rdma[1], of->key[1], theirs, 64);
  doca_dpa_dev_rdma_post_send(of->rdma[0], a, of->key[0], mine, 8, SILENT);
  if (next(of->completion[1], 0) != 2000 + of->id[1])
    return 1;
  // A message before its receive waits; an immediate arrives.
  doca_dpa_dev_rdma_post_send_imm(of->rdma[0], a, of->key[0], mine + 8, 8,
                                  IMMEDIATE, NOW);
  doca_dpa_dev_rdma_post_receive(of->rdma[1], of->key[1], theirs + 64, 64);
  if (next(of->completion[1], &immediate) != 3000 + of->id[1] ||
      immediate != IMMEDIATE || next(of->completion[0], 0) != a)
    return 2;
  // Write, read, add.
  doca_dpa_dev_rdma_post_write(of->rdma[0], a, of->key[1], theirs + 128,
                               of->key[0], mine + 16, 8, SILENT);
  doca_dpa_dev_rdma_post_read(of->rdma[0], a, of->key[0], mine + 24, of->key[1],
                              theirs + 136, 8, SILENT);
  doca_dpa_dev_rdma_post_atomic_fetch_add(of->rdma[0], a, of->key[1],
                                          theirs + 144, 5, NOW);
  if (next(of->completion[0], 0) != a)
    return 3;
  doca_dpa_dev_rdma_post_receive(of->rdma[1], of->key[1], theirs + 192, 64);
  doca_dpa_dev_rdma_post_write_imm(of->rdma[0], a, of->key[1], theirs + 152,
                                   of->key[0], mine, 8, 99, NOW);
  if (next(of->completion[1], &immediate) != 1000 + of->id[1] ||
      immediate != 99 || next(of->completion[0], 0) != a)
    return 4;
  doca_dpa_dev_rdma_signal_set(of->rdma[0], a, of->event, 40);
  doca_dpa_dev_rdma_signal_add(of->rdma[0], a, of->event, 2);
  return 0;
}

// A request that is outside the memory, or without the right, is an error.
__dpa_rpc__ uint64_t fail(uint64_t address) {
  struct ends *of = (struct ends *)address;
  doca_dpa_dev_rdma_post_write(of->rdma[0], of->id[0], of->key[1],
                               of->memory[1] + SIZE - 4, of->key[0],
                               of->memory[0], 8, SILENT);
  return next(of->completion[0], 0);
}

//--- host.c
#include "device.h"
#include "shared.h"
#include <doca_ctx.h>
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t exchange, fail;

static uint64_t memory[2][SIZE / 8] __attribute__((aligned(64)));
static struct doca_dpa *dpa;
static struct doca_dev *dev;

enum {
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
           DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC
};

struct end {
  struct doca_dpa_completion *completion;
  struct doca_rdma *rdma;
  struct doca_mmap *mmap;
  struct doca_rdma_connection *spare, *connection;
  const void *details;
  size_t size;
};

static void open_memory(struct end *end, struct ends *ends, int i) {
  ends->memory[i] = (uint64_t)memory[i];
  OK(doca_mmap_create(&end->mmap));
  OK(doca_mmap_set_memrange(end->mmap, memory[i], SIZE));
  OK(doca_mmap_set_permissions(end->mmap, RIGHTS));
  OK(doca_mmap_add_dev(end->mmap, dev));
  OK(doca_mmap_start(end->mmap));
  OK(doca_mmap_dev_get_dpa_handle(end->mmap, dev, &ends->key[i]));
}

static void open_end(struct end *end, struct ends *ends, int i) {
  open_memory(end, ends, i);
  OK(doca_dpa_completion_create(dpa, 16, &end->completion));
  OK(doca_rdma_create(dev, &end->rdma));
  struct doca_ctx *ctx = doca_rdma_as_ctx(end->rdma);
  GIVES(DOCA_ERROR_BAD_STATE,
        doca_rdma_get_dpa_handle(end->rdma, &ends->rdma[i]));
  OK(doca_rdma_set_permissions(end->rdma, RIGHTS));
  OK(doca_rdma_set_grh_enabled(end->rdma, 1));
  OK(doca_rdma_set_gid_index(end->rdma, 0));
  INVALID(doca_rdma_set_gid_index(end->rdma, 1000));
  OK(doca_rdma_set_recv_queue_size(end->rdma, 10));
  INVALID(doca_rdma_set_recv_queue_size(end->rdma, 0));
  OK(doca_rdma_set_max_num_connections(end->rdma, 2));
  OK(doca_rdma_task_receive_set_dst_buf_list_len(end->rdma, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_rdma_set_max_send_buf_list_len(end->rdma, 2));
  GIVES(DOCA_ERROR_NOT_CONNECTED, doca_ctx_start(ctx));
  OK(doca_ctx_set_datapath_on_dpa(ctx, dpa));
  GIVES(DOCA_ERROR_BAD_STATE, doca_ctx_start(ctx)); // no completion context
  OK(doca_rdma_dpa_completion_attach(end->rdma, end->completion));
  GIVES(DOCA_ERROR_BAD_STATE, doca_ctx_start(ctx)); // which is not started
  OK(doca_dpa_completion_start(end->completion));
  OK(doca_dpa_completion_get_dpa_handle(end->completion, &ends->completion[i]));
  OK(doca_ctx_start(ctx));
  GIVES(DOCA_ERROR_BAD_STATE, doca_rdma_set_permissions(end->rdma, RIGHTS));
  OK(doca_rdma_get_dpa_handle(end->rdma, &ends->rdma[i]));
  // The second connection of end 1, so that numbers differ.
  if (i == 1)
    OK(doca_rdma_export(end->rdma, &end->details, &end->size, &end->spare));
  OK(doca_rdma_export(end->rdma, &end->details, &end->size, &end->connection));
  OK(doca_rdma_connection_get_id(end->connection, &ends->id[i]));
  HOLDS(ends->id[i] == (uint32_t)i);
}

static void connect_ends(struct end *ends) {
  for (int i = 0; i < 2; i++) {
    struct end *one = &ends[i], *other = &ends[1 - i];
    INVALID(doca_rdma_connect(one->rdma, other->details, 3, one->connection));
    INVALID(doca_rdma_connect(one->rdma, other->details, other->size,
                              other->connection));
    OK(doca_rdma_connect(one->rdma, other->details, other->size,
                         one->connection));
    GIVES(DOCA_ERROR_CONNECTION_ABORTED,
          doca_rdma_connect(one->rdma, other->details, other->size,
                            one->connection));
  }
}

static struct doca_sync_event *
open_event(struct ends *ends, struct doca_sync_event_remote_net **remote) {
  struct doca_sync_event *event;
  const uint8_t *data;
  size_t size;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_remote_net(event));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_export_to_remote_net(event, &data, &size));
  INVALID(doca_sync_event_remote_net_create_from_export(dev, data, size - 1,
                                                        remote));
  OK(doca_sync_event_remote_net_create_from_export(dev, data, size, remote));
  OK(doca_sync_event_remote_net_get_dpa_handle(*remote, dpa, &ends->event));
  return event;
}

static void close_end(struct end *end) {
  uint32_t id;
  OK(doca_ctx_stop(doca_rdma_as_ctx(end->rdma)));
  INVALID(doca_rdma_connection_get_id(end->connection, &id));
  OK(doca_rdma_destroy(end->rdma));
  OK(doca_dpa_completion_destroy(end->completion));
  OK(doca_mmap_destroy(end->mmap));
}

int main(void) {
  struct ends ends = {};
  struct end end[2] = {};
  uint64_t result = 9;
  doca_dpa_dev_uintptr_t copy;
  dev = open_device();
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_start(dpa));
  for (int i = 0; i < 2; i++)
    open_end(&end[i], &ends, i);
  connect_ends(end);
  struct doca_sync_event_remote_net *remote;
  struct doca_sync_event *event = open_event(&ends, &remote);
  for (int i = 0; i < 8; i++)
    memory[0][i] = SEND_TEXT + i;
  memory[1][17] = 555; // is read
  memory[1][18] = 100; // is added to
  OK(doca_dpa_mem_alloc(dpa, sizeof ends, &copy));
  OK(doca_dpa_h2d_memcpy(dpa, copy, &ends, sizeof ends));
  OK(doca_dpa_rpc(dpa, &exchange, &result, copy));
  HOLDS(result == 0);
  OK(doca_sync_event_wait_eq(event, 42, UINT64_MAX));
  HOLDS(memory[1][0] == SEND_TEXT && memory[1][8] == SEND_TEXT + 1);
  HOLDS(memory[1][16] == SEND_TEXT + 2 && memory[0][3] == 555);
  HOLDS(memory[1][18] == 105 && memory[1][19] == SEND_TEXT);
  OK(doca_dpa_rpc(dpa, &fail, &result, copy));
  HOLDS(result == 13000); // SEND_ERR, connection 0
  OK(doca_dpa_mem_free(dpa, copy));
  OK(doca_sync_event_remote_net_destroy(remote));
  OK(doca_sync_event_destroy(event));
  for (int i = 0; i < 2; i++)
    close_end(&end[i]);
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result == 13000 ? failures != 0 : 1;
}
