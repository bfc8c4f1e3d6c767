// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The child of a fork() can neither use nor change its parent's steering objects, also with an open context of its own, and can
// release their memory. The parent uses them as before.
// RUN: %hostcc -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t | FileCheck %s
// CHECK: inherited 19 19 19 19 19
// CHECK-NEXT: action of the parent 22
// CHECK-NEXT: own rule 0
// CHECK-NEXT: released 0 0 0 0 0 0
// CHECK-NEXT: parent 17 0 0
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
  size_t size;
  uint64_t bytes[8];
} none = {.size = 64};

struct objects {
  struct mlx5dv_dr_domain *domain;
  struct mlx5dv_dr_table *table;
  struct mlx5dv_dr_matcher *matcher;
  struct mlx5dv_dr_action *drop;
  struct mlx5dv_dr_action *vport;
  struct mlx5dv_dr_rule *rule;
};

static struct mlx5dv_flow_match_parameters *everything(void) {
  return (struct mlx5dv_flow_match_parameters *)&none;
}

static struct objects make_objects(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);
  struct objects made;

  ibv_free_device_list(list);
  made.domain = mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_FDB);
  made.table = mlx5dv_dr_table_create(made.domain, 0);
  made.matcher = mlx5dv_dr_matcher_create(made.table, 0, 0, everything());
  made.drop = mlx5dv_dr_action_create_drop();
  made.vport = mlx5dv_dr_action_create_dest_vport(made.domain, 0xffff);
  made.rule = mlx5dv_dr_rule_create(made.matcher, everything(), 1, &made.drop);
  return made;
}

/* 0: not null. */
static int failure(const void *made) { return made ? 0 : errno; }

static void use_in_child(struct objects parents) {
  struct mlx5dv_dr_action_dest_attr part = {.type = MLX5DV_DR_ACTION_DEST,
                                            .dest = parents.vport};
  struct mlx5dv_dr_action_dest_attr *parts[] = {&part, &part};
  struct objects own;

  printf("inherited %d", failure(mlx5dv_dr_table_create(parents.domain, 1)));
  printf(" %d",
         failure(mlx5dv_dr_matcher_create(parents.table, 0, 0, everything())));
  printf(" %d", failure(mlx5dv_dr_rule_create(parents.matcher, everything(), 1,
                                              &parents.vport)));
  printf(" %d",
         failure(mlx5dv_dr_action_create_dest_array(parents.domain, 2, parts)));
  printf(" %d\n", mlx5dv_dr_domain_sync(parents.domain, 0));

  own = make_objects();
  mlx5dv_dr_rule_destroy(own.rule);
  printf("action of the parent %d\n",
         failure(mlx5dv_dr_rule_create(own.matcher, everything(), 1,
                                       &parents.vport)));
  printf("own rule %d\n", failure(mlx5dv_dr_rule_create(
                              own.matcher, everything(), 1, &own.vport)));
  printf("released %d", mlx5dv_dr_rule_destroy(parents.rule));
  printf(" %d", mlx5dv_dr_action_destroy(parents.drop));
  printf(" %d", mlx5dv_dr_action_destroy(parents.vport));
  printf(" %d", mlx5dv_dr_matcher_destroy(parents.matcher));
  printf(" %d", mlx5dv_dr_table_destroy(parents.table));
  printf(" %d\n", mlx5dv_dr_domain_destroy(parents.domain));
}

int main(void) {
  struct objects made = make_objects();
  int status = 0;

  if (!made.rule)
    return 1;
  if (fork() == 0) {
    use_in_child(made);
    fflush(stdout);
    _exit(0);
  }
  if (wait(&status) < 0 || status != 0)
    return 1;
  // The rule exists.
  printf("parent %d", failure(mlx5dv_dr_rule_create(made.matcher, everything(),
                                                    1, &made.vport)));
  printf(" %d", mlx5dv_dr_rule_destroy(made.rule));
  printf(" %d\n", failure(mlx5dv_dr_rule_create(made.matcher, everything(), 1,
                                                &made.vport)));
  return 0;
}
