/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two threads of the DPA exchange a number by RDMA: the objects of each, and
 * their connection. */
#include "../../common/doca_arguments.h"

#include <doca_ctx.h>
#include <doca_mmap.h>
#include <doca_rdma.h>

extern struct doca_dpa_app *dpa_ping_pong_app;
extern doca_dpa_func_t answer, start;

enum {
  ROUNDS = 100,
  ENTRIES = 128,
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE
};

/* As device code reads it. */
struct end {
  uint64_t completion;
  uint64_t rdma;
  uint64_t done;
  uint64_t numbers;
  uint32_t memory;
  uint32_t rounds;
};

struct side {
  struct end end;
  doca_dpa_dev_uintptr_t argument; /* the end in device memory */
  struct doca_sync_event *done;
  struct doca_mmap *memory;
  struct doca_dpa_thread *thread;
  struct doca_dpa_completion *completion;
  struct doca_rdma *rdma;
  struct doca_rdma_connection *connection;
  const void *address;
  size_t address_size;
};

static struct doca_dev *dev;
static struct doca_dpa *dpa;

static void create_memory(struct side *side) {
  CHECK(doca_dpa_mem_alloc(dpa, sizeof(side->end), &side->argument));
  CHECK(doca_dpa_mem_alloc(dpa, 2 * sizeof(uint64_t), &side->end.numbers));
  CHECK(doca_dpa_memset(dpa, side->end.numbers, 0, 2 * sizeof(uint64_t)));
  CHECK(doca_mmap_create(&side->memory));
  CHECK(doca_mmap_set_dpa_memrange(side->memory, dpa, side->end.numbers,
                                   2 * sizeof(uint64_t)));
  CHECK(doca_mmap_set_permissions(side->memory, RIGHTS));
  CHECK(doca_mmap_add_dev(side->memory, dev));
  CHECK(doca_mmap_start(side->memory));
  CHECK(doca_mmap_dev_get_dpa_handle(side->memory, dev, &side->end.memory));
}

static void create_thread(struct side *side) {
  CHECK(doca_dpa_thread_create(dpa, &side->thread));
  CHECK(doca_dpa_thread_set_func_arg(side->thread, answer, side->argument));
  CHECK(doca_dpa_thread_start(side->thread));
  CHECK(doca_dpa_completion_create(dpa, ENTRIES, &side->completion));
  CHECK(doca_dpa_completion_set_thread(side->completion, side->thread));
  CHECK(doca_dpa_completion_start(side->completion));
  CHECK(doca_dpa_completion_get_dpa_handle(side->completion,
                                           &side->end.completion));
}

static void create_rdma(struct side *side) {
  CHECK(doca_rdma_create(dev, &side->rdma));
  CHECK(doca_rdma_set_permissions(side->rdma, RIGHTS));
  CHECK(doca_rdma_set_grh_enabled(side->rdma, 1));
  CHECK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(side->rdma), dpa));
  CHECK(doca_rdma_dpa_completion_attach(side->rdma, side->completion));
  CHECK(doca_ctx_start(doca_rdma_as_ctx(side->rdma)));
  CHECK(doca_rdma_get_dpa_handle(side->rdma, &side->end.rdma));
  CHECK(doca_rdma_export(side->rdma, &side->address, &side->address_size,
                         &side->connection));
}

static void create_side(struct side *side) {
  side->done = start_event(dev, dpa);
  CHECK(doca_sync_event_get_dpa_handle(side->done, dpa, &side->end.done));
  create_memory(side);
  create_thread(side);
  create_rdma(side);
  side->end.rounds = ROUNDS;
  CHECK(
      doca_dpa_h2d_memcpy(dpa, side->argument, &side->end, sizeof(side->end)));
}

static void destroy_side(struct side *side) {
  CHECK(doca_ctx_stop(doca_rdma_as_ctx(side->rdma)));
  CHECK(doca_rdma_destroy(side->rdma));
  CHECK(doca_dpa_completion_destroy(side->completion));
  CHECK(doca_dpa_thread_destroy(side->thread));
  CHECK(doca_mmap_destroy(side->memory));
  CHECK(doca_sync_event_destroy(side->done));
  CHECK(doca_dpa_mem_free(dpa, side->end.numbers));
  CHECK(doca_dpa_mem_free(dpa, side->argument));
}

int main(int argc, char **argv) {
  struct side sides[2] = {0};
  uint64_t number;

  dev = open_named_device("dpa_ping_pong", argc, argv);
  dpa = start_program(dev, dpa_ping_pong_app);
  create_side(&sides[0]);
  create_side(&sides[1]);
  CHECK(doca_rdma_connect(sides[0].rdma, sides[1].address,
                          sides[1].address_size, sides[0].connection));
  CHECK(doca_rdma_connect(sides[1].rdma, sides[0].address,
                          sides[0].address_size, sides[1].connection));
  CHECK(doca_dpa_thread_run(sides[0].thread));
  CHECK(doca_dpa_thread_run(sides[1].thread));
  CHECK(doca_dpa_rpc(dpa, start, NULL, sides[0].end, sides[1].end));
  CHECK(doca_sync_event_wait_gt(sides[1].done, 0, UINT64_MAX));
  CHECK(doca_sync_event_wait_gt(sides[0].done, 0, UINT64_MAX));
  CHECK(doca_sync_event_get(sides[0].done, &number));
  printf("The number went %d times over the wire: %lu\n", 2 * ROUNDS, number);
  destroy_side(&sides[0]);
  destroy_side(&sides[1]);
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return number == 2 * ROUNDS ? 0 : 1;
}
