// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An RDMA context of an extended DPA context has its queue pairs, its receive queue and its completions on the other device: a function of
// the program selects that device, writes, sends with an immediate, and adds to a number there; then it does the same on the first device.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml --port=mlx5_0=loopback,out=%t/0.pcap --port=mlx5_1=loopback,out=%t/1.pcap -- %t/host | FileCheck %s
// CHECK: {{^}}0 failures
// The packets of each device are on its own port: UDP port 4791.
// RUN: env LC_ALL=C grep -qaP '\x12\xb7' %t/0.pcap && env LC_ALL=C grep -qaP '\x12\xb7' %t/1.pcap

//--- shared.h
#include <stdint.h>
#ifndef __dpa_global__
#define __dpa_global__
#endif
enum { WORDS = 8 };
struct __dpa_global__ side {
  uint64_t context, rdma, completion, words; /* of the host */
  uint32_t key, reserved;
};

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>

#include "shared.h"

enum { FLAGS = DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH };

static uint64_t next_type(const struct side *of) {
  doca_dpa_dev_completion_element_t element;
  while (!doca_dpa_dev_get_completion(of->completion, &element))
    ;
  uint64_t type = doca_dpa_dev_get_completion_type(element);
  if (type == DOCA_DPA_DEV_COMP_RECV_SEND_IMM &&
      doca_dpa_dev_get_completion_immediate(element) != 77)
    type = 15;
  doca_dpa_dev_completion_ack(of->completion, 1);
  return type;
}

// From word to word: 0 to 1 by a write, 0 to 2 by a message, +5 in 3. The types of the completions.
__dpa_rpc__ uint64_t use(struct side side) {
  uint64_t at = side.words;
  uint64_t types;
  doca_dpa_dev_device_set(side.context);
  doca_dpa_dev_rdma_post_write(side.rdma, 0, side.key, at + 8, side.key, at, 8,
                               FLAGS);
  types = next_type(&side);
  doca_dpa_dev_rdma_post_receive(side.rdma, side.key, at + 16, 8);
  doca_dpa_dev_rdma_post_send_imm(side.rdma, 0, side.key, at, 8, 77, FLAGS);
  uint64_t one = next_type(&side), other = next_type(&side);
  types = types * 16 + (one < other ? one : other);
  types = types * 16 + (one < other ? other : one);
  doca_dpa_dev_rdma_post_atomic_fetch_add(side.rdma, 0, side.key, at + 24, 5,
                                          FLAGS);
  return types * 16 + next_type(&side);
}

//--- host.c
#include "shared.h"
#include "two-devices.h"
#include <doca_ctx.h>
#include <doca_mmap.h>
#include <doca_rdma.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t use;

enum {
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE |
           DOCA_ACCESS_FLAG_RDMA_ATOMIC
};

struct objects {
  struct dpa_context on;
  struct doca_dpa_completion *completion;
  struct doca_rdma *rdma;
  struct doca_mmap *map;
};

static uint64_t memory[2][WORDS] __attribute__((aligned(64)));

/* Two connections of one context, to each other. */
static void connect_both(struct doca_rdma *rdma) {
  struct doca_rdma_connection *connections[2];
  const void *details[2];
  size_t sizes[2];
  for (int i = 0; i < 2; i++)
    OK(doca_rdma_export(rdma, &details[i], &sizes[i], &connections[i]));
  for (int i = 0; i < 2; i++)
    OK(doca_rdma_connect(rdma, details[1 - i], sizes[1 - i], connections[i]));
}

static void create(struct objects *of, struct side *side, uint64_t *words) {
  side->words = (uint64_t)words;
  OK(doca_mmap_create(&of->map));
  OK(doca_mmap_add_dev(of->map, of->on.dev));
  OK(doca_mmap_set_memrange(of->map, words, WORDS * sizeof *words));
  OK(doca_mmap_set_permissions(of->map, RIGHTS));
  OK(doca_mmap_start(of->map));
  OK(doca_mmap_dev_get_dpa_handle(of->map, of->on.dev, &side->key));
  OK(doca_dpa_get_dpa_handle(of->on.dpa, &side->context));
  OK(doca_dpa_completion_create(of->on.dpa, 16, &of->completion));
  OK(doca_dpa_completion_start(of->completion));
  OK(doca_dpa_completion_get_dpa_handle(of->completion, &side->completion));
  OK(doca_rdma_create(of->on.dev, &of->rdma));
  OK(doca_rdma_set_permissions(of->rdma, RIGHTS));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(of->rdma), of->on.dpa));
  OK(doca_rdma_dpa_completion_attach(of->rdma, of->completion));
  OK(doca_ctx_start(doca_rdma_as_ctx(of->rdma)));
  OK(doca_rdma_get_dpa_handle(of->rdma, &side->rdma));
  connect_both(of->rdma);
}

static void destroy(struct objects *of) {
  OK(doca_ctx_stop(doca_rdma_as_ctx(of->rdma)));
  OK(doca_rdma_destroy(of->rdma));
  OK(doca_dpa_completion_destroy(of->completion));
  OK(doca_mmap_destroy(of->map));
}

/* A context of another device than that of its DPA context. */
static void other_device(struct objects *sides) {
  struct doca_rdma *rdma;
  OK(doca_rdma_create(sides[0].on.dev, &rdma));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), sides[1].on.dpa));
  INVALID(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  OK(doca_rdma_destroy(rdma));
}

int main(void) {
  struct objects sides[2];
  open_both(test_app, &sides[0].on, &sides[1].on);
  other_device(sides);
  for (int i = 1; i >= 0; i--) {
    struct side side = {};
    uint64_t types = 0;
    memory[i][0] = 70 + (uint64_t)i;
    memory[i][3] = 100;
    create(&sides[i], &side, memory[i]);
    OK(doca_dpa_rpc(sides[0].on.dpa, use, &types, side));
    HOLDS(types == 0x0030); /* SEND; SEND and RECV_SEND_IMM; SEND */
    HOLDS(memory[i][1] == memory[i][0] && memory[i][2] == memory[i][0]);
    HOLDS(memory[i][3] == 105);
    destroy(&sides[i]);
  }
  close_both(&sides[0].on, &sides[1].on);
  return result();
}
