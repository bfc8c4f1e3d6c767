// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rings of queues in registered host memory: the host writes entries there and polls completions
// without a copy. The memory is in use until the queues end. If the program unmaps it nevertheless,
// frames and completions are lost, which the log says.
// PROVES: R-WQ-01 R-CQ-02
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

__dpa_rpc__ uint64_t ring_send_queue(uint32_t number, uint32_t producer) {
  flexio_dev_qp_sq_ring_db((uint16_t)producer, number);
  return 0;
}

//--- host.c
#include "frames.h"

#include <errno.h>
#include <sys/mman.h>

flexio_func_t ring_send_queue;

/* One page each. */
enum { PAGE = 4096, SENT = 0, RECEIVED, SEND, RECEIVE, RECORDS, DATA, PAGES };
enum { SIZE = 100, POSTED = 3 };

static struct flexio_process *process;
static struct mlx5dv_devx_umem *umem;
static uint8_t *memory;
static uint32_t key, sq_number;
static struct flexio_cq *cqs[2];

static struct flexio_qmem host_memory(uint64_t offset) {
  struct flexio_qmem place = {.memtype = FLEXIO_MEMTYPE_HOST,
                              .umem_id = umem->umem_id};

  place.humem_offset = offset;
  return place;
}

static struct flexio_cq *create_cq(int page) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 4,
      .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process)),
      .cq_ring_qmem = host_memory((uint64_t)page * PAGE),
      .cq_dbr_daddr = create_zeroed(process, 8)};

  memset(memory + page * PAGE, 0xff, PAGE);
  EXPECT_SUCCESS(flexio_cq_create(process, NULL, &attributes, &cqs[page]));
  return cqs[page];
}

static struct flexio_wq_attr wq_attributes(int page, uint64_t record) {
  struct flexio_wq_attr attributes = {
      .log_wq_depth = 4,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process)),
      .wq_ring_qmem = host_memory((uint64_t)page * PAGE),
      .wq_dbr_qmem = host_memory(RECORDS * PAGE + record)};

  return attributes;
}

static struct flexio_rq *create_receive_queue(uint32_t cq) {
  struct flexio_wq_attr attributes = wq_attributes(RECEIVE, 0);
  struct mlx5_wqe_data_seg *entries = (void *)(memory + RECEIVE * PAGE);
  struct flexio_rq *rq = NULL;

  attributes.rq.wq_type = FLEXIO_WQ_TYPE_CYCLIC;
  EXPECT_SUCCESS(flexio_rq_create(process, NULL, cq, &attributes, &rq));
  for (int i = 0; i < POSTED; i++)
    mlx5dv_set_data_seg(&entries[i], 512, key,
                        (uintptr_t)(memory + DATA * PAGE + 1024 + i * 512));
  __atomic_store_n((uint32_t *)(memory + RECORDS * PAGE), htonl(POSTED),
                   __ATOMIC_RELEASE);
  return rq;
}

static void send_at(uint32_t index) {
  uint8_t *entry = memory + SEND * PAGE + (size_t)index * 64;

  memset(entry, 0, 64);
  mlx5dv_set_ctrl_seg((void *)entry, (uint16_t)index, MLX5_OPCODE_SEND, 0,
                      sq_number, MLX5_WQE_CTRL_CQ_UPDATE, 3, 0, 0);
  mlx5dv_set_data_seg((void *)(entry + 32), SIZE, key,
                      (uintptr_t)(memory + DATA * PAGE));
  EXPECT_SUCCESS(flexio_process_call(process, ring_send_queue, NULL, sq_number,
                                     index + 1));
}

static struct mlx5_cqe64 *completion_in(int page, int index) {
  struct mlx5_cqe64 *entry =
      (struct mlx5_cqe64 *)(void *)(memory + page * PAGE) + index;

  while (__atomic_load_n(&entry->op_own, __ATOMIC_ACQUIRE) == 0xff)
    ;
  return entry;
}

static void check_frame(int index) {
  send_at((uint32_t)index);
  EXPECT(mlx5dv_get_cqe_opcode(completion_in(SENT, index)) == MLX5_CQE_REQ);
  EXPECT(mlx5dv_get_cqe_opcode(completion_in(RECEIVED, index)) ==
         MLX5_CQE_RESP_SEND);
  EXPECT(ntohl(completion_in(RECEIVED, index)->byte_cnt) == SIZE);
  EXPECT(memcmp(memory + DATA * PAGE, memory + DATA * PAGE + 1024 + index * 512,
                SIZE) == 0);
}

static void check_errors(void) {
  struct flexio_wq_attr attributes = wq_attributes(SEND, 0);
  uint32_t cq = flexio_cq_get_cq_num(cqs[SENT]);
  struct flexio_sq *sq = NULL;

  // CHECK: umem_id 0 is not registered memory of the host
  attributes.wq_ring_qmem.umem_id = 0;
  EXPECT_FAILED(flexio_sq_create(process, NULL, cq, &attributes, &sq));
  // CHECK: the device has no registered memory 0x12345
  attributes.wq_ring_qmem.umem_id = 0x12345;
  EXPECT_FAILED(flexio_sq_create(process, NULL, cq, &attributes, &sq));
  // CHECK: the ring of 1024 bytes at offset 0x5fc0 of registered memory 0x1 exceeds its 24576 bytes
  attributes.wq_ring_qmem = host_memory(PAGES * PAGE - 64);
  EXPECT_FAILED(flexio_sq_create(process, NULL, cq, &attributes, &sq));
  // CHECK: the ring of 1024 bytes at offset 0x20 of registered memory 0x1 is not 64-byte aligned
  attributes.wq_ring_qmem = host_memory(32);
  EXPECT_FAILED(flexio_sq_create(process, NULL, cq, &attributes, &sq));
  EXPECT(mlx5dv_devx_umem_dereg(umem) == EBUSY);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_wq_attr attributes;
  struct flexio_sq *sq = NULL;
  struct flexio_rq *rq;
  struct ibv_mr *region;

  process = create_process(context);
  memory = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  umem = mlx5dv_devx_umem_reg(context, memory, PAGES * PAGE,
                              IBV_ACCESS_LOCAL_WRITE);
  region = ibv_reg_mr(flexio_process_get_pd(process), memory + DATA * PAGE,
                      PAGE, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(umem && umem->umem_id == 1 && region);
  key = region->lkey;
  for (int i = 0; i < SIZE; i++)
    memory[DATA * PAGE + i] = (uint8_t)(i + 1);

  create_cq(SENT);
  create_cq(RECEIVED);
  attributes = wq_attributes(SEND, 8);
  EXPECT_SUCCESS(flexio_sq_create(
      process, NULL, flexio_cq_get_cq_num(cqs[SENT]), &attributes, &sq));
  sq_number = flexio_sq_get_wq_num(sq);
  rq = create_receive_queue(flexio_cq_get_cq_num(cqs[RECEIVED]));
  direct_all_to(context, flexio_rq_get_tir(rq));
  check_frame(0);
  check_frame(1);
  check_errors();

  // CHECK: receive queue 0x{{[0-9a-f]+}} has no posted entry: frame dropped
  munmap(memory + RECORDS * PAGE, PAGE);
  send_at(2);
  completion_in(SENT, 2);
  // CHECK: send queue 0x{{[0-9a-f]+}}: completion queue 0x{{[0-9a-f]+}} is in host memory that is not mapped any more; completions are lost
  munmap(memory + SENT * PAGE, PAGE);
  send_at(3);
  // CHECK: send queue 0x{{[0-9a-f]+}}, entry 4: the ring is in host memory that is not mapped any more
  munmap(memory + SEND * PAGE, PAGE);
  EXPECT_SUCCESS(
      flexio_process_call(process, ring_send_queue, NULL, sq_number, 5));

  // CHECK: flexio_cq_destroy: process 'test_app' on 'mlx5_0': completion queue 0x{{[0-9a-f]+}} is in use by a queue
  EXPECT_FAILED(flexio_cq_destroy(cqs[SENT]));
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
  EXPECT_SUCCESS(flexio_rq_destroy(rq));
  EXPECT_SUCCESS(flexio_cq_destroy(cqs[SENT]));
  EXPECT_SUCCESS(flexio_cq_destroy(cqs[RECEIVED]));
  EXPECT(mlx5dv_devx_umem_dereg(umem) == 0);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
