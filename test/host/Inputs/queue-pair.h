/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host side of queue-pair-device.c: queue pairs with a completion queue for each direction and one
 * buffer of memory, requests, receive entries. */
#ifndef DPA_TEST_QUEUE_PAIR_H
#define DPA_TEST_QUEUE_PAIR_H

#include "frames.h"
#include "queue-pair-requests.h"

flexio_func_t post_request;

enum {
  LOG_ENTRIES = 4, /* of each ring */
  MEMORY_SIZE = 64 * 1024,
  ALL_ACCESS = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
               IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC,
};

struct queue_pair {
  struct flexio_process *process;
  struct flexio_qp *qp;
  struct queue sent, received;
  flexio_uintptr_t rings, record, memory, request;
  uint32_t number, key, index, posted;
};

/* What the other end of a connection has to know. */
struct address {
  union ibv_gid gid;
  uint64_t memory;
  uint32_t number, key;
};

static inline uint32_t create_key_with(struct flexio_process *process,
                                       flexio_uintptr_t address, size_t size,
                                       int access) {
  struct flexio_mkey_attr attributes = {flexio_process_get_pd(process), address,
                                        size, access};
  struct flexio_mkey *mkey = NULL;

  EXPECT_SUCCESS(flexio_device_mkey_create(process, &attributes, &mkey));
  return flexio_mkey_get_id(mkey);
}

/* Memory and completion queues of a queue pair that does not exist yet. */
static inline struct queue_pair create_parts(struct flexio_process *process) {
  struct queue_pair pair = {.process = process};

  pair.sent = create_silent_cq(process);
  pair.received = create_silent_cq(process);
  pair.rings = create_zeroed(process, (16 + 64) << LOG_ENTRIES);
  pair.record = create_zeroed(process, 8);
  pair.memory = create_zeroed(process, MEMORY_SIZE);
  pair.request = create_zeroed(process, sizeof(struct queue_pair_request));
  pair.key = create_key_with(process, pair.memory, MEMORY_SIZE, ALL_ACCESS);
  return pair;
}

static inline struct flexio_qp_attr
queue_pair_attributes(const struct queue_pair *pair) {
  return (struct flexio_qp_attr){
      .transport_type = FLEXIO_QPC_ST_RC,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(pair->process)),
      .qp_access_mask = ALL_ACCESS,
      .log_sq_depth = LOG_ENTRIES,
      .sq_cqn = pair->sent.number,
      .log_rq_depth = LOG_ENTRIES,
      .rq_cqn = pair->received.number,
      .qp_wq_buff_qmem = {.daddr = pair->rings},
      .qp_wq_dbr_qmem = {.daddr = pair->record}};
}

static inline void create_qp(struct queue_pair *pair,
                             struct flexio_qp_attr *attributes) {
  EXPECT_SUCCESS(flexio_qp_create(pair->process, NULL, attributes, &pair->qp));
  pair->number = flexio_qp_get_qp_num(pair->qp);
  EXPECT(pair->number != 0 && pair->number < 1u << 24);
}

static inline struct queue_pair
create_queue_pair(struct flexio_process *process) {
  struct queue_pair pair = create_parts(process);
  struct flexio_qp_attr attributes = queue_pair_attributes(&pair);

  create_qp(&pair, &attributes);
  return pair;
}

static inline struct address address_of(const struct queue_pair *pair,
                                        struct ibv_context *context) {
  struct address address = {
      .memory = pair->memory, .number = pair->number, .key = pair->key};

  EXPECT(ibv_query_gid(context, 1, 0, &address.gid) == 0);
  return address;
}

static inline void move(const struct queue_pair *pair,
                        struct flexio_qp_attr *attributes,
                        enum flexio_qp_state state) {
  attributes->next_state = state;
  EXPECT_SUCCESS(flexio_qp_modify(pair->qp, attributes, NULL));
  EXPECT(flexio_qp_state_get(pair->qp) == state);
}

/* From RST to RTS with one structure, as programs do. */
static inline void connect_with(const struct queue_pair *pair,
                                const struct address *other,
                                struct flexio_qp_attr attributes) {
  attributes.remote_qp_num = other->number;
  attributes.rgid_or_rip = other->gid;
  move(pair, &attributes, FLEXIO_QP_STATE_INIT);
  move(pair, &attributes, FLEXIO_QP_STATE_RTR);
  move(pair, &attributes, FLEXIO_QP_STATE_RTS);
}

static inline struct flexio_qp_attr
connection_attributes(const struct queue_pair *pair) {
  struct flexio_qp_attr attributes = queue_pair_attributes(pair);

  attributes.path_mtu = FLEXIO_QP_QPC_MTU_BYTES_1K;
  attributes.retry_count = 7;
  attributes.vhca_port_num = 1;
  attributes.log_rra_max = 2;
  attributes.log_sra_max = 2;
  attributes.min_rnr_nak_timer = 1; /* 10 us */
  return attributes;
}

static inline void connect_to(const struct queue_pair *pair,
                              const struct address *other) {
  connect_with(pair, other, connection_attributes(pair));
}

/* Rings the doorbell; returns the index of the completion. */
static inline uint32_t post(struct queue_pair *pair,
                            struct queue_pair_request request) {
  uint64_t error = 1;

  request.ring = pair->rings + (16 << LOG_ENTRIES);
  request.log_depth = LOG_ENTRIES;
  request.number = pair->number;
  request.index = pair->index;
  EXPECT_SUCCESS(flexio_host2dev_memcpy(pair->process, &request, sizeof request,
                                        pair->request));
  EXPECT_SUCCESS(
      flexio_process_call(pair->process, post_request, &error, pair->request));
  EXPECT(error == 0);
  pair->index += blocks_of(request.type);
  return request.index;
}

/* A request of memory at the same offset on both sides. */
static inline struct queue_pair_request
request_of(const struct queue_pair *pair, const struct address *other,
           uint32_t type, uint64_t offset, uint32_t size) {
  return (struct queue_pair_request){.type = type,
                                     .address = pair->memory + offset,
                                     .key = pair->key,
                                     .size = size,
                                     .raddr = other->memory + offset,
                                     .rkey = other->key};
}

static inline uint8_t error_of(struct mlx5_cqe64 *entry) {
  return ((struct mlx5_err_cqe *)entry)->syndrome;
}

/* Waits for the completion of the request that post() has returned. */
static inline void expect_sent(const struct queue_pair *pair, uint32_t index) {
  struct mlx5_cqe64 done = completion_at(pair->process, pair->sent, index);

  EXPECT(mlx5dv_get_cqe_opcode(&done) == MLX5_CQE_REQ);
  EXPECT((ntohl(done.sop_drop_qpn) & 0xffffff) == pair->number);
  EXPECT(ntohs(done.wqe_counter) == index);
}

static inline void expect_send_error(const struct queue_pair *pair,
                                     uint32_t index, uint8_t syndrome) {
  struct mlx5_cqe64 done = completion_at(pair->process, pair->sent, index);

  EXPECT(mlx5dv_get_cqe_opcode(&done) == MLX5_CQE_REQ_ERR);
  EXPECT(error_of(&done) == syndrome);
}

static inline struct mlx5_cqe64 expect_received(const struct queue_pair *pair,
                                                uint32_t index, uint8_t opcode,
                                                uint32_t size) {
  struct mlx5_cqe64 done = completion_at(pair->process, pair->received, index);

  EXPECT(mlx5dv_get_cqe_opcode(&done) == opcode);
  EXPECT(ntohl(done.byte_cnt) == size);
  return done;
}

/* Posts one receive entry. */
static inline void post_receive(struct queue_pair *pair, uint64_t offset,
                                uint32_t size) {
  struct mlx5_wqe_data_seg entry;
  uint32_t place = pair->posted & ((1u << LOG_ENTRIES) - 1), posted;

  mlx5dv_set_data_seg(&entry, size, pair->key, pair->memory + offset);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(pair->process, &entry, sizeof entry,
                                        pair->rings + place * sizeof entry));
  posted = htonl(++pair->posted & 0xffff);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(pair->process, &posted, sizeof posted,
                                        pair->record));
}

static inline void fill(const struct queue_pair *pair, uint64_t offset,
                        size_t size, uint8_t seed) {
  uint8_t *bytes = malloc(size);

  EXPECT(bytes);
  for (size_t i = 0; i < size; i++)
    bytes[i] = (uint8_t)(seed + i * 7 + (i >> 8));
  EXPECT_SUCCESS(flexio_host2dev_memcpy(pair->process, bytes, size,
                                        pair->memory + offset));
  free(bytes);
}

/* Whether memory has what fill() has written with this seed. */
static inline bool is_filled(const struct queue_pair *pair, uint64_t offset,
                             size_t size, uint8_t seed) {
  uint8_t *bytes = malloc(size);
  bool is_same = true;

  EXPECT(bytes);
  read_device(pair->process, pair->memory + offset, bytes, size);
  for (size_t i = 0; i < size; i++)
    is_same &= bytes[i] == (uint8_t)(seed + i * 7 + (i >> 8));
  free(bytes);
  return is_same;
}

static inline uint64_t number_at(const struct queue_pair *pair,
                                 uint64_t offset) {
  uint64_t number;

  read_device(pair->process, pair->memory + offset, &number, sizeof number);
  return number;
}

static inline void set_number(const struct queue_pair *pair, uint64_t offset,
                              uint64_t number) {
  EXPECT_SUCCESS(flexio_host2dev_memcpy(pair->process, &number, sizeof number,
                                        pair->memory + offset));
}

#endif
