/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RDMA: requests of connections, and receives that the connections share. */
#include "runtime/doca/device/one-peer.h"
#include "runtime/doca/device/requests.h"

#include <doca_dpa_dev_rdma.h>

/* The send queue of a connection, which exists. */
static struct doca_abi_send_queue *queue_of(doca_dpa_dev_rdma_t rdma,
                                            uint32_t connection) {
  const struct doca_abi_rdma *from = (const struct doca_abi_rdma *)rdma;
  if (connection >= from->count)
    flexio_dev_error(DOCA_WRONG_HANDLE);
  return &((struct doca_abi_queue_pair *)from->connections)[connection].send;
}

static struct memory memory_of(doca_dpa_dev_buf_t buf) {
  return (struct memory){doca_dpa_dev_buf_get_mmap(buf),
                         doca_dpa_dev_buf_get_addr(buf),
                         doca_dpa_dev_buf_get_len(buf)};
}

static struct request request_of(uint32_t opcode, uint32_t immediate,
                                 uint32_t flags) {
  return (struct request){
      .opcode = opcode, .immediate = immediate, .flags = flags};
}

static void finish_request(struct doca_abi_send_queue *queue, uint32_t segments,
                           struct request request) {
  request.segments = segments;
  post_request(queue, request);
}

/* Control, remote memory, local data. */
static void post_rdma(doca_dpa_dev_rdma_t rdma, uint32_t connection,
                      struct memory remote, struct memory local,
                      struct request request) {
  struct doca_abi_send_queue *queue = queue_of(rdma, connection);
  segment *at = next_request(queue);
  put_remote(at + 1, remote);
  put_data(at + 2, local);
  finish_request(queue, 3, request);
}

/* Control, local data. */
static void post_send(doca_dpa_dev_rdma_t rdma, uint32_t connection,
                      struct memory local, struct request request) {
  struct doca_abi_send_queue *queue = queue_of(rdma, connection);
  put_data(next_request(queue) + 1, local);
  finish_request(queue, 2, request);
}

/* Control, remote memory, operands, where the old number goes. */
static void post_add(doca_dpa_dev_rdma_t rdma, uint32_t connection,
                     struct memory remote, uint64_t value, uint32_t flags) {
  struct doca_abi_send_queue *queue = queue_of(rdma, connection);
  segment *at = next_request(queue);
  put_remote(at + 1, remote);
  at[2].atomic = (struct flexio_dev_wqe_atomic_seg){.swap_or_add_data =
                                                        cpu_to_be64(value)};
  put_data(at + 3,
           (struct memory){queue->result_key, queue->result, sizeof(uint64_t)});
  finish_request(
      queue, 4,
      request_of(MLX5_CTRL_SEG_OPCODE_ATOMIC_FETCH_AND_ADD, 0, flags));
}

void doca_dpa_dev_rdma_post_read(doca_dpa_dev_rdma_t rdma,
                                 uint32_t connection_id,
                                 doca_dpa_dev_mmap_t dst_mmap_handle,
                                 uint64_t dst_addr,
                                 doca_dpa_dev_mmap_t src_mmap_handle,
                                 uint64_t src_addr, size_t length,
                                 uint32_t flags) {
  post_rdma(rdma, connection_id,
            (struct memory){src_mmap_handle, src_addr, length},
            (struct memory){dst_mmap_handle, dst_addr, length},
            request_of(MLX5_CTRL_SEG_OPCODE_RDMA_READ, 0, flags));
}

void doca_dpa_dev_rdma_post_buf_read(doca_dpa_dev_rdma_t rdma,
                                     uint32_t connection_id,
                                     doca_dpa_dev_buf_t dst_buf_handle,
                                     doca_dpa_dev_buf_t src_buf_handle,
                                     uint32_t flags) {
  struct memory remote = memory_of(src_buf_handle);
  struct memory local = memory_of(dst_buf_handle);
  local.length = remote.length;
  post_rdma(rdma, connection_id, remote, local,
            request_of(MLX5_CTRL_SEG_OPCODE_RDMA_READ, 0, flags));
}

void doca_dpa_dev_rdma_post_write(doca_dpa_dev_rdma_t rdma,
                                  uint32_t connection_id,
                                  doca_dpa_dev_mmap_t dst_mmap_handle,
                                  uint64_t dst_addr,
                                  doca_dpa_dev_mmap_t src_mmap_handle,
                                  uint64_t src_addr, size_t length,
                                  uint32_t flags) {
  post_rdma(rdma, connection_id,
            (struct memory){dst_mmap_handle, dst_addr, length},
            (struct memory){src_mmap_handle, src_addr, length},
            request_of(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE, 0, flags));
}

void doca_dpa_dev_rdma_post_buf_write(doca_dpa_dev_rdma_t rdma,
                                      uint32_t connection_id,
                                      doca_dpa_dev_buf_t dst_buf_handle,
                                      doca_dpa_dev_buf_t src_buf_handle,
                                      uint32_t flags) {
  post_rdma(rdma, connection_id, memory_of(dst_buf_handle),
            memory_of(src_buf_handle),
            request_of(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE, 0, flags));
}

void doca_dpa_dev_rdma_post_write_imm(doca_dpa_dev_rdma_t rdma,
                                      uint32_t connection_id,
                                      doca_dpa_dev_mmap_t dst_mmap_handle,
                                      uint64_t dst_addr,
                                      doca_dpa_dev_mmap_t src_mmap_handle,
                                      uint64_t src_addr, size_t length,
                                      uint32_t immediate, uint32_t flags) {
  post_rdma(rdma, connection_id,
            (struct memory){dst_mmap_handle, dst_addr, length},
            (struct memory){src_mmap_handle, src_addr, length},
            request_of(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE_WITH_IMMEDIATE,
                       immediate, flags));
}

void doca_dpa_dev_rdma_post_buf_write_imm(doca_dpa_dev_rdma_t rdma,
                                          uint32_t connection_id,
                                          doca_dpa_dev_buf_t dst_buf_handle,
                                          doca_dpa_dev_buf_t src_buf_handle,
                                          uint32_t immediate, uint32_t flags) {
  post_rdma(rdma, connection_id, memory_of(dst_buf_handle),
            memory_of(src_buf_handle),
            request_of(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE_WITH_IMMEDIATE,
                       immediate, flags));
}

void doca_dpa_dev_rdma_post_send(doca_dpa_dev_rdma_t rdma,
                                 uint32_t connection_id,
                                 doca_dpa_dev_mmap_t mmap_handle, uint64_t addr,
                                 size_t length, uint32_t flags) {
  post_send(rdma, connection_id, (struct memory){mmap_handle, addr, length},
            request_of(MLX5_CTRL_SEG_OPCODE_SEND, 0, flags));
}

void doca_dpa_dev_rdma_post_buf_send(doca_dpa_dev_rdma_t rdma,
                                     uint32_t connection_id,
                                     doca_dpa_dev_buf_t send_buf_handle,
                                     uint32_t flags) {
  post_send(rdma, connection_id, memory_of(send_buf_handle),
            request_of(MLX5_CTRL_SEG_OPCODE_SEND, 0, flags));
}

void doca_dpa_dev_rdma_post_send_imm(doca_dpa_dev_rdma_t rdma,
                                     uint32_t connection_id,
                                     doca_dpa_dev_mmap_t mmap_handle,
                                     uint64_t addr, size_t length,
                                     uint32_t immediate, uint32_t flags) {
  post_send(
      rdma, connection_id, (struct memory){mmap_handle, addr, length},
      request_of(MLX5_CTRL_SEG_OPCODE_SEND_WITH_IMMEDIATE, immediate, flags));
}

void doca_dpa_dev_rdma_post_buf_send_imm(doca_dpa_dev_rdma_t rdma,
                                         uint32_t connection_id,
                                         doca_dpa_dev_buf_t send_buf_handle,
                                         uint32_t immediate, uint32_t flags) {
  post_send(
      rdma, connection_id, memory_of(send_buf_handle),
      request_of(MLX5_CTRL_SEG_OPCODE_SEND_WITH_IMMEDIATE, immediate, flags));
}

void doca_dpa_dev_rdma_post_atomic_fetch_add(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_mmap_t dst_mmap_handle, uint64_t dst_addr, uint64_t value,
    uint32_t flags) {
  post_add(rdma, connection_id,
           (struct memory){dst_mmap_handle, dst_addr, sizeof value}, value,
           flags);
}

void doca_dpa_dev_rdma_post_buf_atomic_fetch_add(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t dst_buf_handle, uint64_t value, uint32_t flags) {
  post_add(rdma, connection_id, memory_of(dst_buf_handle), value, flags);
}

void doca_dpa_dev_rdma_post_receive(doca_dpa_dev_rdma_t rdma,
                                    doca_dpa_dev_mmap_t mmap_handle,
                                    uint64_t addr, size_t length) {
  struct doca_abi_receive_queue *queue =
      &((struct doca_abi_rdma *)rdma)->receive;
  put_receive(queue, (struct memory){mmap_handle, addr, length});
  commit_receives(queue);
}

void doca_dpa_dev_rdma_post_buf_receive(doca_dpa_dev_rdma_t rdma,
                                        doca_dpa_dev_buf_t receive_buf_handle) {
  struct memory memory = memory_of(receive_buf_handle);
  doca_dpa_dev_rdma_post_receive(rdma, memory.key, memory.address,
                                 memory.length);
}

/* Receives are posted into the ring whatever the program acknowledges. */
void doca_dpa_dev_rdma_receive_ack(doca_dpa_dev_rdma_t rdma,
                                   uint32_t num_acked) {
  (void)rdma;
  (void)num_acked;
}

/* A number to set is in the request itself: 8 bytes, as they are in the peer's
 * memory. */
void doca_post_signal(uint64_t rdma, uint32_t connection, uint32_t key,
                      uint64_t address, uint64_t count, int adds,
                      uint32_t flags) {
  struct memory event = {key, address, 0};
  if (adds) {
    post_add(rdma, connection, event, count, flags);
    return;
  }
  struct doca_abi_send_queue *queue = queue_of(rdma, connection);
  segment *at = next_request(queue);
  put_remote(at + 1, event);
  flexio_dev_swqe_seg_inline_data_set(at + 2, sizeof count, (uint32_t *)&count);
  finish_request(queue, 3,
                 request_of(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE, 0, flags));
}

void doca_dpa_dev_rdma_signal_set(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event, uint64_t count) {
  const struct doca_abi_remote_event *event =
      (const struct doca_abi_remote_event *)remote_sync_event;
  doca_post_signal(rdma, connection_id, event->key, event->address, count, 0,
                   DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS);
}

void doca_dpa_dev_rdma_signal_add(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event, uint64_t count) {
  const struct doca_abi_remote_event *event =
      (const struct doca_abi_remote_event *)remote_sync_event;
  doca_post_signal(rdma, connection_id, event->key, event->address, count, 1,
                   DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS);
}
