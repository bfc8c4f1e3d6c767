/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host side of send-device.c: frames in device memory, queues for them, completions that the host
 * polls, and a rule that directs all received frames to a queue. */
#ifndef DPA_TEST_FRAMES_H
#define DPA_TEST_FRAMES_H

#include "work-queue.h"

#include <arpa/inet.h>
#include <infiniband/mlx5dv.h>

flexio_func_t send_frame;

enum { FRAME_BUFFER_SIZE = 2048 };

static inline uint32_t create_key(struct flexio_process *process,
                                  flexio_uintptr_t address, size_t size) {
  struct flexio_mkey_attr attributes = {flexio_process_get_pd(process), address,
                                        size, IBV_ACCESS_LOCAL_WRITE};
  struct flexio_mkey *mkey = NULL;

  EXPECT_SUCCESS(flexio_device_mkey_create(process, &attributes, &mkey));
  return flexio_mkey_get_id(mkey);
}

static inline void read_device(struct flexio_process *process,
                               flexio_uintptr_t address, void *to,
                               size_t size) {
  struct flexio_mem from = {FLEXIO_MEMTYPE_DPA, {address}};
  struct flexio_mem place = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)to}};

  EXPECT_SUCCESS(flexio_memcpy(process, &from, &place, size));
}

/* Waits for a completion of the first pass through the ring. */
static inline struct mlx5_cqe64 completion_at(struct flexio_process *process,
                                              struct queue queue,
                                              uint32_t index) {
  struct mlx5_cqe64 entry;

  do
    read_device(process, queue.ring + index * sizeof entry, &entry,
                sizeof entry);
  while (mlx5dv_get_cqe_owner(&entry) != 0);
  return entry;
}

static inline bool has_completion(struct flexio_process *process,
                                  struct queue queue, uint32_t index) {
  struct mlx5_cqe64 entry;

  read_device(process, queue.ring + index * sizeof entry, &entry, sizeof entry);
  return mlx5dv_get_cqe_owner(&entry) == 0;
}

/* Posts the first `count` entries, each with a buffer of FRAME_BUFFER_SIZE bytes. */
static inline flexio_uintptr_t
post_buffers(struct flexio_process *process,
             const struct flexio_wq_attr *attributes, uint32_t count) {
  flexio_uintptr_t buffers =
      create_zeroed(process, (size_t)count * FRAME_BUFFER_SIZE);
  uint32_t key =
      create_key(process, buffers, (size_t)count * FRAME_BUFFER_SIZE);
  uint32_t posted = htonl(count);

  for (uint32_t i = 0; i < count; i++) {
    struct mlx5_wqe_data_seg entry;

    mlx5dv_set_data_seg(&entry, FRAME_BUFFER_SIZE, key,
                        buffers + (uint64_t)i * FRAME_BUFFER_SIZE);
    EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &entry, sizeof entry,
                                          attributes->wq_ring_qmem.daddr +
                                              i * sizeof entry));
  }
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &posted, sizeof posted,
                                        attributes->wq_dbr_qmem.daddr));
  return buffers;
}

/* All frames that the device receives. Returns the action. */
static inline struct mlx5dv_dr_action *
direct_all_to(struct ibv_context *context, struct mlx5dv_devx_obj *tir) {
  struct {
    struct mlx5dv_flow_match_parameters match;
    uint8_t bytes[64];
  } all = {.match.match_sz = 64};
  struct mlx5dv_dr_domain *domain =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(domain, 0);
  struct mlx5dv_dr_matcher *matcher =
      mlx5dv_dr_matcher_create(table, 0, 0, &all.match);
  struct mlx5dv_dr_action *action = mlx5dv_dr_action_create_dest_devx_tir(tir);

  EXPECT(domain && table && matcher && action);
  EXPECT(mlx5dv_dr_rule_create(matcher, &all.match, 1, &action));
  return action;
}

#endif
