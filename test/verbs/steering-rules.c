// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering by libmlx5 as packet programs use it: tables of two levels to the uplink, objects that are in use, arguments that are
// refused with the errno of rdma-core and, if they are wrong, a message.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck --check-prefix=ERR %s <%t.err
// Changes of steering are arrivals of the device.
// RUN: dpa-run --seed=1 --record=%t.rec -- %t 2>&1 >%t.recorded | FileCheck --check-prefix=ERR %s
// RUN: diff %t.out %t.recorded
// RUN: FileCheck --check-prefix=REC %s <%t.rec
// RUN: dpa-run --replay=%t.rec -- %t 2>&1 >%t.replayed | FileCheck --check-prefix=ERR --implicit-check-not=replay %s
// RUN: diff %t.out %t.replayed
// REC-COUNT-29: change 0
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <string.h>

struct parameters {
  size_t size;
  uint64_t bytes[64];
};

enum { OUTER = 1, MISC = 2, UPLINK = 0xffff };

static struct mlx5dv_flow_match_parameters *public(struct parameters *own) {
  return (struct mlx5dv_flow_match_parameters *)own;
}

/* Destination MAC: bytes 8 to 13. */
static struct parameters by_destination(const char *mac) {
  struct parameters made = {.size = 64};

  memcpy((char *)made.bytes + 8, mac, 6);
  return made;
}

/* "name errno", or 0 if the pointer is not null. */
static void show(const char *name, const void *made) {
  printf("%s %d\n", name, made ? 0 : errno);
}

static struct ibv_context *open_first(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);

  ibv_free_device_list(list);
  return context;
}

static void send_to_the_uplink(struct ibv_context *context) {
  struct parameters mask = by_destination("\xff\xff\xff\xff\xff\xff");
  struct parameters value = by_destination("\x02\x42\x7e\x7f\xeb\x02");
  struct mlx5dv_dr_domain *fdb =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_FDB);
  struct mlx5dv_dr_table *root = mlx5dv_dr_table_create(fdb, 0);
  struct mlx5dv_dr_table *second = mlx5dv_dr_table_create(fdb, 1);
  struct mlx5dv_dr_matcher *first_step =
      mlx5dv_dr_matcher_create(root, 0, OUTER, public(&mask));
  struct mlx5dv_dr_matcher *second_step =
      mlx5dv_dr_matcher_create(second, 0, OUTER, public(&mask));
  struct mlx5dv_dr_action *jump = mlx5dv_dr_action_create_dest_table(second);
  struct mlx5dv_dr_action *uplink =
      mlx5dv_dr_action_create_dest_vport(fdb, UPLINK);
  struct mlx5dv_dr_rule *first =
      mlx5dv_dr_rule_create(first_step, public(&value), 1, &jump);
  struct mlx5dv_dr_rule *last =
      mlx5dv_dr_rule_create(second_step, public(&value), 1, &uplink);

  // CHECK: rules 1 1 sync 0
  printf("rules %d %d sync %d\n", first != NULL, last != NULL,
         mlx5dv_dr_domain_sync(fdb, MLX5DV_DR_DOMAIN_SYNC_FLAGS_SW));
  // CHECK-NEXT: again {{17$}}
  show("again", mlx5dv_dr_rule_create(first_step, public(&value), 1, &jump));
  // CHECK-NEXT: in use 16 16 16 16 16 16
  printf("in use %d %d %d %d %d %d\n", mlx5dv_dr_domain_destroy(fdb),
         mlx5dv_dr_table_destroy(root), mlx5dv_dr_table_destroy(second),
         mlx5dv_dr_matcher_destroy(first_step), mlx5dv_dr_action_destroy(jump),
         mlx5dv_dr_action_destroy(uplink));
  // CHECK-NEXT: rules 0 0 actions 0 0
  printf("rules %d", mlx5dv_dr_rule_destroy(first));
  printf(" %d", mlx5dv_dr_rule_destroy(last));
  printf(" actions %d", mlx5dv_dr_action_destroy(uplink));
  // An action is a use of its table.
  printf(" %d\n", mlx5dv_dr_matcher_destroy(second_step));
  // CHECK-NEXT: table 16 0 0
  printf("table %d", mlx5dv_dr_table_destroy(second));
  printf(" %d", mlx5dv_dr_action_destroy(jump));
  printf(" %d\n", mlx5dv_dr_table_destroy(second));
  // CHECK-NEXT: rest 0 0 0
  printf("rest %d", mlx5dv_dr_matcher_destroy(first_step));
  printf(" %d", mlx5dv_dr_table_destroy(root));
  printf(" %d\n", mlx5dv_dr_domain_destroy(fdb));
}

static void refused(struct ibv_context *context) {
  struct parameters mask = {.size = 512};
  struct parameters value = {.size = 64};
  struct mlx5dv_dr_domain *receiving =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_table *root = mlx5dv_dr_table_create(receiving, 0);
  struct mlx5dv_dr_matcher *all =
      mlx5dv_dr_matcher_create(root, 3, 0, public(&mask));
  struct mlx5dv_dr_action *drop = mlx5dv_dr_action_create_drop();
  struct mlx5dv_dr_action *actions[] = {
      drop, mlx5dv_dr_action_create_default_miss(),
      mlx5dv_dr_action_create_dest_table(root)};

  // CHECK-NEXT: type 22
  show("type", mlx5dv_dr_domain_create(context, 7));
  // CHECK-NEXT: flags 22
  printf("flags %d\n", mlx5dv_dr_domain_sync(receiving, 8));
  // CHECK-NEXT: tir 22
  // ERR: dpa-verbs: error: mlx5dv_dr_action_create_dest_devx_tir: not the TIR of a receive queue of this program
  show("tir",
       mlx5dv_dr_action_create_dest_devx_tir((struct mlx5dv_devx_obj *)root));
  // CHECK-NEXT: vport 95
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_action_create_dest_vport: destination vport (expected in a domain of type FDB)
  show("vport", mlx5dv_dr_action_create_dest_vport(receiving, UPLINK));
  // CHECK-NEXT: two destinations 95
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_rule_create: rule with several destinations
  show("two destinations",
       mlx5dv_dr_rule_create(all, public(&value), 2, actions));
  // CHECK-NEXT: same level 22
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_rule_create: destination table of level 0 (expected a level above 0)
  show("same level",
       mlx5dv_dr_rule_create(all, public(&value), 1, actions + 2));
  value.bytes[0] = 1;
  // CHECK-NEXT: unmasked 22
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_rule_create: value has outer_headers.smac_47_16, which the mask does not have
  show("unmasked", mlx5dv_dr_rule_create(all, public(&value), 1, actions));
  mask.bytes[8 + 2] = ~0ull; // VXLAN
  // CHECK-NEXT: field 95
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_matcher_create: matching misc_parameters.{{[a-z_]+}} in this domain is not emulated
  show("field", mlx5dv_dr_matcher_create(root, 0, MISC, public(&mask)));
  mask.size = 1000000000000;
  // CHECK-NEXT: size 22
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_matcher_create: size of match parameters: 1000000000000 bytes
  show("size", mlx5dv_dr_matcher_create(root, 0, MISC, public(&mask)));
  printf("end %d", mlx5dv_dr_action_destroy(actions[1]));
  // CHECK-NEXT: end 0 0 0
  printf(" %d", mlx5dv_dr_action_destroy(drop));
  printf(" %d\n", mlx5dv_dr_matcher_destroy(all));
}

/* Closing ends the rules of a context; its objects are memory only. */
static void close_before(struct ibv_context *context) {
  struct parameters value = {.size = 64};
  struct mlx5dv_dr_domain *receiving =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_table *root = mlx5dv_dr_table_create(receiving, 0);
  struct mlx5dv_dr_matcher *all = mlx5dv_dr_matcher_create(root, 3, 0, NULL);
  struct mlx5dv_dr_action *drop = mlx5dv_dr_action_create_drop();
  struct mlx5dv_dr_rule *rule =
      mlx5dv_dr_rule_create(all, public(&value), 1, &drop);

  ibv_close_device(context);
  // CHECK-NEXT: closed 19
  show("closed", mlx5dv_dr_table_create(receiving, 0));
  // CHECK-NEXT: still used 16
  printf("still used %d\n", mlx5dv_dr_domain_destroy(receiving));
  // CHECK-NEXT: released 0 0 0 0 0
  printf("released %d", mlx5dv_dr_rule_destroy(rule));
  printf(" %d", mlx5dv_dr_matcher_destroy(all));
  printf(" %d", mlx5dv_dr_table_destroy(root));
  printf(" %d", mlx5dv_dr_domain_destroy(receiving));
  printf(" %d\n", mlx5dv_dr_action_destroy(drop));
}

int main(void) {
  struct ibv_context *context = open_first();

  if (!context)
    return 1;
  send_to_the_uplink(context);
  refused(context);
  close_before(context);
  return 0;
}
