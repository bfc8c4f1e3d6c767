// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An implicit region (on-demand paging) has the whole address space: also memory that is mapped after its registration, at both
// ends. Memory that may not be accessed, or only be read, is an error that changes nothing.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t 2>%t.err | FileCheck %s
#include "Inputs/verbs-pair.h"

#include <sys/mman.h>

enum { PAGE = 4096 };

static struct pair pair;
static struct ibv_mr *all;

static char *map(int rights) {
  char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  CHECK(page != MAP_FAILED);
  CHECK(mprotect(page, PAGE, rights) == 0);
  return page;
}

/* The status of a write of queue pair 0, which is connected anew. */
static const char *write_to(char *to, const char *from, size_t size) {
  struct ibv_sge sge = {(uintptr_t)from, (uint32_t)size, all->lkey};
  struct ibv_send_wr wr = {.opcode = IBV_WR_RDMA_WRITE,
                           .sg_list = &sge,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED};
  const char *status;

  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  wr.wr.rdma.remote_addr = (uintptr_t)to;
  wr.wr.rdma.rkey = all->rkey;
  status = status_of(&pair, &wr);
  for (int i = 0; i < 2; i++)
    CHECK(ibv_destroy_qp(pair.qp[i]) == 0);
  return status;
}

int main(void) {
  struct ibv_device_attr_ex attributes;
  char stack[64] = "from the stack";
  char *later, *closed, *constant;

  open_pair(&pair);
  CHECK(ibv_query_device_ex(pair.context, NULL, &attributes) == 0);
  printf("implicit %d\n",
         (attributes.odp_caps.general_caps & IBV_ODP_SUPPORT_IMPLICIT) != 0);
  // CHECK: implicit 1
  all = ibv_reg_mr(pair.pd, NULL, SIZE_MAX,
                   IBV_ACCESS_ON_DEMAND | IBV_ACCESS_LOCAL_WRITE |
                       IBV_ACCESS_REMOTE_WRITE);
  CHECK(all);
  CHECK(!ibv_reg_mr(pair.pd, NULL, SIZE_MAX, IBV_ACCESS_LOCAL_WRITE));
  later = map(PROT_READ | PROT_WRITE);
  printf("mapped later: %s", write_to(later, stack, sizeof stack));
  printf(", %s\n", later);
  // CHECK: mapped later: success, from the stack
  constant = map(PROT_READ);
  printf("read-only: %s, %d\n", write_to(constant, stack, 8), constant[0]);
  // CHECK: read-only: remote operation error, 0
  closed = map(PROT_NONE);
  printf("closed: %s\n", write_to(closed, stack, 8));
  // CHECK: closed: remote operation error
  printf("from closed: %s\n", write_to(later, closed, 8));
  // CHECK: from closed: local protection error
  CHECK(strcmp(later, "from the stack") == 0);
  CHECK(ibv_dereg_mr(all) == 0);
  puts("done");
  // CHECK: done
  return 0;
}
