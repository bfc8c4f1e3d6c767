// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Receive memory pools: linked entries or, of one segment, entries that follow each other. Their
// memory is in use while they live; bad attributes are rejected.
// PROVES: R-RQ-06
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "work-queue.h"

static struct flexio_process *process;

static struct flexio_wq_attr pool_attributes(enum flexio_wq_type type,
                                             uint8_t log_stride) {
  struct flexio_wq_attr attributes = {.log_wq_depth = 4,
                                      .log_wq_stride = log_stride};

  attributes.rq.wq_type = type;
  attributes.wq_ring_qmem.daddr = create_zeroed(process, 1024);
  attributes.wq_dbr_qmem.daddr = create_zeroed(process, 8);
  return attributes;
}

static void check_pool(enum flexio_wq_type type, uint8_t log_stride) {
  struct flexio_wq_attr attributes = pool_attributes(type, log_stride);
  struct flexio_rmp *rmp = NULL;
  uint32_t number;

  EXPECT_SUCCESS(flexio_rmp_create(process, NULL, &attributes, &rmp));
  number = flexio_rmp_get_wq_num(rmp);
  EXPECT(number != 0 && number < 1u << 24);
  EXPECT_FAILED(flexio_buf_dev_free(process, attributes.wq_ring_qmem.daddr));
  EXPECT_FAILED(flexio_buf_dev_free(process, attributes.wq_dbr_qmem.daddr));
  EXPECT_SUCCESS(flexio_rmp_destroy(rmp));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, attributes.wq_ring_qmem.daddr));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, attributes.wq_dbr_qmem.daddr));
}

int main(void) {
  struct flexio_wq_attr good, bad;
  struct flexio_rmp *rmp = NULL;
  int other;

  process = create_process(open_device());
  check_pool(FLEXIO_WQ_TYPE_LINKED_LIST, 5);
  check_pool(FLEXIO_WQ_TYPE_LINKED_LIST, 0);
  check_pool(FLEXIO_WQ_TYPE_CYCLIC, 6);
  good = pool_attributes(FLEXIO_WQ_TYPE_LINKED_LIST, 5);
#define REFUSED(change)                                                        \
  do {                                                                         \
    bad = good;                                                                \
    change;                                                                    \
    EXPECT_FAILED(flexio_rmp_create(process, NULL, &bad, &rmp));               \
    EXPECT(!rmp);                                                              \
  } while (0)
  // CHECK: receive memory pool: entries of 2^10 bytes (expected 2^5 to 2^9)
  REFUSED(bad.log_wq_stride = 10);
  // CHECK: receive memory pool: a depth of 2^16 entries is too large
  REFUSED(bad.log_wq_depth = 16);
  // CHECK: receive memory pool: the ring of 512 bytes at 0x10 is not 32-byte aligned
  REFUSED(bad.wq_ring_qmem.daddr = 16);
  // CHECK: receive memory pool: the doorbell record at 0x0 is not in the process's memory
  REFUSED(bad.wq_dbr_qmem.daddr = 0);
  // CHECK: receive memory pool: 0x{{[0-9a-f]+}} is not a protection domain of its device
  REFUSED(bad.pd = (struct ibv_pd *)&other);
  EXPECT(flexio_rmp_get_wq_num(NULL) == UINT32_MAX);
  EXPECT_SUCCESS(flexio_rmp_destroy(NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
