// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DevX commands about objects of another kind, or by the wrong function, fail with EINVAL and a message that names the object, the
// command and what was expected. Commands that no object has fail with EOPNOTSUPP.
// PROVES: R-STEER-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck --match-full-lines --implicit-check-not=dpa-verbs %t/host.c

//--- host.c
#include "frame-loop.h"

#include <errno.h>

enum {
  ALLOC_TRANSPORT_DOMAIN = 0x816,
  CREATE_TIR = 0x900,
  MODIFY_TIR = 0x901,
  MODIFY_RQ = 0x909,
  QUERY_RQ = 0x90b,
  CREATE_RQT = 0x916,
  MODIFY_RQT = 0x917,
  ALLOC_FLOW_COUNTER = 0x939,
  QUERY_FLOW_COUNTER = 0x93b,
  MODIFY_SCHEDULING_ELEMENT = 0x784
};

static struct ibv_context *context;
static uint8_t in[288], out[288];

static void put(int at, uint32_t value) {
  value = htonl(value);
  memcpy(in + at, &value, 4);
}

static struct mlx5dv_devx_obj *create(uint32_t opcode) {
  struct mlx5dv_devx_obj *object;

  put(0, opcode << 16);
  object = mlx5dv_devx_obj_create(context, in, sizeof in, out, sizeof out);
  EXPECT(object);
  memset(in, 0, sizeof in);
  return object;
}

static int modify(struct mlx5dv_devx_obj *object, uint32_t opcode) {
  put(0, opcode << 16);
  return mlx5dv_devx_obj_modify(object, in, sizeof in, out, sizeof out);
}

static int query(struct mlx5dv_devx_obj *object, uint32_t opcode) {
  put(0, opcode << 16);
  return mlx5dv_devx_obj_query(object, in, sizeof in, out, sizeof out);
}

/* Objects of mlx5dv_devx_obj_create(). */
static void of_devx(uint32_t queue) {
  struct mlx5dv_devx_obj *counter = create(ALLOC_FLOW_COUNTER);
  struct mlx5dv_devx_obj *domain = create(ALLOC_TRANSPORT_DOMAIN);
  struct mlx5dv_devx_obj *rqt, *tir;

  put(32 + 20, 1); /* rqt_max_size */
  put(32 + 24, 1); /* rqt_actual_size */
  put(272, queue);
  rqt = create(CREATE_RQT);
  put(60, queue); /* inline_rqn */
  tir = create(CREATE_TIR);
  EXPECT(modify(rqt, MODIFY_TIR) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: RQT {{[0-9]+}}: wrong kind of object for MODIFY_TIR (expected TIR)
  EXPECT(modify(tir, MODIFY_RQT) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: TIR with inline_rqn: wrong kind of object for MODIFY_RQT (expected RQT)
  EXPECT(modify(domain, MODIFY_RQ) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: transport domain {{[0-9]+}}: wrong kind of object for MODIFY_RQ (expected RQ)
  EXPECT(query(counter, QUERY_RQ) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_query: flow counter {{[0-9]+}}: wrong kind of object for QUERY_RQ (expected RQ)
  EXPECT(query(rqt, QUERY_FLOW_COUNTER) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_query: RQT {{[0-9]+}}: wrong kind of object for QUERY_FLOW_COUNTER (expected flow counter)
  EXPECT(modify(counter, QUERY_FLOW_COUNTER) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: flow counter {{[0-9]+}}: wrong function for QUERY_FLOW_COUNTER (expected mlx5dv_devx_obj_query)
  EXPECT(modify(rqt, MODIFY_SCHEDULING_ELEMENT) == EOPNOTSUPP);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: command 0x784 is not emulated
}

/* Objects of libflexio. */
static void of_libflexio(struct frame_loop *loop) {
  struct mlx5dv_devx_obj *rq = flexio_rq_get_object(loop->rq);

  EXPECT(modify(rq, MODIFY_TIR) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: wrong kind of object for MODIFY_TIR (expected TIR)
  EXPECT(modify(rq, QUERY_RQ) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: wrong function for QUERY_RQ (expected mlx5dv_devx_obj_query)
  EXPECT(query(rq, MODIFY_SCHEDULING_ELEMENT) == EOPNOTSUPP); /* reported */
  EXPECT(modify(flexio_cq_get_obj(loop->received.cq), MODIFY_RQ) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_modify: CQ {{[0-9]+}}: wrong kind of object for MODIFY_RQ (expected RQ)
  EXPECT(query(flexio_rq_get_tir(loop->rq), QUERY_RQ) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_query: TIR of RQ {{[0-9]+}}: wrong kind of object for QUERY_RQ (expected RQ)
  EXPECT_SUCCESS(flexio_rq_destroy(loop->rq));
  EXPECT(query(rq, QUERY_RQ) == EINVAL);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_query: 0x{{[0-9a-f]+}} is not a live DevX object
}

int main(void) {
  struct frame_loop loop;

  context = open_device();
  loop = create_loop(create_process(context));
  of_devx(flexio_rq_get_wq_num(loop.rq));
  of_libflexio(&loop);
  return 0;
}
