// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-20
// A thread writes a word and a request of a queue pair that copies it (RDMA write), writes both back
// and rings the doorbell. What is not written back is reported, also where the other end writes.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o with.a -app-name=test_app -devicecc-options="-g -DWAY=0 -I%src/test/host/Inputs"
// RUN: cd %t && %dpacc_bf3 device.c -o without.a -app-name=test_app -devicecc-options="-g -DWAY=1 -I%src/test/host/Inputs"
// RUN: cd %t && %dpacc_bf3 device.c -o target.a -app-name=test_app -devicecc-options="-g -DWAY=2 -I%src/test/host/Inputs"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/with.a %flexio_libs -lmlx5 -o %t/with
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/without.a %flexio_libs -lmlx5 -o %t/without
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/target.a %flexio_libs -lmlx5 -o %t/target
// RUN: dpa-run --check=memory,strict -- %t/with 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: dpa-run --check=memory --seed=1 -- %t/with 2>&1 | FileCheck --check-prefix=SILENT %s
// SILENT-NOT: flexio
// SILENT: copied
// SILENT-NOT: flexio
//
// RUN: dpa-run --check=memory -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
// WITHOUT: flexio: error: memory check: {{.*}}: network card read a send queue entry: {{.*}} (put+0x{{[0-9a-f]+}}, device.c:8) on EU {{[0-9]+}}, was not written back; after the write __dpa_thread_memory_writeback() is missing
// WITHOUT-NEXT: flexio: error: memory check: {{.*}}: network card read data of a queue entry: {{.*}}, device.c:29) on EU {{[0-9]+}}, was not written back
// WITHOUT-NEXT: copied
//
// RUN: dpa-run --check=memory,strict -- %t/target > %t/log 2>&1
// RUN: FileCheck --check-prefix=TARGET --implicit-check-not=flexio: %s < %t/log
// TARGET: flexio: error: memory check: {{.*}}: network card wrote data of a request of the other end: {{.*}}, device.c:35) on EU {{[0-9]+}}, was not written back and may overwrite what the card wrote
// TARGET-NEXT: copied

//--- device.c
#include "queue-pair-requests.h"
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static void put(volatile uint32_t *entry, unsigned i, uint64_t word) {
  uint32_t value = __builtin_bswap32((uint32_t)word);
  entry[i] = value;
}

static void write_request(volatile uint32_t *entry,
                          const struct queue_pair_request *request) {
  put(entry, 0, request->index << 8 | 8);
  put(entry, 1, request->number << 8 | 3);
  put(entry, 2, 8);
  put(entry, 3, 0);
  put(entry, 4, request->raddr >> 32);
  put(entry, 5, request->raddr);
  put(entry, 6, request->rkey);
  put(entry, 7, 0);
  put(entry, 8, request->size);
  put(entry, 9, request->key);
  put(entry, 10, request->address >> 32);
  put(entry, 11, request->address);
}

static void write_source(const struct queue_pair_request *request) {
  volatile uint64_t *source = (volatile uint64_t *)request->address;
  *source = 0x1234;
}

static void write_target(const struct queue_pair_request *request) {
  volatile uint64_t *target = (volatile uint64_t *)request->raddr;
#if WAY == 2
  *target = 1;
#endif
  (void)target;
}

__dpa_rpc__ uint64_t post_request(uint64_t address) {
  const struct queue_pair_request *request =
      (const struct queue_pair_request *)address;

  write_source(request);
  write_request((volatile uint32_t *)(request->ring + request->index * 64),
                request);
#if WAY != 1
  __dpa_thread_memory_writeback();
#endif
  write_target(request);
  flexio_dev_qp_sq_ring_db((uint16_t)(request->index + 1), request->number);
  return 0;
}

//--- host.c
#include "queue-pair.h"

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct queue_pair pair = create_queue_pair(process);
  struct flexio_qp_attr attributes = connection_attributes(&pair);
  struct address self = {.number = pair.number};
  uint64_t copy = 0;

  attributes.fl = 1;
  connect_with(&pair, &self, attributes);
  self.memory = pair.memory + 4096;
  self.key = pair.key;
  expect_sent(&pair, post(&pair, request_of(&pair, &self, WRITE, 0, 8)));
  read_device(process, self.memory, &copy, sizeof copy);
  EXPECT(copy == 0x1234);
  EXPECT_SUCCESS(flexio_qp_destroy(pair.qp));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("copied");
  return 0;
}
