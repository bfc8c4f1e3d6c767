// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The AddressSanitizer run-time of a program built by gcc is loaded before the stand-in libraries:
// the program runs, and its errors are found. A damaged program file is an error.
// REQUIRES: libasan
// UNSUPPORTED: sanitized
// RUN: %hostcc -g -fsanitize=address %s -o %t -libverbs
// RUN: dpa-run -- %t | FileCheck %s
// RUN: rm -rf %t.dir && mkdir %t.dir && cp %t %t.dir/sanitized-in-path
// RUN: env PATH=%t.dir:%sdk/bin:/usr/bin dpa-run sanitized-in-path | FileCheck %s
// RUN: not dpa-run -- %t overflow 2>&1 | FileCheck --check-prefix=FOUND %s
// RUN: rm -f %t.short && head -c 600 %t > %t.short
// RUN: not dpa-run -- %t.short 2>&1 | FileCheck --check-prefix=SHORT %s
// CHECK: mlx5_0
// FOUND: heap-buffer-overflow
// SHORT: dpa-run: error: {{.*}}.short: Permission denied
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  char *memory = malloc(8);

  if (!list || !memory || !argv[0])
    return 2;
  puts(ibv_get_device_name(list[0]));
  memory[argc > 1 ? 8 : 0] = 1;
  free(memory);
  ibv_free_device_list(list);
  return 0;
}
