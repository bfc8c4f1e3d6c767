// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registered memory, workers and endpoints of DOCA 1.5, built by the commands of
// the guide: kernels of two instances, each with an endpoint of its own, put data
// and signals to the peer; copies, transposition, pointers to host memory. A put out
// of bounds of the memory is a fatal error of the context, after which another one
// works.
// PROVES: R-DPAH-05 R-DPAH-06 R-DPAH-17 R-DPAH-18 R-DPAH-19
// PROVES: R-DPAD-02 R-DPAD-03 R-DPAD-04 R-DPAD-05 R-DPAD-07 R-DPAD-08 R-DPAD-09
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && split-file %s %t && cp %sdk/lib/dpa/bf3/libdoca_dpa_dev.a %sdk/lib/libdoca_dpa.a %t
// RUN: cd %t && dpacc libdoca_dpa_dev.a device.c -o app.a -hostcc=gcc -hostcc-options="-Wno-deprecated-declarations" --devicecc-options="-D__linux__ -Wno-deprecated-declarations -Wall -Wextra -Werror" --app-name="test_app" -I%sdk/include/
// RUN: cd %t && gcc -std=gnu11 -Wall -Wextra -Werror -I%S/Inputs host.c -o host app.a libdoca_dpa.a -I%sdk/include/ -DDOCA_ALLOW_EXPERIMENTAL_API -L%sdk/lib -ldoca_common -L%sdk/lib -lflexio -lstdc++ -libverbs -lmlx5 -Wl,-rpath,%sdk/lib
// RUN: dpa-run -- %t/host && dpa-run --engine=interp --eus=1 -- %t/host

//--- shared.h
#include <stdint.h>
enum { SIZE = 4096, PUTS = 500, THREADS = 2, ROWS = 4, COLUMNS = 3 };
// In device memory.
struct ends {
  uint64_t endpoint[THREADS]; // of the instance of that rank
  uint64_t local, memory;     // handle and address
  uint64_t remote_address;
  uint32_t rkey, reserved;
};

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <dpaintrin.h>

// Each instance has an endpoint, a line of the memory, and one of the peer's.
__dpa_global__ void put(uint64_t address, doca_dpa_dev_event_remote_t event) {
  const struct ends *ends = (const struct ends *)address;
  unsigned rank = doca_dpa_dev_thread_rank();
  doca_dpa_dev_ep_t endpoint = ends->endpoint[rank];
  uint64_t from = ends->memory + 64 * rank;
  uint64_t to = ends->remote_address + 64 * rank;

  for (int i = 0; i < PUTS; i++)
    doca_dpa_dev_put_nb(endpoint, from, 8, ends->local, to, ends->rkey);
  doca_dpa_dev_put_signal_nb(endpoint, from + 8, ends->local, 8, to + 8,
                             ends->rkey, event, 5, DOCA_DPA_EVENT_OP_ADD);
  doca_dpa_dev_ep_synchronize(endpoint);
}

__dpa_global__ void set(uint64_t address, doca_dpa_dev_event_remote_t event) {
  const struct ends *ends = (const struct ends *)address;

  doca_dpa_dev_put_signal_nb(ends->endpoint[0], ends->memory + 16, ends->local,
                             8, ends->remote_address + 16, ends->rkey, event,
                             77, DOCA_DPA_EVENT_OP_SET);
}

__dpa_global__ void copy(doca_dpa_dev_mem_t mem, uint64_t memory,
                         uint64_t result) {
  uint64_t *at = (uint64_t *)result;
  doca_dpa_dev_uintptr_t external = 1;

  at[0] = doca_dpa_dev_mem_rkey_get(mem);
  for (uint64_t i = 0; i < PUTS; i++)
    doca_dpa_dev_memcpy_nb(memory + 1024 + i, mem, memory + 512 + i % 64, mem,
                           1);
  doca_dpa_dev_memcpy_transpose2D_nb(memory + 2048, mem, memory + 512, mem,
                                     ROWS * COLUMNS * sizeof(uint32_t),
                                     sizeof(uint32_t), COLUMNS, ROWS);
  doca_dpa_dev_memcpy_synchronize();
  doca_dpa_dev_external_ptr_get(memory + 512, mem, &external);
  at[1] = *(uint64_t *)external;
  *(uint64_t *)(external + 3072 - 512) = 0x4242;
  __dpa_thread_window_writeback();
}

__dpa_global__ void leave(uint64_t address) {
  const struct ends *ends = (const struct ends *)address;

  doca_dpa_dev_put_nb(ends->endpoint[0], ends->memory, 8, ends->local,
                      ends->remote_address + SIZE - 4, ends->rkey);
  doca_dpa_dev_ep_synchronize(ends->endpoint[0]);
}

//--- host.c
#include "device.h"
#include "shared.h"
#include <doca_dpa.h>
#include <string.h>
#include <unistd.h>

extern doca_dpa_app_t test_app;
doca_dpa_func_t put, set, copy, leave;

enum {
  RIGHTS = DOCA_ACCESS_LOCAL_READ_WRITE | DOCA_ACCESS_RDMA_READ |
           DOCA_ACCESS_RDMA_WRITE | DOCA_ACCESS_RDMA_ATOMIC
};

enum { ROUNDS = 200 };

static struct doca_dev *dev;
static doca_dpa_t dpa;
static uint64_t memory[2][SIZE / 8] __attribute__((aligned(64)));
static doca_dpa_mem_t mem[2];
static doca_dpa_worker_t worker[2];
static doca_dpa_ep_t ep[2][THREADS]; // the second ones are the peers

static doca_dpa_event_t make_event(unsigned from, unsigned to) {
  doca_dpa_event_t event;
  OK(doca_dpa_event_create(dpa, from, to, DOCA_DPA_EVENT_WAIT_DEFAULT, &event,
                           0));
  return event;
}

static void register_memory(int side) {
  uint32_t rkey, same;
  doca_dpa_dev_mem_t handle;
  doca_dpa_mem_t *result = &mem[side];
  OK(doca_dpa_mem_host_register(dpa, memory[side], SIZE, RIGHTS, result, 0));
  OK(doca_dpa_mem_rkey_get(mem[side], &rkey));
  OK(doca_dpa_mem_rkey_get(mem[side], &same));
  OK(doca_dpa_mem_dev_export(mem[side], &handle));
  HOLDS(rkey && rkey == same && handle);
}

static void create_endpoints(int side) {
  OK(doca_dpa_worker_create(dpa, &worker[side], 0));
  for (int i = 0; i < THREADS; i++)
    OK(doca_dpa_ep_create(worker[side], RIGHTS, &ep[side][i]));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_worker_destroy(worker[side]));
}

// The address is a copy, as it is after its way through a socket.
static void connect_endpoint(doca_dpa_ep_t own, doca_dpa_ep_t peer) {
  doca_dpa_ep_addr_t address;
  uint8_t received[256];
  size_t size;
  OK(doca_dpa_ep_addr_get(peer, &address, &size));
  HOLDS(size && size <= sizeof received);
  memcpy(received, address, size);
  OK(doca_dpa_ep_addr_free(address));
  INVALID(doca_dpa_ep_addr_free((doca_dpa_ep_addr_t)received));
  OK(doca_dpa_ep_connect(own, (doca_dpa_ep_addr_t)received));
  GIVES(DOCA_ERROR_CONNECTION_ABORTED,
        doca_dpa_ep_connect(own, (doca_dpa_ep_addr_t)received));
}

static doca_dpa_dev_uintptr_t store_ends(void) {
  struct ends ends = {.memory = (uint64_t)memory[0],
                      .remote_address = (uint64_t)memory[1]};
  doca_dpa_dev_uintptr_t address;
  for (int i = 0; i < THREADS; i++)
    OK(doca_dpa_ep_dev_export(ep[0][i], &ends.endpoint[i]));
  OK(doca_dpa_mem_dev_export(mem[0], &ends.local));
  OK(doca_dpa_mem_rkey_get(mem[1], &ends.rkey));
  OK(doca_dpa_mem_alloc(dpa, sizeof ends, &address));
  OK(doca_dpa_memset(dpa, address, 0, sizeof ends));
  OK(doca_dpa_h2d_memcpy(dpa, address, &ends, sizeof ends));
  return address;
}

static void test_puts(doca_dpa_dev_uintptr_t ends) {
  doca_dpa_event_t remote =
      make_event(DOCA_DPA_EVENT_ACCESS_REMOTE, DOCA_DPA_EVENT_ACCESS_CPU);
  doca_dpa_event_t done =
      make_event(DOCA_DPA_EVENT_ACCESS_DPA, DOCA_DPA_EVENT_ACCESS_CPU);
  doca_dpa_dev_event_remote_t handle;
  OK(doca_dpa_event_dev_remote_export(remote, &handle));
  for (int i = 0; i < 32; i++)
    memory[0][i] = 1000 + i;
  OK(doca_dpa_kernel_launch(dpa, NULL, 0, done, 1, DOCA_DPA_EVENT_OP_SET, &put,
                            THREADS, ends, handle));
  // The data is there when the signals are, whatever the kernel does.
  OK(doca_dpa_event_wait_until(remote, 10, DOCA_DPA_EVENT_CMP_EQ));
  for (int i = 0; i < THREADS; i++)
    HOLDS(memory[1][8 * i] == 1000u + 8 * i &&
          memory[1][8 * i + 1] == 1001u + 8 * i);
  OK(doca_dpa_event_wait_until(done, 1, DOCA_DPA_EVENT_CMP_GEQ));
  OK(doca_dpa_kernel_launch(dpa, NULL, 0, done, 2, DOCA_DPA_EVENT_OP_SET, &set,
                            1, ends, handle));
  OK(doca_dpa_event_wait_until(remote, 77, DOCA_DPA_EVENT_CMP_EQ));
  HOLDS(memory[1][2] == 1002);
  OK(doca_dpa_event_wait_until(done, 2, DOCA_DPA_EVENT_CMP_GEQ));
  OK(doca_dpa_event_destroy(remote));
  OK(doca_dpa_event_destroy(done));
}

static void test_copies(void) {
  doca_dpa_event_t done =
      make_event(DOCA_DPA_EVENT_ACCESS_DPA, DOCA_DPA_EVENT_ACCESS_CPU);
  uint8_t *bytes = (uint8_t *)memory[0];
  uint32_t *from = (uint32_t *)(bytes + 512), *to = (uint32_t *)(bytes + 2048);
  uint64_t found[2] = {0};
  doca_dpa_dev_mem_t handle;
  doca_dpa_dev_uintptr_t result;
  uint32_t rkey;
  OK(doca_dpa_mem_alloc(dpa, sizeof found, &result));
  OK(doca_dpa_mem_dev_export(mem[0], &handle));
  OK(doca_dpa_mem_rkey_get(mem[0], &rkey));
  for (uint32_t i = 0; i < 16; i++)
    from[i] = 0x1010101 * (i + 1);
  OK(doca_dpa_kernel_launch(dpa, NULL, 0, done, 1, DOCA_DPA_EVENT_OP_ADD, &copy,
                            1, handle, memory[0], result));
  OK(doca_dpa_event_wait_until(done, 0, DOCA_DPA_EVENT_CMP_GT));
  for (int i = 0; i < PUTS; i++)
    HOLDS(bytes[1024 + i] == bytes[512 + i % 64]);
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      HOLDS(to[column * ROWS + row] == from[row * COLUMNS + column]);
  OK(doca_dpa_d2h_memcpy(dpa, found, result, sizeof found));
  HOLDS(found[0] == rkey && found[1] == memory[0][64]);
  HOLDS(memory[0][384] == 0x4242);
  // Both forms of the call.
  OK(doca_dpa_mem_free(result));
  INVALID(doca_dpa_mem_free(result));
  OK(doca_dpa_mem_alloc(dpa, 64, &result));
  OK(doca_dpa_mem_free(dpa, result));
  INVALID(doca_dpa_mem_free(result));
  OK(doca_dpa_event_destroy(done));
}

static void open_context(void) {
  OK(doca_dpa_create(dev, test_app, &dpa, 0));
  for (int side = 0; side < 2; side++) {
    register_memory(side);
    create_endpoints(side);
  }
  for (int i = 0; i < THREADS; i++) {
    connect_endpoint(ep[0][i], ep[1][i]);
    connect_endpoint(ep[1][i], ep[0][i]);
  }
}

static void close_context(void) {
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(dpa));
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < THREADS; i++)
      OK(doca_dpa_ep_destroy(ep[side][i]));
    INVALID(doca_dpa_ep_destroy(ep[side][0]));
    OK(doca_dpa_worker_destroy(worker[side]));
    OK(doca_dpa_mem_unregister(mem[side]));
    INVALID(doca_dpa_mem_unregister(mem[side]));
  }
  OK(doca_dpa_destroy(dpa));
}

// Where the next large block of device memory would be.
static doca_dpa_dev_uintptr_t next_block(void) {
  doca_dpa_dev_uintptr_t block;
  OK(doca_dpa_mem_alloc(dpa, 1 << 20, &block));
  OK(doca_dpa_mem_free(block));
  return block;
}

// Endpoints and memory leave nothing on the device.
static void test_rounds(void) {
  doca_dpa_dev_uintptr_t block = next_block();
  doca_dpa_mem_t registered;
  doca_dpa_worker_t one;
  doca_dpa_ep_t endpoint;
  for (int i = 0; i < ROUNDS && !failures; i++) {
    OK(doca_dpa_mem_host_register(dpa, memory, sizeof memory, RIGHTS,
                                  &registered, 0));
    OK(doca_dpa_worker_create(dpa, &one, 0));
    OK(doca_dpa_ep_create(one, RIGHTS, &endpoint));
    OK(doca_dpa_ep_destroy(endpoint));
    OK(doca_dpa_worker_destroy(one));
    OK(doca_dpa_mem_unregister(registered));
  }
  HOLDS(next_block() == block);
}

static void test_failure(doca_dpa_dev_uintptr_t ends) {
  doca_dpa_dev_uintptr_t block;
  OK(doca_dpa_peek_at_last_error(dpa));
  // The kernel may fail before the call returns.
  (void)doca_dpa_kernel_launch(dpa, NULL, 0, NULL, 0, 0, &leave, 1, ends);
  while (doca_dpa_peek_at_last_error(dpa) == DOCA_SUCCESS)
    usleep(1000); // leaves the processor to the device
  GIVES(DOCA_ERROR_BAD_STATE, doca_dpa_peek_at_last_error(dpa));
  GIVES(DOCA_ERROR_BAD_STATE, doca_dpa_mem_alloc(dpa, 64, &block));
  GIVES(DOCA_ERROR_BAD_STATE,
        doca_dpa_kernel_launch(dpa, NULL, 0, NULL, 0, 0, &leave, 1, ends));
  close_context();
}

int main(void) {
  dev = open_device();
  open_context();
  test_puts(store_ends());
  test_copies();
  test_rounds();
  test_failure(store_ends());
  open_context();
  test_puts(store_ends());
  close_context();
  OK(doca_dev_close(dev));
  return result();
}
