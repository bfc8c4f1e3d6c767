// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the stand-ins do not emulate fails with EOPNOTSUPP or null, and is reported
// once.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR %s < %t.err
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>

// ERR: dpa-verbs: ibv_import_device is not emulated
// ERR-NOT: ibv_import_device
// ERR: dpa-verbs: ibv_attach_mcast is not emulated
// ERR: dpa-verbs: mlx5dv_alloc_var is not emulated
// ERR: dpa-verbs: ibv_alloc_dm is not emulated
// ERR: dpa-verbs: ibv_create_flow is not emulated
// ERR-NOT: not emulated
int main(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);
  for (int i = 0; i < 2; i++) {
    errno = 0;
    printf("import %d", ibv_import_device(0) == NULL);
    printf(" errno %d\n", errno == EOPNOTSUPP);
    // CHECK: import 1 errno 1
    // CHECK: import 1 errno 1
  }
  printf("multicast %d\n", ibv_attach_mcast(NULL, NULL, 1) == EOPNOTSUPP);
  // CHECK: multicast 1
  printf("var %d\n", mlx5dv_alloc_var(context, 0) == NULL);
  // CHECK: var 1
  struct ibv_alloc_dm_attr attributes = {.length = 1};
  for (int i = 0; i < 2; i++) {
    errno = 0;
    printf("device memory %d", ibv_alloc_dm(context, &attributes) == NULL);
    printf(" errno %d\n", errno == EOPNOTSUPP);
    // CHECK: device memory 1 errno 1
    // CHECK: device memory 1 errno 1
  }
  struct ibv_qp qp = {.context = context};
  struct ibv_flow_attr flow = {.port = 1};
  printf("flow %d", ibv_create_flow(&qp, &flow) == NULL);
  printf(" errno %d\n", errno == EOPNOTSUPP);
  // CHECK: flow 1 errno 1
  ibv_close_device(context);
  ibv_free_device_list(list);
  return 0;
}
