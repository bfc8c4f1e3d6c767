// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the child of a fork() the parent's context, domain and region are of no use: queries fail, and an open context of the child
// at the same address does not make them its own. The same holds for objects of a context that was closed.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t child | FileCheck %s
// RUN: dpa-run -- %t same | FileCheck %s --check-prefix=SAME
// CHECK: queries -1
// CHECK-NEXT: registration -1, released 0 0
// SAME: registration -1, released 0 0
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ibv_context *open_first(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context =
      list && list[0] ? ibv_open_device(list[0]) : NULL;

  if (list)
    ibv_free_device_list(list);
  return context;
}

static int is_missing(int status) {
  return status == ENODEV || status == -ENODEV ||
         (status == -1 && errno == ENODEV);
}

/* -1: all queries fail because the device is missing. */
static int query(struct ibv_context *context) {
  struct ibv_device_attr device;
  struct ibv_port_attr port;
  struct ibv_gid_entry entries[4];
  union ibv_gid gid;
  uint16_t pkey;

  return is_missing(ibv_query_device(context, &device)) &&
                 is_missing(ibv_query_port(context, 1, &port)) &&
                 is_missing(ibv_query_gid(context, 1, 0, &gid)) &&
                 is_missing(ibv_query_gid_ex(context, 1, 0, entries, 0)) &&
                 is_missing(ibv_query_gid_table(context, entries, 4, 0)) &&
                 is_missing(ibv_query_pkey(context, 1, 0, &pkey)) &&
                 is_missing(ibv_get_pkey_index(context, 1, 0xffff))
             ? -1
             : 0;
}

/* The address of a closed context is used again soon. */
static void use_objects(struct ibv_context *context, struct ibv_pd *domain,
                        struct ibv_mr *region) {
  static char memory[64];
  struct ibv_context *again = NULL;
  struct ibv_mr *none;
  int failed;

  if (ibv_close_device(context))
    return;
  for (int i = 0; i < 100 && again != context; i++)
    again = open_first();
  if (again != context)
    fprintf(stderr, "the address was not used again\n");
  none = ibv_reg_mr(domain, memory, sizeof memory, 0);
  failed = !none && errno == ENODEV ? -1 : 0;
  printf("registration %d, released %d", failed, ibv_dereg_mr(region));
  printf(" %d\n", ibv_dealloc_pd(domain));
}

int main(int count, char **arguments) {
  static char memory[64];
  struct ibv_context *context = open_first();
  struct ibv_pd *domain = ibv_alloc_pd(context);
  struct ibv_mr *region = ibv_reg_mr(domain, memory, sizeof memory, 0);
  int status = 0;

  if (!region || count != 2)
    return 1;
  if (strcmp(arguments[1], "same") == 0) {
    use_objects(context, domain, region);
    return 0;
  }
  if (fork() == 0) {
    printf("queries %d\n", query(context));
    use_objects(context, domain, region);
    fflush(stdout);
    _exit(0);
  }
  return wait(&status) > 0 && status == 0 ? 0 : 1;
}
