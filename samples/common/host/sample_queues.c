/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Network queues of the samples: see sample_queues.h. */
#include "sample_queues.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

enum { RECORD_SIZE = 8, SEND_ENTRY_SIZE = 64 };

static bool allocate(const struct sample *sample, size_t size,
                     flexio_uintptr_t *address) {
  return sample_check(sample, "allocating device memory",
                      flexio_buf_dev_alloc(sample->process, size, address)) &&
         sample_check(
             sample, "filling device memory",
             flexio_buf_dev_memset(sample->process, 0, size, *address));
}

static bool copy(const struct sample *sample, const void *from, size_t size,
                 flexio_uintptr_t *to) {
  return sample_check(
      sample, "copying to the device",
      flexio_copy_from_host(sample->process, (void *)from, size, to));
}

static bool release(const struct sample *sample, flexio_uintptr_t address) {
  return sample_check(sample, "freeing device memory",
                      flexio_buf_dev_free(sample->process, address));
}

static uint32_t uar_of(const struct sample *sample) {
  return flexio_uar_get_id(flexio_process_get_uar(sample->process));
}

bool sample_open_buffers(const struct sample *sample, size_t count,
                         struct sample_buffers *buffers) {
  struct flexio_mkey_attr attributes = {
      .pd = flexio_process_get_pd(sample->process),
      .len = count * SAMPLE_BUFFER_SIZE,
      .access = IBV_ACCESS_LOCAL_WRITE};

  if (!allocate(sample, attributes.len, &buffers->address))
    return false;
  attributes.daddr = buffers->address;
  if (!sample_check(sample, "creating a memory key",
                    flexio_device_mkey_create(sample->process, &attributes,
                                              &buffers->mkey)))
    return false;
  buffers->key = flexio_mkey_get_id(buffers->mkey);
  return true;
}

bool sample_close_buffers(const struct sample *sample,
                          struct sample_buffers *buffers) {
  bool is_fine = sample_check(sample, "destroying a memory key",
                              flexio_device_mkey_destroy(buffers->mkey));

  return release(sample, buffers->address) && is_fine;
}

/* Entries begin with the owner bit that the first pass does not write. */
static bool make_completions(const struct sample *sample, size_t count,
                             uint64_t *address) {
  struct mlx5_cqe64 *entries = calloc(count, sizeof *entries);
  bool is_fine;

  if (!entries)
    return sample_fail(sample, "out of memory");
  for (size_t i = 0; i < count; i++)
    mlx5dv_set_cqe_owner(&entries[i], 1);
  is_fine = copy(sample, entries, count * sizeof *entries, address);
  free(entries);
  return is_fine;
}

bool sample_open_cq(const struct sample *sample, struct flexio_thread *thread,
                    uint8_t log_depth, struct sample_cq *cq) {
  struct flexio_cq_attr attributes = {.log_cq_depth = log_depth,
                                      .element_type =
                                          FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD,
                                      .thread = thread,
                                      .uar_id = uar_of(sample)};

  if (!make_completions(sample, (size_t)1 << log_depth, &cq->ring.entries) ||
      !allocate(sample, RECORD_SIZE, &cq->ring.record))
    return false;
  attributes.cq_ring_qmem.daddr = cq->ring.entries;
  attributes.cq_dbr_daddr = cq->ring.record;
  if (!sample_check(
          sample, "creating a completion queue",
          flexio_cq_create(sample->process, NULL, &attributes, &cq->queue)))
    return false;
  cq->ring.number = flexio_cq_get_cq_num(cq->queue);
  cq->ring.log_depth = log_depth;
  return true;
}

bool sample_close_cq(const struct sample *sample, struct sample_cq *cq) {
  bool is_fine = sample_check(sample, "destroying a completion queue",
                              flexio_cq_destroy(cq->queue));

  is_fine &= release(sample, cq->ring.record);
  return release(sample, cq->ring.entries) && is_fine;
}

static bool make_receive_entries(const struct sample *sample,
                                 const struct sample_buffers *buffers,
                                 size_t first, size_t count,
                                 uint64_t *address) {
  struct mlx5_wqe_data_seg *entries = calloc(count, sizeof *entries);
  bool is_fine;

  if (!entries)
    return sample_fail(sample, "out of memory");
  for (size_t i = 0; i < count; i++)
    mlx5dv_set_data_seg(&entries[i], SAMPLE_BUFFER_SIZE, buffers->key,
                        buffers->address + (first + i) * SAMPLE_BUFFER_SIZE);
  is_fine = copy(sample, entries, count * sizeof *entries, address);
  free(entries);
  return is_fine;
}

bool sample_open_rq(const struct sample *sample, const struct sample_cq *cq,
                    const struct sample_buffers *buffers, size_t first,
                    uint8_t log_depth, struct sample_rq *rq) {
  struct flexio_wq_attr attributes = {
      .log_wq_depth = log_depth,
      .uar_id = uar_of(sample),
      .pd = flexio_process_get_pd(sample->process),
      .rq.wq_type = FLEXIO_WQ_TYPE_CYCLIC};

  rq->ring.log_depth = log_depth;
  if (!make_receive_entries(sample, buffers, first, (size_t)1 << log_depth,
                            &rq->ring.entries) ||
      !allocate(sample, RECORD_SIZE, &rq->ring.record))
    return false;
  attributes.wq_ring_qmem.daddr = rq->ring.entries;
  attributes.wq_dbr_qmem.daddr = rq->ring.record;
  return sample_check(sample, "creating a receive queue",
                      flexio_rq_create(sample->process, NULL, cq->ring.number,
                                       &attributes, &rq->queue));
}

/* The record's first word is the producer index, big endian. */
bool sample_post_all(const struct sample *sample, const struct sample_rq *rq) {
  uint32_t posted = htonl(1u << rq->ring.log_depth);

  return sample_check(sample, "posting receive entries",
                      flexio_host2dev_memcpy(sample->process, &posted,
                                             sizeof posted, rq->ring.record));
}

bool sample_close_rq(const struct sample *sample, struct sample_rq *rq) {
  bool is_fine = sample_check(sample, "destroying a receive queue",
                              flexio_rq_destroy(rq->queue));

  is_fine &= release(sample, rq->ring.record);
  return release(sample, rq->ring.entries) && is_fine;
}

bool sample_open_sq(const struct sample *sample, const struct sample_cq *cq,
                    uint8_t log_depth, struct sample_sq *sq) {
  struct flexio_wq_attr attributes = {
      .log_wq_depth = log_depth,
      .uar_id = uar_of(sample),
      .pd = flexio_process_get_pd(sample->process)};

  if (!allocate(sample, (size_t)SEND_ENTRY_SIZE << log_depth,
                &sq->ring.entries) ||
      !allocate(sample, RECORD_SIZE, &sq->record))
    return false;
  attributes.wq_ring_qmem.daddr = sq->ring.entries;
  attributes.wq_dbr_qmem.daddr = sq->record;
  if (!sample_check(sample, "creating a send queue",
                    flexio_sq_create(sample->process, NULL, cq->ring.number,
                                     &attributes, &sq->queue)))
    return false;
  sq->ring.number = flexio_sq_get_wq_num(sq->queue);
  sq->ring.log_depth = log_depth;
  return true;
}

bool sample_close_sq(const struct sample *sample, struct sample_sq *sq) {
  bool is_fine = sample_check(sample, "destroying a send queue",
                              flexio_sq_destroy(sq->queue));

  is_fine &= release(sample, sq->record);
  return release(sample, sq->ring.entries) && is_fine;
}
