/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An initiator sends messages to a target, on two connections between their
 * RDMA contexts: memory, completion contexts, threads, connections. */
#include "../../common/doca_arguments.h"

#include <doca_ctx.h>
#include <doca_mmap.h>
#include <doca_rdma.h>

extern struct doca_dpa_app *dpa_initiator_target_app;
extern doca_dpa_func_t receive_message, report_end, post_first_receive,
    send_messages;

enum {
  MESSAGES = 4,
  CONNECTIONS = 2,
  ENTRIES = 16,
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE
};

/* As device code reads them. */
struct target {
  uint64_t completion;
  uint64_t rdma;
  uint64_t notification;
  uint64_t value;
  uint32_t memory;
  uint32_t messages;
};

struct initiator {
  uint64_t rdma;
  uint64_t values;
  uint32_t memory;
  uint32_t connections[CONNECTIONS];
  uint32_t messages;
};

/* What both ends have. */
struct end {
  struct doca_mmap *memory;
  struct doca_dpa_completion *completion;
  struct doca_rdma *rdma;
  struct doca_rdma_connection *connections[CONNECTIONS];
};

static struct doca_dev *dev;
static struct doca_dpa *dpa;

/* Device memory with a key. */
static void create_memory(struct end *end, size_t size, uint64_t *address,
                          uint32_t *key) {
  CHECK(doca_dpa_mem_alloc(dpa, size, address));
  CHECK(doca_dpa_memset(dpa, *address, 0, size));
  CHECK(doca_mmap_create(&end->memory));
  CHECK(doca_mmap_set_dpa_memrange(end->memory, dpa, *address, size));
  CHECK(doca_mmap_set_permissions(end->memory, RIGHTS));
  CHECK(doca_mmap_add_dev(end->memory, dev));
  CHECK(doca_mmap_start(end->memory));
  CHECK(doca_mmap_dev_get_dpa_handle(end->memory, dev, key));
}

/* `thread` may be NULL. */
static void create_completion(struct end *end, struct doca_dpa_thread *thread,
                              uint64_t *handle) {
  CHECK(doca_dpa_completion_create(dpa, ENTRIES, &end->completion));
  if (thread)
    CHECK(doca_dpa_completion_set_thread(end->completion, thread));
  CHECK(doca_dpa_completion_start(end->completion));
  CHECK(doca_dpa_completion_get_dpa_handle(end->completion, handle));
}

static void create_rdma(struct end *end, uint64_t *handle) {
  CHECK(doca_rdma_create(dev, &end->rdma));
  CHECK(doca_rdma_set_permissions(end->rdma, RIGHTS));
  CHECK(doca_rdma_set_grh_enabled(end->rdma, 1));
  CHECK(doca_rdma_set_max_num_connections(end->rdma, CONNECTIONS));
  CHECK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(end->rdma), dpa));
  CHECK(doca_rdma_dpa_completion_attach(end->rdma, end->completion));
  CHECK(doca_ctx_start(doca_rdma_as_ctx(end->rdma)));
  CHECK(doca_rdma_get_dpa_handle(end->rdma, handle));
}

/* Connects connection i of one end with connection i of the other. */
static void connect_ends(struct end *one, struct end *other) {
  for (int i = 0; i < CONNECTIONS; i++) {
    const void *ones, *others;
    size_t ones_size, others_size;

    CHECK(doca_rdma_export(one->rdma, &ones, &ones_size, &one->connections[i]));
    CHECK(doca_rdma_export(other->rdma, &others, &others_size,
                           &other->connections[i]));
    CHECK(
        doca_rdma_connect(one->rdma, others, others_size, one->connections[i]));
    CHECK(
        doca_rdma_connect(other->rdma, ones, ones_size, other->connections[i]));
  }
}

static void destroy_end(struct end *end, uint64_t memory) {
  CHECK(doca_ctx_stop(doca_rdma_as_ctx(end->rdma)));
  CHECK(doca_rdma_destroy(end->rdma));
  CHECK(doca_dpa_completion_destroy(end->completion));
  CHECK(doca_mmap_destroy(end->memory));
  CHECK(doca_dpa_mem_free(dpa, memory));
}

/* A started thread that runs `function`. */
static struct doca_dpa_thread *create_thread(doca_dpa_func_t *function,
                                             uint64_t argument) {
  struct doca_dpa_thread *thread;

  CHECK(doca_dpa_thread_create(dpa, &thread));
  CHECK(doca_dpa_thread_set_func_arg(thread, function, argument));
  CHECK(doca_dpa_thread_start(thread));
  return thread;
}

static uint64_t run(struct doca_sync_event *done) {
  struct target target = {.messages = MESSAGES};
  struct initiator initiator = {.messages = MESSAGES};
  struct end receiver, sender;
  struct doca_dpa_notification_completion *notification;
  uint64_t event, argument, completion, sent, received;

  CHECK(doca_sync_event_get_dpa_handle(done, dpa, &event));
  CHECK(doca_dpa_mem_alloc(dpa, sizeof(target), &argument));
  struct doca_dpa_thread *first = create_thread(receive_message, argument);
  struct doca_dpa_thread *second = create_thread(report_end, event);
  CHECK(doca_dpa_notification_completion_create(dpa, second, &notification));
  CHECK(doca_dpa_notification_completion_start(notification));
  CHECK(doca_dpa_notification_completion_get_dpa_handle(notification,
                                                        &target.notification));
  create_memory(&receiver, sizeof(uint64_t), &target.value, &target.memory);
  create_completion(&receiver, first, &target.completion);
  create_rdma(&receiver, &target.rdma);
  create_memory(&sender, MESSAGES * sizeof(uint64_t), &initiator.values,
                &initiator.memory);
  create_completion(&sender, NULL, &completion);
  create_rdma(&sender, &initiator.rdma);
  connect_ends(&receiver, &sender);
  for (int i = 0; i < CONNECTIONS; i++)
    CHECK(doca_rdma_connection_get_id(sender.connections[i],
                                      &initiator.connections[i]));
  CHECK(doca_dpa_h2d_memcpy(dpa, argument, &target, sizeof(target)));
  CHECK(doca_dpa_thread_run(first));
  CHECK(doca_dpa_thread_run(second));

  CHECK(doca_dpa_rpc(dpa, post_first_receive, NULL, target));
  CHECK(doca_dpa_rpc(dpa, send_messages, &sent, initiator, completion));
  CHECK(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  CHECK(doca_sync_event_get(done, &received));
  printf("Sent %lu messages, received %lu\n", sent, received);

  destroy_end(&sender, initiator.values);
  destroy_end(&receiver, target.value);
  CHECK(doca_dpa_notification_completion_destroy(notification));
  CHECK(doca_dpa_thread_destroy(first));
  CHECK(doca_dpa_thread_destroy(second));
  CHECK(doca_dpa_mem_free(dpa, argument));
  return sent == MESSAGES ? received : 0;
}

int main(int argc, char **argv) {
  dev = open_named_device("dpa_initiator_target", argc, argv);
  dpa = start_program(dev, dpa_initiator_target_app);
  struct doca_sync_event *done = start_event(dev, dpa);
  uint64_t received = run(done);
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  return received == MESSAGES ? 0 : 1;
}
