/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The end on the DPA: see ends.h. */
#include "ends.h"

#include <arpa/inet.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

enum { SEND_ENTRY = 64, RECEIVE_ENTRY = 16, RECORD_SIZE = 8 };

/* Made by dpacc: the stubs that name the device's functions. */
flexio_func_t play, start_play;

static bool allocate(const struct sample *sample, size_t size,
                     flexio_uintptr_t *address) {
  return sample_check(sample, "allocating device memory",
                      flexio_buf_dev_alloc(sample->process, size, address)) &&
         sample_check(
             sample, "filling device memory",
             flexio_buf_dev_memset(sample->process, 0, size, *address));
}

static bool open_handler(const struct sample *sample, struct dpa_end *end) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = play,
                                                 .name = "play"};

  return sample_check(sample, "creating an event handler",
                      flexio_event_handler_create(sample->process, &attributes,
                                                  &end->handler)) &&
         sample_open_cq(sample, flexio_event_handler_get_thread(end->handler),
                        LOG_DEPTH + 1, &end->completions);
}

/* The receive ring comes first in the memory of a queue pair. */
static bool open_queue_pair(const struct sample *sample, struct dpa_end *end) {
  struct flexio_qp_attr attributes = {
      .transport_type = FLEXIO_QPC_ST_RC,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(sample->process)),
      .pd = flexio_process_get_pd(sample->process),
      .log_sq_depth = LOG_DEPTH,
      .sq_cqn = end->completions.ring.number,
      .log_rq_depth = LOG_DEPTH,
      .rq_type = FLEXIO_QP_QPC_RQ_TYPE_REGULAR,
      .rq_cqn = end->completions.ring.number};

  if (!allocate(sample, (RECEIVE_ENTRY + SEND_ENTRY) * DEPTH, &end->rings) ||
      !allocate(sample, RECORD_SIZE, &end->record))
    return false;
  attributes.qp_wq_buff_qmem.daddr = end->rings;
  attributes.qp_wq_dbr_qmem.daddr = end->record;
  return sample_check(
      sample, "creating a queue pair",
      flexio_qp_create(sample->process, NULL, &attributes, &end->qp));
}

static bool post_receives(const struct sample *sample,
                          const struct dpa_end *end) {
  struct mlx5_wqe_data_seg entries[DEPTH];
  uint32_t posted = htonl(DEPTH);

  for (uint32_t i = 0; i < DEPTH; i++)
    mlx5dv_set_data_seg(&entries[i], SAMPLE_BUFFER_SIZE, end->buffers.key,
                        end->buffers.address + i * SAMPLE_BUFFER_SIZE);
  return sample_check(sample, "writing receive entries",
                      flexio_host2dev_memcpy(sample->process, entries,
                                             sizeof entries, end->rings)) &&
         sample_check(sample, "posting receive entries",
                      flexio_host2dev_memcpy(sample->process, &posted,
                                             sizeof posted, end->record));
}

static bool run_handler(const struct sample *sample,
                        const struct settings *settings, struct dpa_end *end) {
  struct ping_pong ping_pong = {
      .completions = end->completions.ring,
      .receive = {.entries = end->rings,
                  .record = end->record,
                  .log_depth = LOG_DEPTH},
      .send = {.entries = end->rings + RECEIVE_ENTRY * DEPTH,
               .number = flexio_qp_get_qp_num(end->qp),
               .log_depth = LOG_DEPTH},
      .counter = sample_counter_of(&end->counters, 0),
      .message = end->buffers.address + DEPTH * SAMPLE_BUFFER_SIZE,
      .key = end->buffers.key,
      .size = settings->size,
      .wanted = settings->messages,
      .is_client = settings->is_client};

  return sample_check(sample, "copying to the device",
                      flexio_copy_from_host(sample->process, &ping_pong,
                                            sizeof ping_pong,
                                            &end->ping_pong)) &&
         sample_check(sample, "running an event handler",
                      flexio_event_handler_run(end->handler, end->ping_pong));
}

bool dpa_open(const struct sample *sample, const struct settings *settings,
              struct dpa_end *end, struct peer_address *own) {
  if (!sample_open_counters(sample, 1, &end->counters) ||
      !sample_open_buffers(sample, DEPTH + 1, &end->buffers) ||
      !open_handler(sample, end) || !open_queue_pair(sample, end) ||
      !post_receives(sample, end) || !run_handler(sample, settings, end))
    return false;
  own->number = flexio_qp_get_qp_num(end->qp);
  return true;
}

static bool move(const struct sample *sample, const struct dpa_end *end,
                 struct flexio_qp_attr *attributes,
                 enum flexio_qp_state state) {
  struct flexio_qp_attr_opt_param_mask mask = {.qp_access_mask = false};

  attributes->next_state = state;
  return sample_check(sample, "changing the state of a queue pair",
                      flexio_qp_modify(end->qp, attributes, &mask));
}

bool dpa_connect(const struct sample *sample, const struct dpa_end *end,
                 const struct peer_address *other) {
  struct flexio_qp_attr attributes = {.remote_qp_num = other->number,
                                      .rgid_or_rip = other->gid,
                                      .path_mtu = FLEXIO_QP_QPC_MTU_BYTES_1K,
                                      .min_rnr_nak_timer = 12,
                                      .retry_count = 7,
                                      .vhca_port_num = 1,
                                      .grh = 1};

  return move(sample, end, &attributes, FLEXIO_QP_STATE_INIT) &&
         move(sample, end, &attributes, FLEXIO_QP_STATE_RTR) &&
         move(sample, end, &attributes, FLEXIO_QP_STATE_RTS);
}

static bool start(const struct sample *sample, const struct dpa_end *end) {
  uint64_t result;

  return sample_check(
      sample, "calling 'start_play'",
      flexio_process_call(
          sample->process, start_play, &result,
          (uint64_t)flexio_event_handler_get_activation_id(end->handler)));
}

bool dpa_play(const struct sample *sample, const struct settings *settings,
              const struct dpa_end *end) {
  uint64_t total;

  if ((settings->is_client && !start(sample, end)) ||
      !sample_wait(sample, &end->counters, settings->messages, &total))
    return false;
  return total == settings->messages ||
         sample_fail(sample, "not all messages were exchanged");
}

bool dpa_close(const struct sample *sample, struct dpa_end *end) {
  bool is_fine = sample_check(sample, "destroying a queue pair",
                              flexio_qp_destroy(end->qp));
  flexio_uintptr_t memory[] = {end->rings, end->record, end->ping_pong};

  is_fine &= sample_close_cq(sample, &end->completions);
  is_fine &= sample_check(sample, "destroying an event handler",
                          flexio_event_handler_destroy(end->handler));
  for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
    is_fine &= sample_check(sample, "freeing device memory",
                            flexio_buf_dev_free(sample->process, memory[i]));
  is_fine &= sample_close_buffers(sample, &end->buffers);
  return sample_close_counters(sample, &end->counters) && is_fine;
}
