// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process with queues on two devices in a reproducible run: the other device joins the order of turns of the process's
// device. The same seed gives the same frames at the same moments and the same number of instructions; another seed gives others. A
// device that has a process already cannot join. A recording has both devices from the beginning.
// PROVES: R-GEN-10
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// DEFINE: %{run} = dpa-run --config=%S/Inputs/two-devices.toml
// RUN: cd %t && %{run} --seed=7 --port=mlx5_0=loopback,out=0.pcap --port=mlx5_1=loopback,out=1.pcap -- ./host > first
// RUN: cd %t && %{run} --seed=7 --port=mlx5_0=loopback,out=0b.pcap --port=mlx5_1=loopback,out=1b.pcap -- ./host > second
// RUN: cd %t && FileCheck host.c < first && diff first second && cmp 0.pcap 0b.pcap && cmp 1.pcap 1b.pcap
// RUN: cd %t && %{run} --seed=8 -- ./host > other && FileCheck host.c < other && not diff first other
// RUN: cd %t && %{run} -- ./host | FileCheck host.c
// RUN: cd %t && %{run} --seed=7 -- ./host late 2>&1 | FileCheck host.c --check-prefix=LATE
// RUN: cd %t && %if fixed-addresses %{ setarch -R %{run} --seed=7 --record=run --port=mlx5_0=loopback,out=0.pcap --port=mlx5_1=loopback,out=1.pcap -- ./host > first %} %else %{ true %}
// RUN: cd %t && %if fixed-addresses %{ setarch -R %{run} --replay=run --port=mlx5_0=loopback,out=0b.pcap --port=mlx5_1=loopback,out=1b.pcap -- ./host > second %} %else %{ true %}
// RUN: cd %t && diff first second && cmp 0.pcap 0b.pcap && cmp 1.pcap 1b.pcap

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

enum { FRAMES = 30 };

static volatile uint32_t received;
static volatile uint64_t digest;

/* `ring`: of a completion queue that is always armed; its address is the state of the handler. */
struct receiver {
  uint64_t ring;
  uint32_t consumer;
  uint32_t unused;
};

__dpa_global__ void receive(uint64_t argument) {
  struct receiver *receiver = (struct receiver *)argument;
  struct flexio_dev_cqe64 *entries = (struct flexio_dev_cqe64 *)receiver->ring;

  __dpa_thread_memory_fence(__DPA_R, __DPA_R);
  while (receiver->consumer < FRAMES &&
         flexio_dev_cqe_get_owner(&entries[receiver->consumer]) == 0) {
    receiver->consumer++;
    digest = digest * 31 + __dpa_thread_inst_ret() + argument;
    __atomic_fetch_add(&received, 1, __ATOMIC_RELAXED);
  }
  flexio_dev_thread_reschedule();
}

struct sender {
  uint64_t entries;
  uint64_t frames; /* of 64 bytes each */
  uint32_t number;
  uint32_t key;
};

static void send(struct sender *sender, uint32_t index) {
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)sender->entries +
      ((uint64_t)index << LOG_SQE_NUM_SEGS);

  flexio_dev_swqe_seg_ctrl_set(&segments[0], index, sender->number,
                               MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR,
                               FLEXIO_CTRL_SEG_SEND_EN);
  flexio_dev_swqe_seg_eth_set(&segments[1], 0, 0, 0, NULL);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], 64, sender->key,
                                       sender->frames + 64ull * index);
  __dpa_thread_memory_writeback();
}

/* The host waits here, so that nothing but the seed decides. */
__dpa_rpc__ uint64_t run(uint64_t senders, uint32_t device) {
  struct sender *own = (struct sender *)senders;
  struct sender *other = own + 1;
  struct flexio_dev_thread_ctx *context;
  uint64_t turns = 0; // of the loop: how the handlers were interleaved with it

  flexio_dev_get_thread_ctx(&context);
  for (uint32_t i = 0; i < FRAMES; i++) {
    send(own, i);
    flexio_dev_qp_sq_ring_db((uint16_t)(i + 1), own->number);
    send(other, i);
    flexio_dev_cross_device_ring_db(device, other->number, i + 1);
  }
  while (received < 2 * FRAMES)
    turns++;
  return digest ^ turns;
}

//--- host.c
#include "frames.h"

#include <inttypes.h>

flexio_func_t receive, run;

enum { FRAMES = 30, LOG_DEPTH = 5, FRAME = 64 };

struct receiver {
  uint64_t ring;
  uint32_t consumer;
  uint32_t unused;
};

struct sender {
  uint64_t entries;
  uint64_t frames;
  uint32_t number;
  uint32_t key;
};

static struct flexio_process *process;
static uint8_t memory[2][2 * FRAMES * FRAME]; /* sent and received frames */

static uint32_t create_cq(struct ibv_context *device, uint32_t uar,
                          struct flexio_event_handler *handler,
                          uint64_t *ring) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = LOG_DEPTH,
      .element_type = handler ? FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD
                              : FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
      .thread = handler ? flexio_event_handler_get_thread(handler) : NULL,
      .uar_id = uar,
      .always_armed = handler != NULL};
  struct flexio_cq *cq = NULL;

  *ring = create_zeroed(process, 64 << LOG_DEPTH);
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xff, 64 << LOG_DEPTH, *ring));
  attributes.cq_ring_qmem.daddr = *ring;
  attributes.cq_dbr_daddr = create_zeroed(process, 8);
  EXPECT_SUCCESS(flexio_cq_create(process, device, &attributes, &cq));
  return flexio_cq_get_cq_num(cq);
}

static struct flexio_wq_attr attributes_of(struct ibv_mr *region, uint32_t uar,
                                           unsigned log_stride) {
  struct flexio_wq_attr attributes = {
      .log_wq_depth = LOG_DEPTH, .uar_id = uar, .pd = region->pd};

  attributes.wq_ring_qmem.daddr =
      create_zeroed(process, (size_t)1 << (LOG_DEPTH + log_stride));
  attributes.wq_dbr_qmem.daddr = create_zeroed(process, 8);
  return attributes;
}

static void fill(uint8_t *frames, uint8_t filling) {
  for (int i = 0; i < FRAMES; i++) {
    memset(frames + i * FRAME, filling + i, FRAME);
    memcpy(frames + i * FRAME, "\2\0\0\0\0\1\2\0\0\0\0\2\x88\xb5", 14);
  }
}

/* Receives are posted, and directed to a handler. */
static void open_receiver(struct ibv_context *device, struct ibv_mr *region,
                          uint32_t uar) {
  struct flexio_event_handler_attr handling = {.host_stub_func = receive};
  struct flexio_event_handler *handler = NULL;
  struct flexio_wq_attr attributes = attributes_of(region, uar, 4);
  struct mlx5_wqe_data_seg entries[FRAMES];
  struct receiver receiver = {0};
  flexio_uintptr_t argument;
  struct flexio_rq *rq = NULL;
  uint32_t posted = htonl(FRAMES), completions;

  EXPECT_SUCCESS(flexio_event_handler_create(process, &handling, &handler));
  completions = create_cq(device, uar, handler, &receiver.ring);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, &receiver, sizeof receiver, &argument));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, argument));
  EXPECT_SUCCESS(
      flexio_rq_create(process, device, completions, &attributes, &rq));
  for (unsigned i = 0; i < FRAMES; i++)
    mlx5dv_set_data_seg(&entries[i], FRAME, region->lkey,
                        (uintptr_t)region->addr + (FRAMES + i) * FRAME);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, entries, sizeof entries,
                                        attributes.wq_ring_qmem.daddr));
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &posted, sizeof posted,
                                        attributes.wq_dbr_qmem.daddr));
  direct_all_to(device, flexio_rq_get_tir(rq));
}

static struct sender open_sender(struct ibv_context *device,
                                 struct ibv_mr *region, uint32_t uar) {
  struct flexio_wq_attr attributes = attributes_of(region, uar, 6);
  struct flexio_sq *sq = NULL;
  uint64_t ring;
  uint32_t completions = create_cq(device, uar, NULL, &ring);

  EXPECT_SUCCESS(
      flexio_sq_create(process, device, completions, &attributes, &sq));
  return (struct sender){.entries = attributes.wq_ring_qmem.daddr,
                         .frames = (uintptr_t)region->addr,
                         .number = flexio_sq_get_wq_num(sq),
                         .key = region->lkey};
}

static void check_frames(void) {
  for (int i = 0; i < 2; i++)
    EXPECT(memcmp(memory[i], memory[i] + FRAMES * FRAME, FRAMES * FRAME) == 0);
}

/* The other device has a process of its own. */
static int extend_late(struct ibv_context *other) {
  struct flexio_process *second = create_process(other);
  struct flexio_uar *extended = NULL;

  EXPECT_FAILED(
      flexio_uar_extend(flexio_process_get_uar(process), other, &extended));
  // LATE: 'mlx5_1' has its own order of turns already (in a reproducible run, extend a UAR to it before it has a process or a queue pair)
  EXPECT_SUCCESS(flexio_process_destroy(second));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}

int main(int argc, char **argv) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *devices[2];
  struct flexio_uar *extended = NULL;
  struct sender senders[2];
  flexio_uintptr_t place;
  uint64_t digest = 0;
  uint32_t uars[2];

  (void)argv;
  EXPECT(list && list[0] && list[1]);
  devices[0] = ibv_open_device(list[0]);
  devices[1] = ibv_open_device(list[1]);
  ibv_free_device_list(list);
  process = create_process(devices[0]);
  if (argc > 1)
    return extend_late(devices[1]);
  EXPECT_SUCCESS(flexio_uar_extend(flexio_process_get_uar(process), devices[1],
                                   &extended));
  uars[0] = flexio_uar_get_id(flexio_process_get_uar(process));
  uars[1] = flexio_uar_get_id(extended);
  for (int i = 0; i < 2; i++) {
    struct ibv_mr *region = ibv_reg_mr(
        i == 0 ? flexio_process_get_pd(process) : ibv_alloc_pd(devices[1]),
        memory[i], sizeof memory[i], IBV_ACCESS_LOCAL_WRITE);

    EXPECT(region);
    fill(memory[i], (uint8_t)(1 + 100 * i));
    open_receiver(devices[i], region, uars[i]);
    senders[i] = open_sender(devices[i], region, uars[i]);
  }
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, senders, sizeof senders, &place));
  EXPECT_SUCCESS(flexio_process_call(process, run, &digest, place,
                                     flexio_uar_get_extended_id(extended)));
  check_frames();
  printf("digest %" PRIx64 "\n", digest);
  // CHECK: digest {{[1-9a-f][0-9a-f]+$}}
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
