// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong attributes of send and receive queues are errors that give the reason; a queue that was not
// created holds no memory, one that was created keeps its buffers until it is destroyed.
// PROVES: R-RQ-02
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "work-queue.h"

static struct ibv_context *context;
static struct flexio_process *process;
static struct queue completions;

static flexio_status create(bool is_receive, uint32_t cq,
                            const struct flexio_wq_attr *attributes) {
  struct flexio_sq *sq = (struct flexio_sq *)8;
  struct flexio_rq *rq = (struct flexio_rq *)8;
  flexio_status status =
      is_receive ? flexio_rq_create(process, NULL, cq, attributes, &rq)
                 : flexio_sq_create(process, context, cq, attributes, &sq);

  EXPECT(status == FLEXIO_STATUS_SUCCESS || (is_receive ? !rq : !sq));
  return status;
}

/* Each in a queue whose other attributes are good. */
static void check_attributes(void) {
  struct flexio_wq_attr sq = work_queue_attributes(process, false);
  struct flexio_wq_attr rq = work_queue_attributes(process, true);
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_pd *stale = pd;
  struct flexio_wq_attr bad;
  uint32_t cq = completions.number;

  EXPECT(pd && ibv_dealloc_pd(pd) == 0);
#define REFUSED(kind, change)                                                  \
  do {                                                                         \
    bad = kind;                                                                \
    change;                                                                    \
    EXPECT_FAILED(create(&(kind) == &rq, cq, &bad));                           \
  } while (0)
  // CHECK: flexio: error: flexio_sq_create: process 'test_app' on 'mlx5_0': send queue: a depth of 2^16 entries is too large (expected at most 2^15)
  REFUSED(sq, bad.log_wq_depth = 16);
  // CHECK: flexio: error: flexio_rq_create: process 'test_app' on 'mlx5_0': receive queue: a depth of 2^255 entries is too large (expected at most 2^15)
  REFUSED(rq, bad.log_wq_depth = 255);
  // CHECK: receive queue: entries of 2^3 bytes (expected 2^4 to 2^9)
  REFUSED(rq, bad.log_wq_stride = 3);
  // CHECK: receive queue: entries of 2^10 bytes (expected 2^4 to 2^9)
  REFUSED(rq, bad.log_wq_stride = 10);
  // CHECK: send queue: UAR 0xffffff does not belong to this process
  REFUSED(sq, bad.uar_id = 0xffffff);
  // CHECK: send queue: 0x{{[0-9a-f]+}} is not a protection domain of its device
  REFUSED(sq, bad.pd = stale);
  // CHECK: send queue: the user index 0x1000000 has more than 24 bits
  REFUSED(sq, bad.user_index = 1 << 24);
  // CHECK: send queue: its TIS is not a live handle
  REFUSED(sq, bad.sq.tis = (struct flexio_sq_tis *)&bad);
  // CHECK: receive queue: its transport domain is not a live handle
  REFUSED(rq, bad.rq.td = (struct flexio_transport_domain *)&bad);
  // CHECK: receive queue: 2 is not a structure of a receive queue
  REFUSED(rq, bad.rq.wq_type = (enum flexio_wq_type)2);
  // CHECK: receive queue: 2 is not a padding of packets
  REFUSED(rq, bad.rq.end_pad_mode = (enum flexio_wq_end_pad_mode)2);
  // CHECK: send queue: the ring: umem_id 0 is not registered memory of the host
  REFUSED(sq, bad.wq_ring_qmem.memtype = FLEXIO_MEMTYPE_HOST);
  // CHECK: receive queue: the doorbell record: umem_id 0 is not registered memory of the host
  REFUSED(rq, bad.wq_dbr_qmem.memtype = FLEXIO_MEMTYPE_HOST);
  // CHECK: send queue: the ring: -1 is not a kind of memory
  REFUSED(sq, bad.wq_ring_qmem.memtype = (enum flexio_memtype)(-1));
  // CHECK: send queue: the ring of 1024 bytes at 0x{{[0-9a-f]+}} is not 64-byte aligned
  REFUSED(sq, bad.wq_ring_qmem.daddr += 16);
  // CHECK: receive queue: the ring of 1024 bytes at 0x{{[0-9a-f]+}} is not 16-byte aligned
  REFUSED(rq, bad.wq_ring_qmem.daddr += 8);
  // CHECK: send queue: the ring of 1024 bytes at 0x0 is not in the process's memory
  REFUSED(sq, bad.wq_ring_qmem.daddr = 0);
  // CHECK: receive queue: the doorbell record at 0x{{[0-9a-f]+}} is not 8-byte aligned
  REFUSED(rq, bad.wq_dbr_qmem.daddr += 4);
  // CHECK: send queue: the ring: 2048 bytes at device address 0x{{[0-9a-f]+}} are not inside one buffer of the heap
  REFUSED(sq, bad.log_wq_depth = 5);
  // CHECK: send queue: the doorbell record at 0x{{[0-9a-f]+}} is inside the ring of 1024 bytes at 0x
  REFUSED(sq, bad.wq_dbr_qmem.daddr = bad.wq_ring_qmem.daddr + 1016);
  // CHECK: receive queue: completion queue 0xffffffff does not belong to this device
  EXPECT_FAILED(create(true, UINT32_MAX, &rq));
  // CHECK: send queue: completion queue 0x0 does not belong to this device
  EXPECT_FAILED(create(false, 0, &sq));
  // CHECK: flexio_sq_create: the attributes are NULL
  EXPECT_FAILED(create(false, cq, NULL));
  // CHECK: flexio_rq_create: the result pointer is NULL
  EXPECT_FAILED(flexio_rq_create(process, NULL, cq, &rq, NULL));
  // Queues that were not created hold nothing.
  EXPECT_SUCCESS(flexio_buf_dev_free(process, sq.wq_ring_qmem.daddr));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, rq.wq_dbr_qmem.daddr));
}

/* Entries of one segment are the same in both structures; attributes that have no meaning are
 * ignored; a queue may use another domain and its own transport objects. */
static void check_good_attributes(void) {
  struct flexio_transport_domain *td = NULL;
  struct flexio_sq_tis *tis = NULL;
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct flexio_wq_attr sq = work_queue_attributes(process, false);
  struct flexio_wq_attr rq = work_queue_attributes(process, true);

  EXPECT(pd);
  EXPECT_SUCCESS(flexio_transport_domain_create(context, &td));
  EXPECT_SUCCESS(flexio_sq_tis_create(context, td, &tis));
  rq.rq = (struct flexio_wq_rq_attr){.wq_type = FLEXIO_WQ_TYPE_LINKED_LIST,
                                     .end_pad_mode = FLEXIO_WQ_END_PAD_ALIGN,
                                     .td = td,
                                     .vlan_strip_disable = 1};
  rq.pd = pd;
  sq.sq = (struct flexio_wq_sq_attr){.allow_multi_pkt_send_wqe = 1, .tis = tis};
  sq.log_wq_stride = 77;
  sq.wq_ring_qmem.umem_id = 77;
  EXPECT_SUCCESS(create(true, completions.number, &rq));
  EXPECT_SUCCESS(create(false, completions.number, &sq));
  // CHECK: flexio_sq_tis_create: the transport domain is NULL
  EXPECT_FAILED(flexio_sq_tis_create(context, NULL, &tis));
  // CHECK: flexio_transport_domain_create: the device context is NULL
  EXPECT_FAILED(flexio_transport_domain_create(NULL, &td));
  EXPECT(!td && !tis);
}

static void check_lifetime(void) {
  struct flexio_wq_attr attributes = work_queue_attributes(process, true);
  struct flexio_rq *rq = NULL;

  EXPECT_SUCCESS(
      flexio_rq_create(process, NULL, completions.number, &attributes, &rq));
  // CHECK: flexio_buf_dev_free: process 'test_app' on 'mlx5_0': the buffer at device address 0x{{[0-9a-f]+}} is in use by a queue
  EXPECT_FAILED(flexio_buf_dev_free(process, attributes.wq_ring_qmem.daddr));
  // CHECK: is in use by a queue
  EXPECT_FAILED(flexio_buf_dev_free(process, attributes.wq_dbr_qmem.daddr));
  EXPECT_SUCCESS(flexio_rq_set_err_state(rq));
  EXPECT_SUCCESS(flexio_rq_set_err_state(rq));
  EXPECT_SUCCESS(flexio_rq_destroy(rq));
  // CHECK: flexio_rq_destroy: 0x{{[0-9a-f]+}} is not a live receive queue handle
  EXPECT_FAILED(flexio_rq_destroy(rq));
  // CHECK: flexio_rq_set_err_state: 0x{{[0-9a-f]+}} is not a live receive queue handle
  EXPECT_FAILED(flexio_rq_set_err_state(rq));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, attributes.wq_ring_qmem.daddr));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, attributes.wq_dbr_qmem.daddr));
  EXPECT_SUCCESS(flexio_sq_destroy(NULL));
  EXPECT_SUCCESS(flexio_rq_destroy(NULL));
  EXPECT_SUCCESS(flexio_sq_tis_destroy(NULL));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(NULL));
}

int main(void) {
  context = open_device();
  process = create_process(context);
  completions = create_silent_cq(process);
  check_attributes();
  check_good_attributes();
  check_lifetime();
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
