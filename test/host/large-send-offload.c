// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code sends 2500 bytes of TCP with an LSO entry, whose headers are inline in two blocks, and a UDP packet whose checksums the
// card fills in: tcpdump sees three packets of TCP with their sequence numbers and one of UDP, all checksums right. Indices
// count blocks of 64 bytes, and the queue of 16 blocks wraps around.
// PROVES: R-DQ-08 R-DQ-09 R-DQT-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --port=up,out=%t/frames.pcap -- %t/host 2>&1 | FileCheck %t/host.c
// RUN: tcpdump -Svvnr %t/frames.pcap > %t/text 2>&1
// RUN: FileCheck %t/host.c --check-prefix=WIRE < %t/text
// RUN: not grep -E "incorrect|bad cksum" %t/text
// RUN: grep -c "(correct)\|udp sum ok" %t/text | FileCheck %t/host.c --check-prefix=COUNT

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

enum { HEADERS = 54, CHECKSUMS = FLEXIO_ETH_SEG_L3CS | FLEXIO_ETH_SEG_L4CS };

_Static_assert(LOG_SQE_NUM_SEGS == 2, "block 5 has segments 20 to 23");

static union flexio_dev_sqe_seg *entry_at(uint64_t entries, uint32_t index) {
  return (union flexio_dev_sqe_seg *)entries + (index << LOG_SQE_NUM_SEGS);
}

// `frame` has the headers, then the payload. Occupies blocks 0 and 1.
__dpa_rpc__ uint64_t send_large(uint64_t entries, uint32_t number, uint32_t key,
                                uint64_t frame, uint32_t size, uint32_t mss) {
  union flexio_dev_sqe_seg *segments = entry_at(entries, 0);
  uint8_t *headers = (uint8_t *)frame, *inside = (uint8_t *)&segments[2];
  const uint32_t count = 2 + (HEADERS - 2 + 15) / 16 + 1;

  flexio_dev_swqe_seg_ctrl_set(&segments[0], 0, number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS,
                               FLEXIO_CTRL_SEG_LSO);
  segments[0].ctrl.qpn_ds = __builtin_bswap32(number << 8 | count);
  flexio_dev_swqe_seg_eth_set(&segments[1], CHECKSUMS, (uint16_t)mss, HEADERS,
                              headers);
  for (int i = 2; i < HEADERS; i++)
    inside[i - 2] = headers[i];
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[count - 1], size, key,
                                       frame + HEADERS);
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db(2, number);
  return 0;
}

// Occupies one block. Without bytes it does nothing.
__dpa_rpc__ uint64_t send_checked(uint64_t entries, uint32_t index,
                                  uint32_t number, uint32_t key, uint64_t frame,
                                  uint32_t size) {
  union flexio_dev_sqe_seg *segments = entry_at(entries, index % 16);

  flexio_dev_swqe_seg_ctrl_set(
      &segments[0], index, number, MLX5_CTRL_SEG_CE_CQE_ALWAYS,
      size ? FLEXIO_CTRL_SEG_SEND_EN : FLEXIO_CTRL_SEG_NOP);
  if (size) {
    flexio_dev_swqe_seg_eth_set(&segments[1], CHECKSUMS, 0, 0, NULL);
    flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], size, key, frame);
  }
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)(index + 1), number);
  return 0;
}

//--- host.c
#include "work-queue.h"

#include "frames.h"

flexio_func_t send_large, send_checked;

enum { HEADERS = 54, PAYLOAD = 2500, MSS = 1000 };

/* Ethernet, IPv4 and the beginning of TCP or UDP, without checksums. */
static void make_headers(uint8_t *frame, uint8_t protocol, uint16_t length) {
  static const uint8_t internet[] = {0x45, 0, 0,  0, 0, 9, 0,  0, 64, 0,
                                     0,    0, 10, 0, 0, 1, 10, 0, 0,  2};

  frame[0] = frame[6] = 2;
  frame[12] = 8;
  memcpy(frame + 14, internet, sizeof internet);
  frame[16] = (uint8_t)(length >> 8);
  frame[17] = (uint8_t)length;
  frame[23] = protocol;
  frame[35] = 80; /* source port */
  frame[37] = 90;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct queue sent = create_silent_cq(process);
  struct flexio_wq_attr attributes = work_queue_attributes(process, false);
  static uint8_t large[HEADERS + PAYLOAD], small[14 + 20 + 8 + 33];
  flexio_uintptr_t frames[2];
  struct mlx5_cqe64 done;
  struct flexio_sq *sq;
  uint64_t result;
  uint32_t number, key;

  make_headers(large, IPPROTO_TCP, 0);
  large[41] = 1;    /* sequence number */
  large[46] = 0x50; /* header of 20 bytes */
  large[47] = 0x18; /* PSH, ACK */
  for (int i = 0; i < PAYLOAD; i++)
    large[HEADERS + i] = (uint8_t)(i * 7);
  make_headers(small, IPPROTO_UDP, sizeof small - 14);
  small[39] = sizeof small - 34; /* length */
  memset(small + 42, 'x', 33);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, large, sizeof large, &frames[0]));
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, small, sizeof small, &frames[1]));
  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, sent.number, &attributes, &sq));
  number = flexio_sq_get_wq_num(sq);
  EXPECT_SUCCESS(flexio_process_call(
      process, send_large, &result, attributes.wq_ring_qmem.daddr, number,
      create_key(process, frames[0], sizeof large), frames[0],
      (uint32_t)PAYLOAD, (uint32_t)MSS));
  done = completion_at(process, sent, 0);
  EXPECT(mlx5dv_get_cqe_opcode(&done) == MLX5_CQE_REQ);
  key = create_key(process, frames[1], sizeof small);
  for (uint32_t index = 2; index <= 16; index++) {
    EXPECT_SUCCESS(flexio_process_call(
        process, send_checked, &result, attributes.wq_ring_qmem.daddr, index,
        number, key, frames[1], (uint32_t)(index == 3 ? 0 : sizeof small)));
    done = completion_at(process, sent, index - 1);
    EXPECT(mlx5dv_get_cqe_opcode(&done) == MLX5_CQE_REQ);
    EXPECT(ntohs(done.wqe_counter) == index);
  }
  puts("done");
  return 0;
}
// CHECK: done
// WIRE: length 1040)
// WIRE-NEXT: 10.0.0.1.80 > 10.0.0.2.90: Flags [.],{{.*}} seq 1:1001,
// WIRE: length 1040)
// WIRE-NEXT: 10.0.0.1.80 > 10.0.0.2.90: Flags [.],{{.*}} seq 1001:2001,
// WIRE: length 540)
// WIRE-NEXT: 10.0.0.1.80 > 10.0.0.2.90: Flags [P.],{{.*}} seq 2001:2501,
// WIRE: 10.0.0.1.80 > 10.0.0.2.90: [udp sum ok] UDP, length 33
// COUNT: 17
