// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs are not thread safe, so the threads of a kernel have one each: all threads post and complete at the same time, without
// locks, and each finds its own writes and completions only.
// PROVES: R-VRB-26
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%S/Inputs -I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_verbs %doca_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --seed=3 --quantum=50 -- %t/host

//--- shared.h
#include <stdint.h>
enum { THREADS = 4, WRITES = 200, RING = 8 };
struct end {
  uint64_t pair, sent, memory; // from the first number to the second one
  uint32_t key, wrong;
};

//--- device.c
#include "shared.h"
#include "verbs-device.h"
#include <dpaintrin.h>

static uint32_t started;

static int write_number(struct end *own, uint64_t number) {
  volatile uint64_t *from = (volatile uint64_t *)own->memory;
  struct doca_dpa_dev_verbs_sge piece = {own->memory, 8, own->key};
  struct doca_dpa_dev_verbs_send_wr request =
      make_request(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE, &piece, 1,
                   DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  *from = number;
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&request, own->memory + 8);
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&request, own->key);
  uint32_t index = doca_dpa_dev_verbs_qp_post_send_wr(own->pair, &request);
  doca_dpa_dev_verbs_qp_commit_send(own->pair);
  doca_dpa_dev_completion_element_t done = next(own->sent);
  return doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND &&
         doca_dpa_dev_completion_element_get_wqe_counter(done) == index &&
         from[1] == number;
}

// The threads begin together.
__dpa_global__ void write_often(uint64_t ends) {
  unsigned rank = doca_dpa_dev_thread_rank();
  struct end *own = (struct end *)ends + rank;
  __atomic_add_fetch(&started, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(&started, __ATOMIC_ACQUIRE) < THREADS)
    doca_dpa_dev_yield();
  for (uint64_t i = 0; i < WRITES; i++)
    own->wrong += !write_number(own, (uint64_t)rank << 32 | i);
}

//--- host.c
#include "verbs-program.h"

#include "shared.h"
#include <doca_sync_event.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t write_often;

struct thread_objects {
  struct doca_mmap *mmap;
  struct doca_dpa_completion *sent;
  struct doca_verbs_qp *pair;
};

// A queue pair that is connected to itself.
static void open_end(struct end *end, struct thread_objects *objects) {
  objects->mmap = device_memory(64, &end->memory, &end->key);
  objects->sent = start_completion(RING, &end->sent);
  objects->pair = create_sender(RING, objects->sent, &end->pair);
  connect_to(objects->pair, doca_verbs_qp_get_qpn(objects->pair));
}

static void close_end(const struct end *end, struct thread_objects *objects) {
  OK(doca_verbs_qp_destroy(objects->pair));
  OK(doca_dpa_completion_destroy(objects->sent));
  OK(doca_mmap_destroy(objects->mmap));
  OK(doca_dpa_mem_free(dpa, end->memory));
}

int main(void) {
  struct end ends[THREADS] = {};
  struct thread_objects objects[THREADS];
  struct doca_sync_event *done;
  uint64_t address;
  open_verbs(test_app);
  for (int i = 0; i < THREADS; i++)
    open_end(&ends[i], &objects[i]);
  OK(doca_dpa_mem_alloc(dpa, sizeof ends, &address));
  OK(doca_dpa_h2d_memcpy(dpa, address, ends, sizeof ends));
  OK(doca_sync_event_create(&done));
  OK(doca_sync_event_add_publisher_location_dpa(done, dpa));
  OK(doca_sync_event_add_subscriber_location_cpu(done, dev));
  OK(doca_sync_event_start(done));
  OK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 1, THREADS,
                                       write_often, address));
  OK(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  OK(doca_dpa_d2h_memcpy(dpa, ends, address, sizeof ends));
  for (int i = 0; i < THREADS; i++) {
    uint64_t numbers[2];
    OK(doca_dpa_d2h_memcpy(dpa, numbers, ends[i].memory, sizeof numbers));
    HOLDS(ends[i].wrong == 0);
    HOLDS(numbers[1] == ((uint64_t)i << 32 | (WRITES - 1)));
    close_end(&ends[i], &objects[i]);
  }
  OK(doca_sync_event_destroy(done));
  OK(doca_dpa_mem_free(dpa, address));
  close_verbs();
  return failures != 0;
}
