// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is also linked with the libraries of other devices starts:
// their constructors find libibverbs' private symbols, without a message.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5 -lefa -lmlx4
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: count 0 < %t.err
#include <infiniband/efadv.h>
#include <infiniband/mlx4dv.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>

int main(void) {
  // Taking their addresses suffices to link the libraries.
  void *volatile others[] = {(void *)efadv_query_device,
                             (void *)mlx4dv_init_obj};
  struct ibv_device **list = ibv_get_device_list(NULL);
  printf("%d %s %d\n", others[0] && others[1], list[0]->name,
         mlx5dv_is_supported(list[0]));
  // CHECK: 1 mlx5_0 1
  ibv_free_device_list(list);
  return 0;
}
