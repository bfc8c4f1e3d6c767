// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queue pair with its rings and doorbell record in registered memory of the host, which writes the
// entries; device code rings the doorbell. The memory is in use until the queue pair ends.
// PROVES: R-QP-03
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

__dpa_rpc__ uint64_t post_request(uint32_t number, uint32_t producer) {
  flexio_dev_qp_sq_ring_db((uint16_t)producer, number);
  return 0;
}

//--- host.c
#include "queue-pair.h"

#include <errno.h>
#include <sys/mman.h>

enum { PAGE = 4096, SIZE = 300, ROUNDS = 16, SEND_RING = 16 << LOG_ENTRIES };

static struct ibv_context *context;
static struct flexio_process *process;

/* The memory of a queue pair: its rings in the first page, its record in the second. */
struct host_rings {
  uint8_t *memory;
  struct mlx5dv_devx_umem *umem;
};

static struct host_rings create_rings(void) {
  struct host_rings rings = {.memory =
                                 mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)};

  rings.umem = mlx5dv_devx_umem_reg(context, rings.memory, 2 * PAGE,
                                    IBV_ACCESS_LOCAL_WRITE);
  EXPECT(rings.umem);
  return rings;
}

static struct queue_pair create_on(const struct host_rings *rings) {
  struct queue_pair pair = create_parts(process);
  struct flexio_qp_attr attributes = queue_pair_attributes(&pair);
  struct flexio_qmem place = {.memtype = FLEXIO_MEMTYPE_HOST,
                              .umem_id = rings->umem->umem_id};

  attributes.qp_wq_buff_qmem = place;
  place.humem_offset = PAGE;
  attributes.qp_wq_dbr_qmem = place;
  create_qp(&pair, &attributes);
  return pair;
}

static void receive_on(struct queue_pair *pair,
                       const struct host_rings *rings) {
  struct mlx5_wqe_data_seg *entries = (void *)rings->memory;
  uint32_t place = pair->posted & ((1u << LOG_ENTRIES) - 1);

  mlx5dv_set_data_seg(&entries[place], SIZE, pair->key, pair->memory);
  __atomic_store_n((uint32_t *)(rings->memory + PAGE), htonl(++pair->posted),
                   __ATOMIC_RELEASE);
}

static void send_on(struct queue_pair *pair, const struct host_rings *rings) {
  uint32_t index = pair->index++;
  uint8_t *entry = rings->memory + SEND_RING +
                   (size_t)(index & ((1u << LOG_ENTRIES) - 1)) * 64;

  memset(entry, 0, 64);
  mlx5dv_set_ctrl_seg((void *)entry, (uint16_t)index, MLX5_OPCODE_SEND, 0,
                      pair->number, MLX5_WQE_CTRL_CQ_UPDATE, 2, 0, 0);
  mlx5dv_set_data_seg((void *)(entry + 16), SIZE, pair->key, pair->memory);
  EXPECT_SUCCESS(flexio_process_call(process, post_request, NULL, pair->number,
                                     pair->index));
}

int main(void) {
  struct host_rings at_a, at_b;
  struct queue_pair a, b;
  struct address here, there;

  context = open_device();
  process = create_process(context);
  at_a = create_rings();
  at_b = create_rings();
  a = create_on(&at_a);
  b = create_on(&at_b);
  here = address_of(&a, context);
  there = address_of(&b, context);
  connect_to(&a, &there);
  connect_to(&b, &here);
  for (uint32_t i = 0; i < ROUNDS; i++) {
    fill(&a, 0, SIZE, (uint8_t)(i + 1));
    receive_on(&b, &at_b);
    send_on(&a, &at_a);
    expect_sent(&a, i);
    expect_received(&b, i, MLX5_CQE_RESP_SEND, SIZE);
    EXPECT(is_filled(&b, 0, SIZE, (uint8_t)(i + 1)));
  }
  EXPECT(mlx5dv_devx_umem_dereg(at_a.umem) == EBUSY);
  EXPECT_SUCCESS(flexio_qp_destroy(a.qp));
  EXPECT_SUCCESS(flexio_qp_destroy(b.qp));
  EXPECT(mlx5dv_devx_umem_dereg(at_a.umem) == 0);
  EXPECT(mlx5dv_devx_umem_dereg(at_b.umem) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK-NOT: flexio:
  // CHECK: done
  return 0;
}
