/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RDMA with the interface of DOCA 1.5: a kernel of the main thread copies an
 * integer to memory of another thread, which stands for a remote program. Both
 * have a worker, an endpoint and registered memory, and exchange what the other
 * one has to know. */
#include "../../common/doca_arguments.h"

#include <pthread.h>

extern doca_dpa_app_t dpa_endpoint_copy_app;
extern doca_dpa_func_t copy_to_peer;

enum {
  RIGHTS = DOCA_ACCESS_LOCAL_READ_WRITE | DOCA_ACCESS_RDMA_WRITE,
  VALUE = 10,
};

/* Numbers of the communication event. */
enum { MAIN_READY = 1, REMOTE_READY = 2, COPIED = 3 };

struct side {
  int value __attribute__((aligned(64)));
  doca_dpa_worker_t worker;
  doca_dpa_ep_t endpoint;
  doca_dpa_mem_t memory;
  /* For the peer. */
  doca_dpa_ep_addr_t address;
  size_t address_size;
  uint32_t rkey;
};

struct resources {
  doca_dpa_t dpa;
  doca_dpa_event_t wait, completion, communication;
  struct side main, remote;
};

static doca_dpa_event_t create_event(doca_dpa_t dpa, unsigned updater,
                                     unsigned waiter) {
  doca_dpa_event_t event;

  CHECK(doca_dpa_event_create(dpa, updater, waiter, DOCA_DPA_EVENT_WAIT_DEFAULT,
                              &event, 0));
  return event;
}

static void prepare(struct side *side, doca_dpa_t dpa) {
  CHECK(doca_dpa_worker_create(dpa, &side->worker, 0));
  CHECK(doca_dpa_ep_create(side->worker, RIGHTS, &side->endpoint));
  CHECK(doca_dpa_ep_addr_get(side->endpoint, &side->address,
                             &side->address_size));
  CHECK(doca_dpa_mem_host_register(dpa, &side->value, sizeof(side->value),
                                   RIGHTS, &side->memory, 0));
  CHECK(doca_dpa_mem_rkey_get(side->memory, &side->rkey));
}

static void destroy(struct side *side) {
  CHECK(doca_dpa_mem_unregister(side->memory));
  CHECK(doca_dpa_ep_addr_free(side->address));
  CHECK(doca_dpa_ep_destroy(side->endpoint));
  CHECK(doca_dpa_worker_destroy(side->worker));
}

static void signal_peer(struct resources *all, uint64_t number) {
  CHECK(
      doca_dpa_event_update(all->communication, number, DOCA_DPA_EVENT_OP_SET));
}

static void await_peer(struct resources *all, uint64_t number) {
  CHECK(doca_dpa_event_wait_until(all->communication, number,
                                  DOCA_DPA_EVENT_CMP_GEQ));
}

static void *run_remote(void *resources) {
  struct resources *all = resources;
  struct side *own = &all->remote;

  await_peer(all, MAIN_READY);
  prepare(own, all->dpa);
  CHECK(doca_dpa_ep_connect(own->endpoint, all->main.address));
  printf("Remote thread: connected, the value is %d\n", own->value);
  signal_peer(all, REMOTE_READY);
  await_peer(all, COPIED);
  printf("Remote thread: the value is %d\n", own->value);
  destroy(own);
  return NULL;
}

static void copy_value(struct resources *all) {
  struct side *own = &all->main;
  doca_dpa_dev_ep_t endpoint;
  doca_dpa_dev_mem_t memory;

  CHECK(doca_dpa_ep_connect(own->endpoint, all->remote.address));
  CHECK(doca_dpa_ep_dev_export(own->endpoint, &endpoint));
  CHECK(doca_dpa_mem_dev_export(own->memory, &memory));
  CHECK(doca_dpa_kernel_launch(all->dpa, all->wait, 1, all->completion, 1,
                               DOCA_DPA_EVENT_OP_SET, copy_to_peer, 1, endpoint,
                               &own->value, memory, &all->remote.value,
                               all->remote.rkey, sizeof(own->value)));
  printf("Main thread: the kernel copies %d\n", own->value);
  fflush(stdout);
  CHECK(doca_dpa_event_update(all->wait, 1, DOCA_DPA_EVENT_OP_SET));
  CHECK(doca_dpa_event_wait_until(all->completion, 1, DOCA_DPA_EVENT_CMP_GEQ));
}

int main(int argc, char **argv) {
  struct doca_dev *dev =
      open_named_device("doca_dpa_endpoint_copy", argc, argv);
  struct resources all = {.main.value = VALUE};
  pthread_t remote;

  CHECK(doca_dpa_create(dev, dpa_endpoint_copy_app, &all.dpa, 0));
  all.wait = create_event(all.dpa, DOCA_DPA_EVENT_ACCESS_CPU,
                          DOCA_DPA_EVENT_ACCESS_DPA);
  all.completion = create_event(all.dpa, DOCA_DPA_EVENT_ACCESS_DPA,
                                DOCA_DPA_EVENT_ACCESS_CPU);
  all.communication = create_event(all.dpa, DOCA_DPA_EVENT_ACCESS_CPU,
                                   DOCA_DPA_EVENT_ACCESS_CPU);
  if (pthread_create(&remote, NULL, run_remote, &all) != 0)
    return 1;
  prepare(&all.main, all.dpa);
  signal_peer(&all, MAIN_READY);
  await_peer(&all, REMOTE_READY);
  copy_value(&all);
  signal_peer(&all, COPIED);
  pthread_join(remote, NULL);
  destroy(&all.main);
  CHECK(doca_dpa_event_destroy(all.wait));
  CHECK(doca_dpa_event_destroy(all.completion));
  CHECK(doca_dpa_event_destroy(all.communication));
  CHECK(doca_dpa_destroy(all.dpa));
  CHECK(doca_dev_close(dev));
  printf("Done\n");
  return all.remote.value != VALUE;
}
