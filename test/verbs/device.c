// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program linked with the system's libibverbs sees the emulated device under
// dpa-run: list, names, open, queries, protection domain, memory regions.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t mlx5_0 | FileCheck %s
// RUN: dpa-run --device=mlx5_3:cx7 -- %t mlx5_3 | FileCheck --check-prefix=CX7 %s
// RUN: not dpa-run -- %t mlx5_9 2>&1 | FileCheck --check-prefix=NONE %s
//
// CHECK: 1 device, first mlx5_0
// CX7: 1 device, first mlx5_3
// NONE: no device mlx5_9
// CHECK: InfiniBand channel adapter index 0 guid 1 mlx5 1
// CHECK: fork 0, opened mlx5_0
// CHECK: query 0 ports 1 vendor 2c9 part a2dc
// CX7: query 0 ports 1 vendor 2c9 part 1021
// CHECK: extended 0 ports 1
// CHECK: port 0 active layer 2 gids 2
// CHECK: port 2: 1
// CHECK: gid 0 fe80
// CHECK: gid 9: -1
// CHECK: entry 0 type 2
// CHECK: table 2
// CHECK: pkey 0 ffff index 0
// CHECK: pd 1
// CHECK: good: key 1 same 1 range 1 busy 1 dereg 0
// CHECK: relaxed: key 1
// CHECK: read-only: Bad address
// CHECK: for reading: key 1
// CHECK: hole: Bad address
// CHECK: first page: key 1
// CHECK: null: Bad address
// CHECK: huge: Bad address
// CHECK: empty: Invalid argument
// CHECK: remote only: Invalid argument
// CHECK: on demand: key 1
// CHECK: dealloc 0
// CHECK: close 0
// CHECK: mlx5dv 1 close 0
// CHECK: unknown flag 0
// CHECK: no attributes 1 close 0
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct ibv_device *find(struct ibv_device **list, const char *name) {
  for (int i = 0; list[i]; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0)
      return list[i];
  fprintf(stderr, "no device %s\n", name);
  exit(1);
}

static void queries(struct ibv_context *context) {
  struct ibv_device_attr device;
  struct ibv_device_attr_ex extended;
  struct ibv_port_attr port;
  union ibv_gid gid;
  struct ibv_gid_entry entry;
  struct ibv_gid_entry table[8];
  uint16_t pkey;
  printf("query %d", ibv_query_device(context, &device));
  printf(" ports %d vendor %x part %x\n", device.phys_port_cnt,
         device.vendor_id, device.vendor_part_id);
  printf("extended %d", ibv_query_device_ex(context, NULL, &extended));
  printf(" ports %d\n", extended.orig_attr.phys_port_cnt);
  printf("port %d", ibv_query_port(context, 1, &port));
  printf(" %s layer %d gids %d\n", ibv_port_state_str(port.state),
         port.link_layer, port.gid_tbl_len);
  printf("port 2: %d\n", ibv_query_port(context, 2, &port) == EINVAL);
  printf("gid %d", ibv_query_gid(context, 1, 0, &gid));
  printf(" %02x%02x\n", gid.raw[0], gid.raw[1]);
  printf("gid 9: %d\n", ibv_query_gid(context, 1, 9, &gid));
  printf("entry %d", ibv_query_gid_ex(context, 1, 1, &entry, 0));
  printf(" type %d\n", entry.gid_type);
  printf("table %zd\n", ibv_query_gid_table(context, table, 8, 0));
  printf("pkey %d", ibv_query_pkey(context, 1, 0, &pkey));
  printf(" %x index %d\n", pkey, ibv_get_pkey_index(context, 1, pkey));
}

static void tryRegister(struct ibv_pd *pd, const char *what, void *address,
                        size_t size, int access) {
  struct ibv_mr *region = ibv_reg_mr(pd, address, size, access);
  if (!region) {
    printf("%s: %s\n", what, strerror(errno));
    return;
  }
  printf("%s: key %d same %d range %d busy %d", what, region->lkey != 0,
         region->lkey == region->rkey,
         region->addr == address && region->length == size,
         ibv_dealloc_pd(pd) == EBUSY);
  printf(" dereg %d\n", ibv_dereg_mr(region));
}

static void memory(struct ibv_context *context) {
  struct ibv_pd *pd = ibv_alloc_pd(context);
  char *three = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int all = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
  printf("pd %d\n", pd && pd->context == context);
  tryRegister(pd, "good", three, 3 * 4096, all);
  tryRegister(pd, "relaxed", three, 64,
              IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_RELAXED_ORDERING);
  mprotect(three + 4096, 4096, PROT_READ);
  tryRegister(pd, "read-only", three, 3 * 4096, all);
  tryRegister(pd, "for reading", three, 3 * 4096, IBV_ACCESS_REMOTE_READ);
  munmap(three + 4096, 4096);
  tryRegister(pd, "hole", three, 3 * 4096, IBV_ACCESS_REMOTE_READ);
  tryRegister(pd, "first page", three, 4096, all);
  tryRegister(pd, "null", NULL, 64, all);
  tryRegister(pd, "huge", three, (size_t)-1, all);
  tryRegister(pd, "empty", three, 0, all);
  tryRegister(pd, "remote only", three, 64, IBV_ACCESS_REMOTE_WRITE);
  tryRegister(pd, "on demand", three, 64, IBV_ACCESS_ON_DEMAND);
  printf("dealloc %d\n", ibv_dealloc_pd(pd));
}

int main(int argc, char **argv) {
  int count = 0;
  struct ibv_device **list = ibv_get_device_list(&count);
  if (!list || argc != 2)
    return 2;
  printf("%d device, first %s\n", count, list[0]->name);
  struct ibv_device *device = find(list, argv[1]);
  printf("%s index %d guid %d mlx5 %d\n", ibv_node_type_str(device->node_type),
         ibv_get_device_index(device), ibv_get_device_guid(device) != 0,
         mlx5dv_is_supported(device));
  struct ibv_context *context = ibv_open_device(device);
  if (!context)
    return 3;
  ibv_free_device_list(list);
  printf("fork %d, opened %s\n", ibv_fork_init(), context->device->name);
  queries(context);
  memory(context);
  printf("close %d\n", ibv_close_device(context));
  struct mlx5dv_context_attr attributes = {.flags = MLX5DV_CONTEXT_FLAGS_DEVX};
  context = mlx5dv_open_device(device, &attributes);
  printf("mlx5dv %d", context != NULL);
  printf(" close %d\n", ibv_close_device(context));
  attributes.flags = 1u << 31;
  printf("unknown flag %d\n", mlx5dv_open_device(device, &attributes) != NULL);
  context = mlx5dv_open_device(device, NULL);
  printf("no attributes %d", context != NULL);
  printf(" close %d\n", ibv_close_device(context));
  return 0;
}
