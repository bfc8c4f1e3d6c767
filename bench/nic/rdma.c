/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RDMA writes between two queue pairs of this process, and what they are
 * compared with: copies in memory, and round trips between two processes over a
 * UNIX socket.
 *
 * usage: rdma writes SIZE COUNT | copies SIZE COUNT | socket SIZE COUNT
 * Prints how many a second.
 */
#include <endian.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "rdma: error: %s:%d: %s: %s\n", __FILE__, __LINE__,      \
              #condition, strerror(errno));                                    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { DEPTH = 128, BATCH = 32 }; /* of the send queue; writes per completion */

struct ends {
  struct ibv_cq *cq;
  struct ibv_qp *qp[2];
  struct ibv_mr *memory[2];
};

static double seconds(void) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void connect_to(struct ibv_qp *qp, uint32_t peer,
                       const union ibv_gid *gid) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT,
                             .port_num = 1,
                             .qp_access_flags = IBV_ACCESS_REMOTE_WRITE};

  CHECK(!ibv_modify_qp(qp, &attr,
                       IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
                           IBV_QP_ACCESS_FLAGS));
  attr = (struct ibv_qp_attr){
      .qp_state = IBV_QPS_RTR,
      .path_mtu = IBV_MTU_4096,
      .dest_qp_num = peer,
      .max_dest_rd_atomic = 1,
      .min_rnr_timer = 1,
      .ah_attr = {.is_global = 1,
                  .port_num = 1,
                  .grh = {.dgid = *gid, .sgid_index = 1, .hop_limit = 1}}};
  CHECK(!ibv_modify_qp(qp, &attr,
                       IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
                           IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                           IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER));
  attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS,
                              .timeout = 14,
                              .retry_cnt = 7,
                              .rnr_retry = 7,
                              .max_rd_atomic = 1};
  CHECK(!ibv_modify_qp(qp, &attr,
                       IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
                           IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                           IBV_QP_MAX_QP_RD_ATOMIC));
}

static void open_ends(struct ends *ends, size_t size) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *context;
  struct ibv_pd *pd;
  union ibv_gid gid;

  CHECK(devices && devices[0] && (context = ibv_open_device(devices[0])));
  CHECK((pd = ibv_alloc_pd(context)));
  CHECK((ends->cq = ibv_create_cq(context, DEPTH, NULL, NULL, 0)));
  CHECK(!ibv_query_gid(context, 1, 1, &gid));
  for (int i = 0; i < 2; i++) {
    struct ibv_qp_init_attr settings = {
        .send_cq = ends->cq,
        .recv_cq = ends->cq,
        .cap = {.max_send_wr = DEPTH, .max_recv_wr = 1, .max_send_sge = 1},
        .qp_type = IBV_QPT_RC};
    void *memory = calloc(1, size);

    CHECK(memory && (ends->memory[i] = ibv_reg_mr(
                         pd, memory, size,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)));
    CHECK((ends->qp[i] = ibv_create_qp(pd, &settings)));
  }
  for (int i = 0; i < 2; i++)
    connect_to(ends->qp[i], ends->qp[1 - i]->qp_num, &gid);
}

/* Waits for the oldest batch. */
static void complete(const struct ends *ends) {
  struct ibv_wc done;
  int found;

  while ((found = ibv_poll_cq(ends->cq, 1, &done)) == 0) {
  }
  CHECK(found == 1 && done.status == IBV_WC_SUCCESS);
}

static void post(const struct ends *ends, size_t size, int flags) {
  struct ibv_sge from = {.addr = (uintptr_t)ends->memory[0]->addr,
                         .length = (uint32_t)size,
                         .lkey = ends->memory[0]->lkey};
  struct ibv_send_wr write = {
      .opcode = IBV_WR_RDMA_WRITE,
      .sg_list = &from,
      .num_sge = 1,
      .send_flags = (unsigned)flags,
      .wr.rdma = {.remote_addr = (uintptr_t)ends->memory[1]->addr,
                  .rkey = ends->memory[1]->rkey}};
  struct ibv_send_wr *bad;

  CHECK(!ibv_post_send(ends->qp[0], &write, &bad));
}

/* One completion for each batch, of which two are on the way. */
static double writes(size_t size, uint64_t count) {
  struct ends ends;
  uint64_t waiting = 0; /* batches on the way */
  double begin;

  open_ends(&ends, size);
  begin = seconds();
  for (uint64_t i = 1; i <= count; i++) {
    int ends_batch = i % BATCH == 0 || i == count;

    post(&ends, size, ends_batch ? IBV_SEND_SIGNALED : 0);
    if (ends_batch && ++waiting > 2) {
      complete(&ends);
      waiting--;
    }
  }
  for (; waiting != 0; waiting--)
    complete(&ends);
  return (double)count / (seconds() - begin);
}

static double copies(size_t size, uint64_t count) {
  char *from = calloc(1, size), *to = calloc(1, size);
  double begin = seconds();

  CHECK(from && to);
  for (uint64_t i = 0; i < count; i++) {
    memcpy(to, from, size);
    __asm__ volatile("" : : "r"(to) : "memory"); /* counts as read */
  }
  return (double)count / (seconds() - begin);
}

/* Sends `size` bytes on, or back. */
static void pass(int socket, char *buffer, size_t size) {
  CHECK(recv(socket, buffer, size, MSG_WAITALL) == (ssize_t)size);
  CHECK(send(socket, buffer, size, 0) == (ssize_t)size);
}

static double round_trips(size_t size, uint64_t count) {
  char *buffer = calloc(1, size);
  int sockets[2];
  double begin = seconds();
  pid_t child;

  CHECK(buffer && !socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
  child = fork();
  CHECK(child >= 0);
  if (child != 0)
    CHECK(send(sockets[0], buffer, size, 0) == (ssize_t)size);
  for (uint64_t i = 0; i < count; i++)
    pass(sockets[child == 0], buffer, size);
  if (child == 0)
    _exit(0);
  CHECK(waitpid(child, NULL, 0) == child);
  return (double)count / (seconds() - begin);
}

int main(int count, char **arguments) {
  const char *what = count == 4 ? arguments[1] : "";
  size_t size = count == 4 ? strtoull(arguments[2], NULL, 10) : 0;
  uint64_t times = count == 4 ? strtoull(arguments[3], NULL, 10) : 0;

  if (size == 0 || times == 0) {
    fprintf(stderr, "usage: rdma writes|copies|socket SIZE COUNT\n");
    return 2;
  }
  if (strcmp(what, "writes") == 0)
    printf("%.1f\n", writes(size, times));
  else if (strcmp(what, "copies") == 0)
    printf("%.1f\n", copies(size, times));
  else
    printf("%.1f\n", round_trips(size, times));
  return 0;
}
