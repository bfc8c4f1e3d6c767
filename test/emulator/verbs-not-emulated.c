// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the stand-ins do not emulate fails with ENOSYS or null, and is reported
// once.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR %s < %t.err
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>

// ERR: dpa-verbs: ibv_create_comp_channel is not emulated
// ERR-NOT: ibv_create_comp_channel
// ERR: dpa-verbs: ibv_resize_cq is not emulated
// ERR: dpa-verbs: mlx5dv_devx_alloc_uar is not emulated
// ERR-NOT: not emulated
int main(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);
  for (int i = 0; i < 2; i++) {
    errno = 0;
    printf("channel %d", ibv_create_comp_channel(context) == NULL);
    printf(" errno %d\n", errno == ENOSYS);
    // CHECK: channel 1 errno 1
    // CHECK: channel 1 errno 1
  }
  printf("resize %d\n", ibv_resize_cq(NULL, 1) == ENOSYS);
  // CHECK: resize 1
  printf("uar %d\n", mlx5dv_devx_alloc_uar(context, 0) == NULL);
  // CHECK: uar 1
  struct ibv_cq_init_attr_ex attributes = {.cqe = 1};
  printf("extended cq %d", ibv_create_cq_ex(context, &attributes) == NULL);
  printf(" errno %d\n", errno == EOPNOTSUPP);
  // CHECK: extended cq 1 errno 1
  ibv_close_device(context);
  ibv_free_device_list(list);
  return 0;
}
