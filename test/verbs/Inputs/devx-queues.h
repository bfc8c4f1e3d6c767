// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of queues by DevX commands: a device, a UAR, one registered memory with rings and records,
// commands whose fields are set by their place in bits.
#ifndef DPA_TEST_VERBS_INPUTS_DEVX_QUEUES_H
#define DPA_TEST_VERBS_INPUTS_DEVX_QUEUES_H

#include <endian.h>
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s (errno %d)\n", __FILE__, __LINE__,            \
              #condition, errno);                                              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum {
  CREATE_MKEY = 0x200,
  CREATE_CQ = 0x400,
  QUERY_CQ = 0x402,
  MODIFY_CQ = 0x403,
  CREATE_QP = 0x500,
  RST2INIT = 0x502,
  INIT2RTR = 0x503,
  RTR2RTS = 0x504,
  QUERY_QP = 0x50b,
  ALLOC_PD = 0x800,
  ALLOC_TRANSPORT_DOMAIN = 0x816,
  CREATE_TIR = 0x900,
  CREATE_SQ = 0x904,
  MODIFY_SQ = 0x905,
  QUERY_SQ = 0x907,
  CREATE_RQ = 0x908,
  MODIFY_RQ = 0x909,
  QUERY_RQ = 0x90b,
  CREATE_RMP = 0x90c,
  QUERY_RMP = 0x90f,
  CREATE_TIS = 0x912,

  COMMAND_SIZE = 272,
  UMEM_SIZE = 1 << 16,
  CQ_LOG_DEPTH = 5, /* of all completion queues */
  QP_LOG_DEPTH = 4, /* blocks of send rings, entries of receive rings */
  RECEIVE_STRIDE = 16,
};

struct devx {
  struct ibv_context *context;
  struct ibv_pd *pd;
  uint32_t pdn;
  uint32_t eqn;
  struct mlx5dv_devx_uar *uar;
  uint8_t *rings;
  struct mlx5dv_devx_umem *umem;
  size_t used; /* bytes of the umem */
};

static uint8_t command[COMMAND_SIZE], answer[COMMAND_SIZE];

static inline void set(uint8_t *at, unsigned place, unsigned bits,
                       uint64_t value) {
  for (unsigned i = 0; i < bits; i++) {
    unsigned bit = place + i;
    uint8_t mask = (uint8_t)(0x80 >> bit % 8);

    at[bit / 8] &= (uint8_t)~mask;
    if (value >> (bits - 1 - i) & 1)
      at[bit / 8] |= mask;
  }
}

static inline uint64_t field(unsigned place, unsigned bits) {
  uint64_t value = 0;

  for (unsigned i = 0; i < bits; i++)
    value = value << 1 | (answer[(place + i) / 8] >> (7 - (place + i) % 8) & 1);
  return value;
}

static inline void begin(unsigned opcode) {
  memset(command, 0, sizeof command);
  set(command, 0, 16, opcode);
}
static inline void put(unsigned place, unsigned bits, uint64_t value) {
  set(command, place, bits, value);
}

/* Returns null, with errno and a status in the answer; else also the number. */
static inline struct mlx5dv_devx_obj *create(struct devx *devx,
                                             uint32_t *number) {
  struct mlx5dv_devx_obj *object = mlx5dv_devx_obj_create(
      devx->context, command, sizeof command, answer, 16);

  if (object && number)
    *number = (uint32_t)field(0x48, 24);
  return object;
}
static inline int modify(struct mlx5dv_devx_obj *object) {
  return mlx5dv_devx_obj_modify(object, command, sizeof command, answer,
                                sizeof answer);
}
static inline int query(struct mlx5dv_devx_obj *object, unsigned opcode,
                        uint32_t number) {
  begin(opcode);
  put(0x48, 24, number);
  return mlx5dv_devx_obj_query(object, command, 16, answer, sizeof answer);
}

static inline void open_devx(struct devx *devx) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct mlx5dv_context_attr flags = {.flags = MLX5DV_CONTEXT_FLAGS_DEVX};
  struct mlx5dv_pd pd;
  struct mlx5dv_obj object = {.pd = {.out = &pd}};

  CHECK(list && list[0]);
  CHECK((devx->context = mlx5dv_open_device(list[0], &flags)));
  ibv_free_device_list(list);
  CHECK((devx->pd = ibv_alloc_pd(devx->context)));
  object.pd.in = devx->pd;
  CHECK(mlx5dv_init_obj(&object, MLX5DV_OBJ_PD) == 0);
  devx->pdn = pd.pdn;
  CHECK(mlx5dv_devx_query_eqn(devx->context, 0, &devx->eqn) == 0);
  CHECK((devx->uar =
             mlx5dv_devx_alloc_uar(devx->context, MLX5DV_UAR_ALLOC_TYPE_NC)));
  CHECK((devx->rings = aligned_alloc(4096, UMEM_SIZE)));
  memset(devx->rings, 0, UMEM_SIZE);
  CHECK((devx->umem = mlx5dv_devx_umem_reg(devx->context, devx->rings,
                                           UMEM_SIZE, IBV_ACCESS_LOCAL_WRITE)));
  devx->used = 0;
}

static inline void close_devx(struct devx *devx) {
  CHECK(mlx5dv_devx_umem_dereg(devx->umem) == 0);
  free(devx->rings);
  mlx5dv_devx_free_uar(devx->uar);
  CHECK(ibv_dealloc_pd(devx->pd) == 0);
  CHECK(ibv_close_device(devx->context) == 0);
}

/* Offset of a new part of the registered memory, of whole 4096-byte pages. */
static inline size_t take(struct devx *devx, size_t size) {
  size_t at = devx->used;

  devx->used += (size + 4095) & ~(size_t)4095;
  CHECK(devx->used <= UMEM_SIZE);
  return at;
}

struct devx_cq {
  struct mlx5dv_devx_obj *object;
  uint32_t number, consumer;
  size_t ring, record;
  uint8_t *entries;
  uint32_t *words; /* of the record */
};

static inline void cq_command(struct devx *devx, struct devx_cq *cq) {
  begin(CREATE_CQ);
  put(0xe3, 5, CQ_LOG_DEPTH);
  put(0xe8, 24, devx->uar->page_id);
  put(0x120, 32, devx->eqn);
  put(0x86, 1, 1); /* dbr_umem_valid, dbr_umem_id, dbr_addr */
  put(0xa0, 32, devx->umem->umem_id);
  put(0x240, 64, cq->record);
  put(0x2e0, 1, 1); /* cq_umem_valid, cq_umem_id, cq_umem_offset */
  put(0x2c0, 32, devx->umem->umem_id);
  put(0x280, 64, cq->ring);
}

static inline void place_cq(struct devx *devx, struct devx_cq *cq) {
  cq->consumer = 0;
  cq->ring = take(devx, 64 << CQ_LOG_DEPTH);
  cq->record = take(devx, 8);
  cq->entries = devx->rings + cq->ring;
  cq->words = (uint32_t *)(devx->rings + cq->record);
  for (int i = 0; i < 1 << CQ_LOG_DEPTH; i++)
    cq->entries[64 * i + 63] = MLX5_CQE_INVALID << 4;
}

static inline void create_cq(struct devx *devx, struct devx_cq *cq) {
  place_cq(devx, cq);
  cq_command(devx, cq);
  CHECK((cq->object = create(devx, &cq->number)));
}

/* Null: the queue is empty. */
static inline struct mlx5_cqe64 *poll_once(struct devx_cq *cq) {
  uint32_t place = cq->consumer % (1 << CQ_LOG_DEPTH);
  struct mlx5_cqe64 *entry = (struct mlx5_cqe64 *)(cq->entries + 64 * place);
  uint8_t state = __atomic_load_n(&entry->op_own, __ATOMIC_ACQUIRE);

  if (state >> 4 == MLX5_CQE_INVALID ||
      (state & 1) != (cq->consumer >> CQ_LOG_DEPTH & 1))
    return NULL;
  cq->consumer++;
  __atomic_store_n(&cq->words[0], htobe32(cq->consumer & 0xffffff),
                   __ATOMIC_RELEASE);
  return entry;
}

/* Waits up to a minute. */
static inline struct mlx5_cqe64 *next_entry(struct devx_cq *cq) {
  time_t end = time(NULL) + 60;
  struct mlx5_cqe64 *entry;

  while (!(entry = poll_once(cq))) {
    CHECK(time(NULL) < end);
    sched_yield();
  }
  return entry;
}

static inline void write_register(void *address, uint32_t first,
                                  uint32_t second) {
  uint64_t value = htobe64((uint64_t)first << 32 | second);

  __atomic_store_n((uint64_t *)address, value, __ATOMIC_RELEASE);
}

static inline void arm(struct devx *devx, struct devx_cq *cq,
                       uint32_t sequence) {
  uint32_t word = sequence << 28 | (cq->consumer & 0xffffff);

  __atomic_store_n(&cq->words[1], htobe32(word), __ATOMIC_RELEASE);
  write_register((uint8_t *)devx->uar->base_addr + 0x20, word, cq->number);
}

/* The fields that contexts of SQ, RQ and RMP have in common. */
static inline void wq_fields(struct devx *devx, unsigned log_stride,
                             unsigned log_size, size_t ring, size_t record) {
  put(0x280, 4, 1); /* wq_type: cyclic */
  put(0x2c8, 24, devx->pdn);
  put(0x38c, 4, log_stride);
  put(0x39b, 5, log_size);
  put(0x3a0, 1, 1); /* dbr_umem_valid, dbr_umem_id, dbr_addr */
  put(0x3c0, 32, devx->umem->umem_id);
  put(0x300, 64, record);
  put(0x3a1, 1, 1); /* wq_umem_valid, wq_umem_id, wq_umem_offset */
  put(0x3e0, 32, devx->umem->umem_id);
  put(0x400, 64, ring);
}

struct devx_qp {
  struct mlx5dv_devx_obj *object;
  uint32_t number;
  uint16_t posted;
  size_t rings, record;
  uint32_t *words;
};

/* RC, both queues complete into `cq`. */
static inline void qp_command(struct devx *devx, struct devx_cq *cq,
                              struct devx_qp *pair) {
  begin(CREATE_QP);
  put(0xe8, 24, devx->pdn);
  put(0x109, 4, QP_LOG_DEPTH); /* log_rq_size; log_rq_stride 0: 16 bytes */
  put(0x111, 4, QP_LOG_DEPTH); /* log_sq_size */
  put(0xd3, 2, 3);             /* pm_state: migrated */
  put(0x128, 24, devx->uar->page_id);
  put(0x148, 24, 0x1234); /* user_index */
  put(0x4a8, 24, cq->number);
  put(0x5a8, 24, cq->number);
  /* dbr_umem_id, dbr_addr; the *_umem_valid are left to the kernel */
  put(0x7e0, 32, devx->umem->umem_id);
  put(0x5c0, 64, pair->record);
  /* wq_umem_id, wq_umem_offset */
  put(0x840, 32, devx->umem->umem_id);
  put(0x800, 64, pair->rings);
}

static inline void create_qp(struct devx *devx, struct devx_cq *cq,
                             struct devx_qp *pair) {
  pair->posted = 0;
  pair->rings = take(devx, (64 + RECEIVE_STRIDE) << QP_LOG_DEPTH);
  pair->record = take(devx, 8);
  pair->words = (uint32_t *)(devx->rings + pair->record);
  qp_command(devx, cq, pair);
  CHECK((pair->object = create(devx, &pair->number)));
}

#endif
