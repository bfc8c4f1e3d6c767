// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs of processes on two devices of a program, and memory of the host that is registered with one of
// them: device code writes to it, reads from it, and counts in it, as its key permits.
// PROVES: R-QP-06 R-QP-07
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --config=%S/Inputs/two-devices.toml --port=unix:%t/switch -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"
#include "registered-memory.h"

enum { SIZE = 3 * 4096, MESSAGE = 10000, HALF = MEMORY_SIZE / 2 };

static void check_host_memory(struct queue_pair *pair, struct ibv_mr *region,
                              struct address address) {
  uint8_t *bytes = region->addr;
  struct queue_pair_request request;

  address.memory = (uintptr_t)bytes;
  address.key = region->rkey;
  fill(pair, 0, MESSAGE, 5);
  expect_sent(pair, post(pair, request_of(pair, &address, WRITE, 0, MESSAGE)));
  for (size_t i = 0; i < MESSAGE; i++)
    EXPECT(bytes[i] == (uint8_t)(5 + i * 7 + (i >> 8)));
  fill(pair, 0, MESSAGE, 6);
  expect_sent(pair, post(pair, request_of(pair, &address, READ, 0, MESSAGE)));
  EXPECT(is_filled(pair, 0, MESSAGE, 5));
  memset(bytes, 0, 8);
  request = request_of(pair, &address, FETCH_AND_ADD, 0, 8);
  request.swap_add = 3;
  expect_sent(pair, post(pair, request));
  expect_sent(pair, post(pair, request));
  EXPECT(number_at(pair, 0) == 3 && *(uint64_t *)bytes == 6);
}

int main(void) {
  struct ibv_context *contexts[] = {open_device_at(0), open_device_at(1)};
  struct flexio_process *processes[] = {create_process(contexts[0]),
                                        create_process(contexts[1])};
  struct queue_pair a = create_queue_pair(processes[0]),
                    b = create_queue_pair(processes[1]);
  struct address address_a = address_of(&a, contexts[0]),
                 address_b = address_of(&b, contexts[1]);
  struct ibv_mr *region, *read_only;
  struct queue_pair_request request;

  EXPECT(memcmp(&address_a.gid, &address_b.gid, sizeof address_a.gid) != 0);
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  fill(&a, 0, MESSAGE, 1);
  post_receive(&b, HALF, MESSAGE);
  expect_sent(&a, post(&a, request_of(&a, &address_b, SEND, 0, MESSAGE)));
  expect_received(&b, 0, MLX5_CQE_RESP_SEND, MESSAGE);
  EXPECT(is_filled(&b, HALF, MESSAGE, 1));
  region =
      register_memory(flexio_process_get_pd(processes[1]), SIZE, ALL_ACCESS);
  read_only = register_memory(flexio_process_get_pd(processes[1]), SIZE,
                              IBV_ACCESS_REMOTE_READ);
  check_host_memory(&a, region, address_b);
  // CHECK: the other end's memory key does not allow the access
  address_b.memory = (uintptr_t)read_only->addr;
  address_b.key = read_only->rkey;
  request = request_of(&a, &address_b, WRITE, 0, 8);
  expect_send_error(&a, post(&a, request), MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
  EXPECT(*(uint64_t *)read_only->addr == 0);
  free_memory(region);
  free_memory(read_only);
  EXPECT_SUCCESS(flexio_process_destroy(processes[0]));
  EXPECT_SUCCESS(flexio_process_destroy(processes[1]));
  puts("done");
  // CHECK: done
  return 0;
}
