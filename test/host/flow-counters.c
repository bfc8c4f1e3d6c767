// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flow counters by DevX commands count the frames and bytes of the rules that have them, alone and
// in bulk; a query may clear them. A TIR by a DevX command directs to a receive queue by its number.
// What is not emulated fails with EOPNOTSUPP, and each command is reported once.
// PROVES: R-STEER-03 R-STEER-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host > %t/out 2> %t/err
// RUN: FileCheck %s < %t/out
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=dpa-verbs %s < %t/err
// RUN: dpa-run --seed=5 --engine=interp -- %t/host 2>/dev/null | FileCheck %s

//--- host.c
#include "frame-loop.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

// ERR: dpa-verbs: error: mlx5dv_devx_obj_query: flow counter: num_of_counters 128 exceeds those of the object
// ERR: dpa-verbs: error: mlx5dv_devx_obj_query: flow counter {{[0-9]+}}: flow_counter_id {{[0-9]+}} is not one of the object
enum { ALLOC = 0x939, QUERY = 0x93b, CREATE_TIR = 0x900, CREATE_DCT = 0x710 };

static struct ibv_context *context;

static void put(uint8_t *at, uint32_t value) {
  value = htonl(value);
  memcpy(at, &value, 4);
}

static uint64_t number_at(const uint8_t *at) {
  uint64_t value;

  memcpy(&value, at, 8);
  return be64toh(value);
}

/* `bulk`: times 128 counters, 0 is one. */
static struct mlx5dv_devx_obj *allocate(uint8_t bulk, uint32_t *id) {
  uint8_t in[16] = {ALLOC >> 8, ALLOC & 0xff, [15] = bulk};
  uint8_t out[16];
  struct mlx5dv_devx_obj *object =
      mlx5dv_devx_obj_create(context, in, sizeof in, out, sizeof out);

  EXPECT(object && out[0] == 0);
  *id = (uint32_t)(number_at(out + 4) & 0xffffffff);
  return object;
}

/* "name: packets, bytes", of the last of `count` counters. */
static void show(const char *name, struct mlx5dv_devx_obj *object, uint32_t id,
                 uint16_t count, int clear) {
  uint8_t in[32] = {QUERY >> 8, QUERY & 0xff, [24] = clear ? 0x80 : 0,
                    [26] = (uint8_t)(count >> 8), [27] = (uint8_t)count};
  uint8_t out[16 + 128 * 16];
  size_t size = 16 + (size_t)count * 16;

  put(in + 28, id);
  int result = mlx5dv_devx_obj_query(object, in, sizeof in, out, size);
  if (result != 0)
    printf("%s: %s status %d\n", name, strerror(result), out[0]);
  else
    printf("%s: %d, %d\n", name, (int)number_at(out + size - 16),
           (int)number_at(out + size - 8));
}

static struct mlx5dv_devx_obj *create_tir(uint32_t queue, uint8_t dispatch) {
  uint8_t in[272] = {CREATE_TIR >> 8, CREATE_TIR & 0xff,
                     [36] = (uint8_t)(dispatch << 4)};
  uint8_t out[16];

  put(in + 60, queue);
  return mlx5dv_devx_obj_create(context, in, sizeof in, out, sizeof out);
}

static void in_a_child(struct mlx5dv_devx_obj *counter, uint32_t id);
static void without_rule(struct frame_loop *loop,
                         struct mlx5dv_devx_obj *counter, uint32_t id);
static void refused(struct mlx5dv_devx_obj *counter, uint32_t id);

int main(void) {
  uint32_t receive_id, send_id;

  context = open_device();
  struct frame_loop loop = create_loop(create_process(context));
  struct mlx5dv_devx_obj *received = allocate(0, &receive_id);
  struct mlx5dv_devx_obj *sent = allocate(1, &send_id);
  struct mlx5dv_dr_domain *receiving =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_domain *fdb =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_FDB);
  struct mlx5dv_devx_obj *tir = create_tir(flexio_rq_get_wq_num(loop.rq), 0);
  struct mlx5dv_dr_action *receive[] = {
      mlx5dv_dr_action_create_flow_counter(received, 0),
      mlx5dv_dr_action_create_dest_devx_tir(tir)};
  struct mlx5dv_dr_action *send[] = {
      mlx5dv_dr_action_create_flow_counter(sent, 127),
      mlx5dv_dr_action_create_dest_vport(fdb, 0xffff)};
  struct mlx5dv_dr_rule *rule = add_rule_for_all(receiving, 2, receive);

  add_rule_for_all(fdb, 2, send);
  for (int i = 0; i < 3; i++)
    send_in_loop(&loop);
  completion_at(loop.process, loop.received, 2);
  show("received", received, receive_id, 1, 0);
  // CHECK: received: 3, 300
  show("both directions", sent, send_id, 128, 1);
  // CHECK: both directions: 6, 600
  show("after clear", sent, send_id + 127, 1, 0);
  // CHECK: after clear: 0, 0
  show("beyond", sent, send_id + 1, 128, 0);
  // CHECK: beyond: Remote I/O error status 5
  show("other", sent, send_id + 128, 1, 0);
  // CHECK: other: Invalid argument status 0
  EXPECT(mlx5dv_devx_obj_destroy(received) == EBUSY);
  in_a_child(received, receive_id);
  EXPECT(mlx5dv_dr_rule_destroy(rule) == 0);
  without_rule(&loop, received, receive_id);
  EXPECT(mlx5dv_dr_action_destroy(receive[0]) == 0);
  refused(received, receive_id);
  EXPECT(mlx5dv_devx_obj_destroy(received) == 0);
  EXPECT(mlx5dv_devx_obj_destroy(received) == EINVAL);
  EXPECT(mlx5dv_devx_obj_destroy(tir) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(loop.process));
  EXPECT(ibv_close_device(context) == 0);
  puts("done");
  return 0;
}

/* Objects are inherited without a device. */
static void in_a_child(struct mlx5dv_devx_obj *counter, uint32_t id) {
  int status;

  fflush(stdout);
  if (fork() == 0) {
    show("child", counter, id, 1, 0);
    // CHECK: child: No such device
    printf("child: destroy %d\n", mlx5dv_devx_obj_destroy(counter));
    // CHECK: child: destroy 16
    fflush(stdout);
    _exit(0);
  }
  EXPECT(wait(&status) > 0 && status == 0);
}

static void without_rule(struct frame_loop *loop,
                         struct mlx5dv_devx_obj *counter, uint32_t id) {
  send_in_loop(loop);
  show("without the rule", counter, id, 1, 0);
  // CHECK: without the rule: 3, 300
}

static void refused(struct mlx5dv_devx_obj *counter, uint32_t id) {
  uint8_t in[32] = {CREATE_DCT >> 8, CREATE_DCT & 0xff};
  uint8_t out[32];

  for (int i = 0; i < 2; i++) {
    EXPECT(!mlx5dv_devx_obj_create(context, in, sizeof in, out, sizeof out));
    printf("DCT: %s\n", strerror(errno));
    // CHECK: DCT: Operation not supported
    // CHECK: DCT: Operation not supported
    // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: command 0x710 is not emulated
  }
  EXPECT(!create_tir(1, 1));
  printf("spread: %s\n", strerror(errno));
  // CHECK: spread: Remote I/O error
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: TIR: RQT 0 does not exist
  EXPECT(!create_tir(0xabcdef, 0));
  printf("no queue: %s\n", strerror(errno));
  // CHECK: no queue: Remote I/O error
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: TIR: receive queue 11259375 does not exist
  EXPECT(!mlx5dv_devx_obj_create(context, in, 15, out, sizeof out));
  printf("short: %s\n", strerror(errno));
  // CHECK: short: Invalid argument
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: the command has 15 bytes and the answer 32 (expected 16 each at least)
  in[0] = 1; // QUERY_ADAPTER
  in[1] = 1;
  printf("general: %s\n", strerror(mlx5dv_devx_general_cmd(
                              context, in, sizeof in, out, sizeof out)));
  // CHECK: general: Operation not supported
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_general_cmd: command 0x101 is not emulated
  EXPECT(!mlx5dv_dr_action_create_flow_counter(counter, 1));
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_action_create_flow_counter: offset is beyond the flow counters of the object
  EXPECT(!mlx5dv_dr_action_create_flow_counter((void *)context, 0));
  // ERR-NEXT: dpa-verbs: error: mlx5dv_dr_action_create_flow_counter: not a flow counter of this program
  EXPECT(mlx5dv_devx_obj_destroy((void *)context) == EINVAL);
  in[0] = QUERY >> 8;
  in[1] = QUERY & 0xff;
  put(in + 28, id);
  EXPECT(mlx5dv_devx_obj_query(counter, in, sizeof in, out, 31) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_query: flow counter {{[0-9]+}}: the answer has 31 bytes (expected 32 at least)
  EXPECT(mlx5dv_devx_obj_query(counter, in, sizeof in, out, 32) == 0);
}
// CHECK: done
