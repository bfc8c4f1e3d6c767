// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RDMA between two programs, each with a device of its own, which a switch or UDP joins, as between two
// machines: maps of host and device memory, sync events and connections are exported over a socket. Both
// programs write, read, add and send at the same time; a signal arrives after what was written before it.
// Memory that is not exported is out of reach: the request fails, and the other program is unharmed.
// PROVES: R-DPAH-23
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: python3 %S/Inputs/two_programs.py unix %t %t/host | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: python3 %S/Inputs/two_programs.py udp %t %t/host | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// CHECK: 0: flexio: warning: {{.*}} send entry 5: the other end's memory key does not allow the access (syndrome 0x13)
// CHECK: 0: 0 failures
// CHECK: 1: flexio: warning: {{.*}} rejected an access of the other end
// CHECK: 1: 0 failures

//--- shared.h
#include <stdint.h>
#ifndef __dpa_global__
#define __dpa_global__
#endif
/* Words of the memory of each program. */
enum { OWN, WRITTEN, READ, SENT, ADDED, WORDS = 512 };
enum { FIRST_VALUE = 100, ADDEND = 5 };
struct __dpa_global__ link {
  uint64_t rdma, completion, own_event, peer_event;
  uint64_t memory, peer_memory;
  uint32_t key, peer_key, id, rank;
};

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <dpaintrin.h>

#include "shared.h"

enum {
  SILENT =
      DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH | DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS
};

static uint64_t at(uint64_t memory, int word) {
  return memory + (uint64_t)word * 8;
}

/* The next completion: its type and immediate, which is 0 without. */
static uint64_t next(uint64_t from) {
  doca_dpa_dev_completion_element_t element;
  while (!doca_dpa_dev_get_completion(from, &element))
    ;
  uint64_t type = doca_dpa_dev_get_completion_type(element);
  if (type == DOCA_DPA_DEV_COMP_RECV_SEND_IMM)
    type |= (uint64_t)doca_dpa_dev_get_completion_immediate(element) << 8;
  doca_dpa_dev_completion_ack(from, 1);
  return type;
}

__dpa_rpc__ uint64_t exchange(struct link link) {
  uint64_t received = 0, sent = 0;
  doca_dpa_dev_rdma_post_receive(link.rdma, link.key, at(link.memory, SENT), 8);
  doca_dpa_dev_rdma_post_write(link.rdma, link.id, link.peer_key,
                               at(link.peer_memory, WRITTEN), link.key,
                               at(link.memory, OWN), 8, SILENT);
  doca_dpa_dev_rdma_post_read(link.rdma, link.id, link.key,
                              at(link.memory, READ), link.peer_key,
                              at(link.peer_memory, OWN), 8, SILENT);
  doca_dpa_dev_rdma_post_atomic_fetch_add(link.rdma, link.id, link.peer_key,
                                          at(link.peer_memory, ADDED), ADDEND,
                                          SILENT);
  doca_dpa_dev_rdma_post_send_imm(link.rdma, link.id, link.key,
                                  at(link.memory, OWN), 8, link.rank,
                                  DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH);
  for (int i = 0; i < 2; i++) {
    uint64_t type = next(link.completion);
    if (type == DOCA_DPA_DEV_COMP_SEND)
      sent++;
    else if (type ==
             (DOCA_DPA_DEV_COMP_RECV_SEND_IMM | (uint64_t)(1 - link.rank) << 8))
      received++;
  }
  doca_dpa_dev_rdma_signal_add(link.rdma, link.id, link.peer_event, 1);
  doca_dpa_dev_sync_event_wait_gt(link.own_event, 0, UINT64_MAX);
  return sent * 10 + received;
}

/* A write to the word behind the peer's memory. */
__dpa_rpc__ uint64_t exceed(struct link link) {
  doca_dpa_dev_rdma_post_write(link.rdma, link.id, link.peer_key,
                               at(link.peer_memory, WORDS), link.key,
                               at(link.memory, OWN), 8, SILENT);
  return next(link.completion);
}

//--- host.c
#include "device.h"
#include "shared.h"
#include <doca_ctx.h>
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>
#include <stdlib.h>
#include <unistd.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t exchange, exceed;

enum {
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
           DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC,
  BYTES = WORDS * 8
};

static uint64_t words[WORDS] __attribute__((aligned(64)));
static int peer; /* a socket */
static struct link here;
static struct doca_dev *dev;
static struct doca_dpa *dpa;
static struct doca_mmap *memory, *peer_memory;
static struct doca_sync_event *event;
static struct doca_sync_event_remote_net *peer_event;
static struct doca_dpa_completion *completion;
static struct doca_rdma *rdma;
static struct doca_rdma_connection *connection;

static void transfer(ssize_t (*call)(int, void *, size_t), void *data,
                     size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t part = call(peer, (char *)data + done, size - done);
    if (part <= 0) {
      puts("the other program has ended");
      exit(1);
    }
    done += (size_t)part;
  }
}
static ssize_t put(int to, void *data, size_t size) {
  return write(to, data, size);
}

/* Sends bytes, and returns those of the other program, which are freed by the
 * caller. */
static void *swap(const void *mine, size_t size, size_t *peer_size) {
  void *theirs;
  transfer(put, &size, sizeof size);
  transfer(put, (void *)mine, size);
  transfer(read, peer_size, sizeof *peer_size);
  theirs = malloc(*peer_size);
  transfer(read, theirs, *peer_size);
  return theirs;
}

/* Rank 0 exports host memory, rank 1 memory of the DPA. */
static void open_memory(void) {
  const void *exported;
  size_t size;
  words[OWN] = FIRST_VALUE + here.rank;
  OK(doca_mmap_create(&memory));
  if (here.rank == 0) {
    here.memory = (uint64_t)words;
    OK(doca_mmap_set_memrange(memory, words, BYTES));
  } else {
    OK(doca_dpa_mem_alloc(dpa, BYTES, &here.memory));
    OK(doca_dpa_h2d_memcpy(dpa, here.memory, words, BYTES));
    OK(doca_mmap_set_dpa_memrange(memory, dpa, here.memory, BYTES));
  }
  OK(doca_mmap_set_permissions(memory, RIGHTS));
  OK(doca_mmap_add_dev(memory, dev));
  OK(doca_mmap_start(memory));
  OK(doca_mmap_dev_get_dpa_handle(memory, dev, &here.key));
  OK(doca_mmap_export_rdma(memory, dev, &exported, &size));
  void *theirs = swap(exported, size, &size);
  INVALID(
      doca_mmap_create_from_export(NULL, theirs, size - 1, dev, &peer_memory));
  OK(doca_mmap_create_from_export(NULL, theirs, size, dev, &peer_memory));
  free(theirs);
  void *address;
  OK(doca_mmap_get_memrange(peer_memory, &address, &size));
  HOLDS(size == BYTES);
  here.peer_memory = (uint64_t)address;
  OK(doca_mmap_dev_get_dpa_handle(peer_memory, dev, &here.peer_key));
}

static void open_event(void) {
  const uint8_t *exported;
  size_t size;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_remote_net(event));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_get_dpa_handle(event, dpa, &here.own_event));
  OK(doca_sync_event_export_to_remote_net(event, &exported, &size));
  void *theirs = swap(exported, size, &size);
  OK(doca_sync_event_remote_net_create_from_export(dev, theirs, size,
                                                   &peer_event));
  free(theirs);
  OK(doca_sync_event_remote_net_get_dpa_handle(peer_event, dpa,
                                               &here.peer_event));
}

static void open_connection(void) {
  const void *details;
  size_t size;
  OK(doca_dpa_completion_create(dpa, 16, &completion));
  OK(doca_dpa_completion_start(completion));
  OK(doca_dpa_completion_get_dpa_handle(completion, &here.completion));
  OK(doca_rdma_create(dev, &rdma));
  OK(doca_rdma_set_permissions(rdma, RIGHTS));
  OK(doca_rdma_set_grh_enabled(rdma, 1));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), dpa));
  OK(doca_rdma_dpa_completion_attach(rdma, completion));
  OK(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  OK(doca_rdma_get_dpa_handle(rdma, &here.rdma));
  OK(doca_rdma_export(rdma, &details, &size, &connection));
  OK(doca_rdma_connection_get_id(connection, &here.id));
  void *theirs = swap(details, size, &size);
  OK(doca_rdma_connect(rdma, theirs, size, connection));
  free(theirs);
}

static void meet(void) {
  size_t size;
  free(swap("here", 4, &size));
}

static void check_memory(void) {
  uint64_t value, expected = FIRST_VALUE + 1 - here.rank;
  if (here.rank == 1)
    OK(doca_dpa_d2h_memcpy(dpa, words, here.memory, BYTES));
  HOLDS(words[OWN] == FIRST_VALUE + here.rank);
  HOLDS(words[WRITTEN] == expected);
  HOLDS(words[READ] == expected);
  HOLDS(words[SENT] == expected);
  HOLDS(words[ADDED] == ADDEND);
  OK(doca_sync_event_get(event, &value));
  HOLDS(value == 1);
}

static void destroy_all(void) {
  OK(doca_rdma_destroy(rdma));
  OK(doca_dpa_completion_destroy(completion));
  OK(doca_sync_event_remote_net_destroy(peer_event));
  OK(doca_sync_event_destroy(event));
  OK(doca_mmap_destroy(peer_memory));
  OK(doca_mmap_destroy(memory));
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
}

int main(int argc, char **argv) {
  uint64_t got = 0;
  HOLDS(argc == 3);
  here.rank = (uint32_t)atoi(argv[1]);
  peer = atoi(argv[2]);
  dev = open_device();
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_start(dpa));
  open_memory();
  open_event();
  open_connection();
  meet();
  OK(doca_dpa_rpc(dpa, exchange, &got, here));
  HOLDS(got == 11); /* one completion of a request, one of a receive */
  check_memory();
  meet();
  if (here.rank == 0) {
    OK(doca_dpa_rpc(dpa, exceed, &got, here));
    HOLDS(got == 0xd); /* DOCA_DPA_DEV_COMP_SEND_ERR */
  }
  meet();
  check_memory();
  OK(doca_dpa_peek_at_last_error(dpa));
  destroy_all();
  return result();
}
