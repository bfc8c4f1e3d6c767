// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that forward each frame from one loopback port to the other let it circle: it is dropped
// after a number of rounds, which is reported once, and the program continues.
// PROVES: R-PORT-03
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run --log=info --port=loopback --port=mlx5_0/2=loopback -- %t 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s <%t.err
// RUN: dpa-run --seed=1 --log=info --port=loopback --port=mlx5_0/2=loopback -- %t 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s <%t.err
// ERR-NOT: circl
// ERR: dpa-emulator: warning: mlx5_0/2: dropped a frame that rules have sent to loopback ports 16 times; others will be counted, not reported
// ERR-NOT: others will be counted
// ERR: dpa-emulator: info: mlx5_0: dropped 3 frames: 3 circling between loopback ports
#include "Inputs/verbs-pair.h"

#include <infiniband/mlx5dv.h>

struct parameters {
  size_t size;
  uint64_t bytes[64];
};

enum { QKEY = 0x11111111, MISC = 2, SOURCE_PORT_AT = 64 };

static struct pair pair;

static struct mlx5dv_flow_match_parameters *public(struct parameters *own,
                                                   char port) {
  *own = (struct parameters){.size = 128};
  ((char *)own->bytes)[SOURCE_PORT_AT] = port;
  return (struct mlx5dv_flow_match_parameters *)own;
}

static void forward_between_the_ports(void) {
  struct mlx5dv_dr_domain *fdb =
      mlx5dv_dr_domain_create(pair.context, MLX5DV_DR_DOMAIN_TYPE_FDB);
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(fdb, 0);
  struct parameters own;
  struct mlx5dv_dr_matcher *matcher =
      mlx5dv_dr_matcher_create(table, 0, MISC, public(&own, 0xf));

  CHECK(matcher);
  for (uint32_t port = 1; port <= 2; port++) {
    struct mlx5dv_dr_action *other =
        mlx5dv_dr_action_create_dest_ib_port(fdb, 3 - port);
    CHECK(other &&
          mlx5dv_dr_rule_create(matcher, public(&own, (char)port), 1, &other));
  }
}

int main(void) {
  struct ibv_ah_attr address = {.is_global = 1, .port_num = 1};
  struct ibv_send_wr wr = {.opcode = IBV_WR_SEND,
                           .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;

  open_pair(&pair);
  address.grh.dgid = pair.gid;
  address.grh.sgid_index = 1;
  address.grh.hop_limit = 1;
  create_queue_pairs(&pair, IBV_QPT_UD, 0);
  connect_pair(&pair);
  forward_between_the_ports();
  CHECK((wr.wr.ud.ah = ibv_create_ah(pair.pd, &address)));
  wr.wr.ud.remote_qpn = pair.qp[1]->qp_num;
  wr.wr.ud.remote_qkey = QKEY;
  for (int i = 0; i < 3; i++) {
    CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
    CHECK(next_completion(pair.cq).status == IBV_WC_SUCCESS);
  }
  puts("done");
  // CHECK: done
  return 0;
}
