// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints name and part number of each device; exit status 1 if there is no
// list.
#include <infiniband/verbs.h>
#include <stdio.h>

int main(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  if (!list)
    return 1;
  for (int i = 0; list[i]; i++) {
    struct ibv_context *context = ibv_open_device(list[i]);
    struct ibv_device_attr attributes;
    if (!context || ibv_query_device(context, &attributes))
      return 2;
    printf("%s %x\n", list[i]->name, attributes.vendor_part_id);
    ibv_close_device(context);
  }
  ibv_free_device_list(list);
  return 0;
}
