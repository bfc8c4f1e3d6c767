// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs by verbs: rings of the library, and rings of the program; device
// code sends between both. States and errors of the host's functions.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_verbs %doca_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- shared.h
#include <stdint.h>
#define TEXT 0x7799ul
enum { SIZE = 4096 };
struct ends {
  uint64_t qp[2], completion[2], memory[2];
  uint32_t key[2];
};

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_verbs.h>

static uint64_t next(doca_dpa_dev_completion_t from) {
  doca_dpa_dev_completion_element_t element;
  while (!doca_dpa_dev_get_completion(from, &element))
    ;
  uint64_t result = 1000ul * doca_dpa_dev_get_completion_type(element) +
                    doca_dpa_dev_get_completion_user_data(element);
  doca_dpa_dev_completion_ack(from, 1);
  return result;
}

static void send(struct ends *of, int from,
                 enum doca_dpa_dev_verbs_send_wr_opcode opcode) {
  struct doca_dpa_dev_verbs_sge piece = {of->memory[from], 8, of->key[from]};
  struct doca_dpa_dev_verbs_send_wr request;
  doca_dpa_dev_verbs_send_wr_set_sg_list(&request, &piece);
  doca_dpa_dev_verbs_send_wr_set_sg_num_sge(&request, 1);
  doca_dpa_dev_verbs_send_wr_set_opcode(&request, opcode);
  doca_dpa_dev_verbs_send_wr_set_send_flags(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE);
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&request,
                                                  of->memory[1 - from] + 128);
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&request, of->key[1 - from]);
  doca_dpa_dev_verbs_qp_post_send_wr(of->qp[from], &request);
  doca_dpa_dev_verbs_qp_commit_send(of->qp[from]);
}

// A message and a write from `from` to the other one.
__dpa_rpc__ uint64_t exchange(uint64_t address, uint32_t from) {
  struct ends *of = (struct ends *)address;
  uint32_t to = 1 - from;
  struct doca_dpa_dev_verbs_sge place = {of->memory[to] + 64, 64, of->key[to]};
  struct doca_dpa_dev_verbs_recv_wr receive;
  doca_dpa_dev_verbs_recv_wr_set_sg_list(&receive, &place);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&receive, 1);
  doca_dpa_dev_verbs_qp_post_recv_wr(of->qp[to], &receive);
  doca_dpa_dev_verbs_qp_commit_recv(of->qp[to]);
  send(of, (int)from, DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND);
  if (next(of->completion[to]) != 2000 + to + 70 ||
      next(of->completion[from]) != from + 70)
    return 1;
  send(of, (int)from, DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE);
  return next(of->completion[from]) != from + 70;
}

//--- host.c
#include "check.h"
#include "shared.h"
#include <doca_dev.h>
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <doca_uar.h>
#include <doca_umem.h>
#include <doca_verbs.h>
#include <infiniband/verbs.h>
#include <string.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t exchange;

static uint64_t memory[2][SIZE / 8] __attribute__((aligned(64)));
static struct doca_verbs_context *context;
static struct doca_verbs_pd *pd;
static struct doca_dev *dev;
static struct doca_dpa *dpa;

enum { RECEIVES = 3, SENDS = 5, RINGS = 4 * 16 + 8 * 64 };

struct end {
  struct doca_dpa_completion *completion;
  struct doca_mmap *mmap;
  struct doca_verbs_qp *qp;
  doca_dpa_dev_uintptr_t rings, record;
  struct doca_umem *ring_memory, *record_memory;
  struct doca_uar *uar;
};

static void open_device_of_domain(void) {
  struct doca_devinfo **list;
  struct doca_dev *again;
  uint32_t count;
  OK(doca_devinfo_create_list(&list, &count));
  INVALID(doca_verbs_context_create(list[0], 1, &context));
  OK(doca_verbs_context_create(list[0], DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE,
                               &context));
  OK(doca_devinfo_destroy_list(list));
  OK(doca_verbs_pd_create(context, &pd));
  OK(doca_verbs_pd_as_doca_dev(pd, &dev));
  OK(doca_verbs_pd_as_doca_dev(pd, &again));
  HOLDS(dev == again);
  GIVES(DOCA_ERROR_IN_USE, doca_dev_close(dev));
  GIVES(DOCA_ERROR_IN_USE, doca_verbs_context_destroy(context));
}

// The rings of the second one are the program's.
static void place_rings(struct end *end, struct doca_verbs_qp_init_attr *attr,
                        int i) {
  if (i == 0) {
    OK(doca_verbs_qp_init_attr_set_dpa(attr, dpa));
    return;
  }
  OK(doca_dpa_mem_alloc(dpa, RINGS + 64, &end->rings));
  OK(doca_dpa_memset(dpa, end->rings, 0, RINGS + 64));
  OK(doca_dpa_mem_alloc(dpa, 64, &end->record));
  OK(doca_dpa_memset(dpa, end->record, 0, 64));
  INVALID(doca_umem_dpa_create(dpa, end->rings + 8, 64, 1, &end->ring_memory));
  OK(doca_umem_dpa_create(dpa, end->rings, RINGS + 64, 1, &end->ring_memory));
  OK(doca_umem_dpa_create(dpa, end->record, 64, 1, &end->record_memory));
  OK(doca_uar_dpa_create(dpa, &end->uar));
  INVALID(doca_verbs_qp_init_attr_set_external_umem(attr, end->ring_memory,
                                                    RINGS + 64));
  OK(doca_verbs_qp_init_attr_set_external_umem(attr, end->ring_memory, 128));
  OK(doca_verbs_qp_init_attr_set_external_dbr_umem(attr, end->record_memory,
                                                   0));
  INVALID(doca_verbs_qp_create(context, attr, &end->qp)); // no UAR
  OK(doca_verbs_qp_init_attr_set_external_uar(attr, end->uar));
  INVALID(doca_verbs_qp_create(context, attr, &end->qp)); // does not fit
  OK(doca_verbs_qp_init_attr_set_external_umem(attr, end->ring_memory, 64));
}

static void open_end(struct end *end, struct ends *ends, int i) {
  struct doca_verbs_qp_init_attr *attr;
  ends->memory[i] = (uint64_t)memory[i];
  OK(doca_mmap_create(&end->mmap));
  OK(doca_mmap_set_memrange(end->mmap, memory[i], SIZE));
  OK(doca_mmap_set_permissions(end->mmap, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE |
                                              DOCA_ACCESS_FLAG_RDMA_WRITE));
  OK(doca_mmap_add_dev(end->mmap, dev));
  OK(doca_mmap_start(end->mmap));
  OK(doca_mmap_dev_get_dpa_handle(end->mmap, dev, &ends->key[i]));
  OK(doca_dpa_completion_create(dpa, 16, &end->completion));
  OK(doca_verbs_qp_init_attr_create(&attr));
  INVALID(doca_verbs_qp_create(context, attr, &end->qp)); // nothing is set
  OK(doca_verbs_qp_init_attr_set_pd(attr, pd));
  OK(doca_verbs_qp_init_attr_set_qp_type(attr, DOCA_VERBS_QP_TYPE_RC));
  INVALID(doca_verbs_qp_init_attr_set_qp_type(attr, 7));
  INVALID(doca_verbs_qp_init_attr_set_sq_wr(attr, 0));
  OK(doca_verbs_qp_init_attr_set_sq_wr(attr, SENDS));
  OK(doca_verbs_qp_init_attr_set_rq_wr(attr, RECEIVES));
  OK(doca_verbs_qp_init_attr_set_send_max_sges(attr, 1));
  OK(doca_verbs_qp_init_attr_set_receive_max_sges(attr, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_receive_max_sges(attr, 2));
  OK(doca_verbs_qp_init_attr_set_user_index(attr, (uint32_t)(70 + i)));
  OK(doca_verbs_qp_init_attr_set_send_dpa_completion(attr, end->completion));
  OK(doca_verbs_qp_init_attr_set_receive_dpa_completion(attr, end->completion));
  place_rings(end, attr, i);
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_create(context, attr, &end->qp));
  OK(doca_verbs_qp_init_attr_set_external_datapath_en(attr, 1));
  GIVES(DOCA_ERROR_BAD_STATE, doca_verbs_qp_create(context, attr, &end->qp));
  OK(doca_dpa_completion_start(end->completion));
  OK(doca_dpa_completion_get_dpa_handle(end->completion, &ends->completion[i]));
  OK(doca_verbs_qp_create(context, attr, &end->qp));
  OK(doca_verbs_qp_init_attr_destroy(attr));
  OK(doca_verbs_qp_get_dpa_handle(end->qp, dpa, &ends->qp[i]));
}

static void change(struct end *end, struct doca_verbs_qp_attr *attr,
                   enum doca_verbs_qp_state state, int mask) {
  OK(doca_verbs_qp_attr_set_next_state(attr, state));
  OK(doca_verbs_qp_modify(end->qp, attr, DOCA_VERBS_QP_ATTR_NEXT_STATE | mask));
}

static void connect_to(struct end *end, const struct end *other) {
  struct doca_verbs_ah_attr *path;
  struct doca_verbs_qp_attr *attr;
  struct doca_verbs_gid address;
  union ibv_gid gid;
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *verbs = ibv_open_device(list[0]);
  HOLDS(ibv_query_gid(verbs, 1, 0, &gid) == 0);
  ibv_close_device(verbs);
  ibv_free_device_list(list);
  memcpy(address.raw, gid.raw, sizeof address.raw);
  OK(doca_verbs_ah_attr_create(context, &path));
  OK(doca_verbs_ah_attr_set_gid(path, address));
  OK(doca_verbs_ah_attr_set_addr_type(path, DOCA_VERBS_ADDR_TYPE_IPv6));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_ah_attr_set_addr_type(path, DOCA_VERBS_ADDR_TYPE_IB_GRH));
  OK(doca_verbs_ah_attr_set_sgid_index(path, 0));
  OK(doca_verbs_ah_attr_set_hop_limit(path, 255));
  OK(doca_verbs_qp_attr_create(&attr));
  OK(doca_verbs_qp_attr_set_allow_remote_write(attr, 1));
  OK(doca_verbs_qp_attr_set_port_num(attr, 1));
  OK(doca_verbs_qp_attr_set_dest_qp_num(attr,
                                        doca_verbs_qp_get_qpn(other->qp)));
  OK(doca_verbs_qp_attr_set_path_mtu(attr, DOCA_MTU_SIZE_1K_BYTES));
  OK(doca_verbs_qp_attr_set_ah_attr(attr, path));
  OK(doca_verbs_qp_attr_set_min_rnr_timer(attr, 1));
  OK(doca_verbs_qp_attr_set_retry_cnt(attr, 7));
  INVALID(doca_verbs_qp_attr_set_rnr_retry(attr, 8));
  OK(doca_verbs_qp_attr_set_rnr_retry(attr, 7));
  INVALID(doca_verbs_qp_modify(end->qp, attr, 0)); // no state
  OK(doca_verbs_qp_attr_set_next_state(attr, DOCA_VERBS_QP_STATE_RTS));
  GIVES(DOCA_ERROR_DRIVER,
        doca_verbs_qp_modify(end->qp, attr, DOCA_VERBS_QP_ATTR_NEXT_STATE));
  change(end, attr, DOCA_VERBS_QP_STATE_INIT,
         DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_WRITE | DOCA_VERBS_QP_ATTR_PORT_NUM |
             DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_READ |
             DOCA_VERBS_QP_ATTR_PKEY_INDEX);
  change(end, attr, DOCA_VERBS_QP_STATE_RTR,
         DOCA_VERBS_QP_ATTR_RQ_PSN | DOCA_VERBS_QP_ATTR_DEST_QP_NUM |
             DOCA_VERBS_QP_ATTR_MIN_RNR_TIMER | DOCA_VERBS_QP_ATTR_PATH_MTU |
             DOCA_VERBS_QP_ATTR_AH_ATTR);
  change(end, attr, DOCA_VERBS_QP_STATE_RTS,
         DOCA_VERBS_QP_ATTR_SQ_PSN | DOCA_VERBS_QP_ATTR_ACK_TIMEOUT |
             DOCA_VERBS_QP_ATTR_RETRY_CNT | DOCA_VERBS_QP_ATTR_RNR_RETRY);
  OK(doca_verbs_ah_attr_destroy(path));
  OK(doca_verbs_qp_attr_destroy(attr));
}

static void close_end(struct end *end, int i) {
  if (i == 1)
    GIVES(DOCA_ERROR_IN_USE, doca_umem_destroy(end->ring_memory));
  OK(doca_verbs_qp_destroy(end->qp));
  HOLDS(doca_verbs_qp_get_qpn(end->qp) == 0);
  OK(doca_dpa_completion_destroy(end->completion));
  OK(doca_mmap_destroy(end->mmap));
  if (i == 0)
    return;
  OK(doca_umem_destroy(end->ring_memory));
  OK(doca_umem_destroy(end->record_memory));
  OK(doca_uar_destroy(end->uar));
  OK(doca_dpa_mem_free(dpa, end->rings));
  OK(doca_dpa_mem_free(dpa, end->record));
}

int main(void) {
  struct ends ends = {};
  struct end end[2] = {};
  uint64_t result = 9;
  doca_dpa_dev_uintptr_t copy;
  open_device_of_domain();
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_start(dpa));
  for (int i = 0; i < 2; i++)
    open_end(&end[i], &ends, i);
  for (int i = 0; i < 2; i++)
    connect_to(&end[i], &end[1 - i]);
  memory[0][0] = TEXT;
  memory[1][0] = TEXT + 1;
  OK(doca_dpa_mem_alloc(dpa, sizeof ends, &copy));
  OK(doca_dpa_h2d_memcpy(dpa, copy, &ends, sizeof ends));
  for (int i = 0; i < 2; i++) {
    OK(doca_dpa_rpc(dpa, &exchange, &result, copy, i));
    HOLDS(result == 0);
    HOLDS(memory[1 - i][8] == TEXT + (uint64_t)i &&
          memory[1 - i][16] == TEXT + (uint64_t)i);
  }
  OK(doca_dpa_mem_free(dpa, copy));
  for (int i = 0; i < 2; i++)
    close_end(&end[i], i);
  GIVES(DOCA_ERROR_IN_USE, doca_verbs_pd_destroy(pd)); // the DPA has its device
  OK(doca_dpa_destroy(dpa));
  OK(doca_verbs_pd_destroy(pd));
  OK(doca_verbs_context_destroy(context));
  return failures != 0;
}
