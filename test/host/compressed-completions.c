// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completions of received frames that differ in index and size only are compressed behind the first
// one, over several passes through the ring. Device code reads each of them in order; a frame that
// differs otherwise has an ordinary completion, and begins anew.
// PROVES: R-CQ-05 R-DQ-05
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s --check-prefixes=CHECK,SEED

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

/* Frames of sizes first_size, first_size + 1 and so on, with one doorbell. */
__dpa_rpc__ uint64_t send_burst(uint64_t entries, uint32_t index,
                                uint32_t number, uint32_t key, uint64_t frame,
                                uint32_t first_size, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    union flexio_dev_sqe_seg *segments =
        (union flexio_dev_sqe_seg *)entries +
        ((uint64_t)((index + i) % 16) << LOG_SQE_NUM_SEGS);

    flexio_dev_swqe_seg_ctrl_set(&segments[0], index + i, number,
                                 MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR,
                                 FLEXIO_CTRL_SEG_SEND_EN);
    flexio_dev_swqe_seg_eth_set(&segments[1], 0, 0, 0, NULL);
    flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], first_size + i, key,
                                         frame);
  }
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)(index + count), number);
  return 0;
}

static uint32_t consumed, titles, arrays, in_array;
static uint16_t next_index;

/* Waits for `count` completions of the next frames, which have the next indexes and sizes. Returns
 * how many were wrong. */
__dpa_rpc__ uint64_t receive(uint64_t ring, uint32_t log_depth, uint64_t record,
                             uint32_t first_size, uint32_t count) {
  uint64_t wrong = 0;

  for (uint32_t done = 0; done < count;) {
    struct flexio_dev_cqe64 *cqe =
        (struct flexio_dev_cqe64 *)ring + consumed % (1u << log_depth);
    uint8_t pass = (uint8_t)(consumed >> log_depth);

    while (flexio_dev_comp_cqe_get_validity_byte(cqe) != pass ||
           flexio_dev_cqe_get_owner(cqe) != (pass & 1))
      ;
    __dpa_thread_memory_fence(__DPA_R, __DPA_R);
    if (!flexio_dev_comp_cqe_is_comp_cqe_array(cqe)) {
      titles++;
      wrong += flexio_dev_cqe_get_wqe_counter(cqe) != next_index ||
               flexio_dev_cqe_get_byte_cnt(cqe) != first_size + done;
      next_index++;
      done++;
    } else {
      arrays++;
      for (int i = 0; i < flexio_dev_comp_cqe_get_num_comp_cqes(cqe); i++) {
        uint64_t mini = flexio_dev_comp_cqe_get_comp_cqe(cqe, i);

        wrong += be32_to_cpu((uint32_t)(mini >> 32)) != first_size + done ||
                 FLEXIO_DEV_COMP_CQE_GET_RX_HASH_RESULT(mini) != 0;
        in_array++;
        next_index++;
        done++;
      }
    }
    consumed++;
    flexio_dev_dbr_cq_set_ci((uint32_t *)record, consumed);
  }
  return wrong;
}

__dpa_rpc__ uint64_t get_titles(void) { return titles; }
__dpa_rpc__ uint64_t get_arrays(void) { return arrays; }
__dpa_rpc__ uint64_t get_in_array(void) { return in_array; }
__dpa_rpc__ uint64_t prepare(uint64_t ring, uint32_t log_depth) {
  flexio_dev_comp_cq_init((struct flexio_dev_cqe64 *)ring, 1 << log_depth,
                          0xff);
  return 0;
}

//--- host.c
#include "frames.h"

flexio_func_t send_burst, receive, get_titles, get_arrays, get_in_array,
    prepare;

enum { BURST = 8, BURSTS = 6, LOG_DEPTH = 3, FIRST_SIZE = 60 };

static struct flexio_process *process;
static struct queue sent, received;
static struct flexio_wq_attr send_attributes;
static struct flexio_sq *sq;
static flexio_uintptr_t frame;
static uint32_t key, sent_frames;

static void check_burst(uint32_t size, uint32_t count) {
  uint64_t wrong = 1;

  EXPECT_SUCCESS(flexio_process_call(
      process, send_burst, NULL, send_attributes.wq_ring_qmem.daddr,
      sent_frames, flexio_sq_get_wq_num(sq), key, frame, size, count));
  sent_frames += count;
  EXPECT_SUCCESS(flexio_process_call(process, receive, &wrong, received.ring,
                                     (uint32_t)LOG_DEPTH, received.record, size,
                                     count));
  EXPECT(wrong == 0);
}

static void check_errors(void) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = LOG_DEPTH,
      .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process)),
      .cqe_comp_type = FLEXIO_CQE_COMP_ENABLE,
      .cq_ring_qmem.daddr = received.ring,
      .cq_dbr_daddr = received.record,
      .cc = true};
  struct flexio_cq *cq;

  // CHECK: a collapsed queue cannot have compressed completions
  EXPECT_FAILED(flexio_cq_create(process, NULL, &attributes, &cq));
  // CHECK: format 4 of compressed completions is not supported
  attributes.cqe_comp_format = FLEXIO_CQE_FORMAT_RESP_L3_L4_INFO;
  EXPECT_FAILED(flexio_cq_create(process, NULL, &attributes, &cq));
  // CHECK: basic compression of completions is not supported
  attributes.cqe_comp_type = FLEXIO_CQE_COMP_BASIC;
  EXPECT_FAILED(flexio_cq_create(process, NULL, &attributes, &cq));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_wq_attr receive_attributes;
  struct flexio_rq *rq = NULL;
  uint8_t bytes[FRAME_BUFFER_SIZE] = {0};

  process = create_process(context);
  sent = create_silent_cq(process);
  received = create_queue(
      process,
      (struct flexio_cq_attr){.log_cq_depth = LOG_DEPTH,
                              .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                              .cqe_comp_type = FLEXIO_CQE_COMP_ENABLE});
  EXPECT_SUCCESS(flexio_process_call(process, prepare, NULL, received.ring,
                                     (uint32_t)LOG_DEPTH));
  bytes[12] = 0x88;
  bytes[13] = 0xb5;
  EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, sizeof bytes, &frame));
  key = create_key(process, frame, sizeof bytes);
  send_attributes = work_queue_attributes(process, false);
  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, sent.number, &send_attributes, &sq));
  receive_attributes = work_queue_attributes(process, true);
  EXPECT_SUCCESS(flexio_rq_create(process, NULL, received.number,
                                  &receive_attributes, &rq));
  post_buffers(process, &receive_attributes, 64);
  direct_all_to(context, flexio_rq_get_tir(rq));

  for (uint32_t i = 0; i < BURSTS; i++)
    check_burst(FIRST_SIZE + i, BURST);
  EXPECT(call0(process, get_titles) == 1);
  EXPECT(call0(process, get_in_array) == BURSTS * BURST - 1);
  EXPECT(call0(process, get_arrays) < BURSTS * BURST);
  /* An IPv4 frame without a checksum, and others behind it. */
  bytes[12] = 8;
  bytes[13] = 0;
  bytes[14] = 0x45;
  bytes[17] = 46;
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, bytes, sizeof bytes, frame));
  check_burst(FIRST_SIZE, 2);
  EXPECT(call0(process, get_titles) == 2);
  check_errors();
  printf("%d arrays\n", (int)call0(process, get_arrays));
  // SEED: {{^}}12 arrays
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
