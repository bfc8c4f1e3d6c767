/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the event chain sample: creates the links, each an event handler
 * with its own completion queue, connects them to a ring, rings the first one
 * and waits until the last one signals that it is done.
 *
 * usage: event_chain DEVICE      e.g. dpa-run -- event_chain mlx5_0
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "../device/link.h"
#include "sample.h"

enum { LINKS = 4, LAPS = 2, LOG_DEPTH = 2, CQE_SIZE = 64, RECORD_SIZE = 8 };

/* Made by dpacc: the device program, and the stubs that name its functions. */
extern struct flexio_app *event_chain_app;
flexio_func_t relay, start_chain;

struct chain {
  struct flexio_event_handler *handlers[LINKS];
  struct flexio_cq *queues[LINKS];
  struct link links[LINKS];
  flexio_uintptr_t addresses[LINKS]; /* of the links on the device */
  struct sample_window done;
};

/* Device memory, all its bytes the same; 0 on failure. */
static flexio_uintptr_t make_memory(const struct sample *sample, size_t size,
                                    int value) {
  flexio_uintptr_t address = 0;

  if (!sample_check(sample, "allocating device memory",
                    flexio_buf_dev_alloc(sample->process, size, &address)) ||
      !sample_check(
          sample, "filling device memory",
          flexio_buf_dev_memset(sample->process, value, size, address)))
    return 0;
  return address;
}

/* Entries begin with the owner bit that no pass has written yet. */
static bool make_queue(const struct sample *sample, struct chain *chain,
                       int i) {
  struct link *link = &chain->links[i];
  struct flexio_cq_attr attributes = {
      .log_cq_depth = LOG_DEPTH,
      .element_type = FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD,
      .thread = flexio_event_handler_get_thread(chain->handlers[i]),
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(sample->process)),
  };

  link->ring = make_memory(sample, (size_t)CQE_SIZE << LOG_DEPTH, 0xff);
  link->record = make_memory(sample, RECORD_SIZE, 0);
  if (!link->ring || !link->record)
    return false;
  attributes.cq_ring_qmem.daddr = link->ring;
  attributes.cq_dbr_daddr = link->record;
  if (!sample_check(sample, "creating a completion queue",
                    flexio_cq_create(sample->process, NULL, &attributes,
                                     &chain->queues[i])))
    return false;
  link->queue = flexio_cq_get_cq_num(chain->queues[i]);
  link->log_depth = LOG_DEPTH;
  return true;
}

static bool make_link(const struct sample *sample, struct chain *chain, int i) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = relay,
                                                 .name = "relay"};
  struct link *link = &chain->links[i];

  if (!sample_check(sample, "creating an event handler",
                    flexio_event_handler_create(sample->process, &attributes,
                                                &chain->handlers[i])) ||
      !make_queue(sample, chain, i))
    return false;
  link->number = (uint32_t)i;
  link->laps = LAPS;
  link->is_last = i == LINKS - 1;
  return true;
}

/* The last link rings the first one, and has the window to the host. */
static bool join_links(const struct sample *sample, struct chain *chain) {
  struct link *last = &chain->links[LINKS - 1];

  last->window = flexio_window_get_id(chain->done.window);
  last->mkey = chain->done.region->lkey;
  last->done = (uint64_t)(uintptr_t)chain->done.memory;
  for (int i = 0; i < LINKS; i++) {
    chain->links[i].next_queue = chain->links[(i + 1) % LINKS].queue;
    if (!sample_check(sample, "copying a link to the device",
                      flexio_copy_from_host(sample->process, &chain->links[i],
                                            sizeof chain->links[i],
                                            &chain->addresses[i])) ||
        !sample_check(
            sample, "running an event handler",
            flexio_event_handler_run(chain->handlers[i], chain->addresses[i])))
      return false;
  }
  return true;
}

/* The device writes the flag; a process that has died never will. */
static bool wait_for_end(const struct sample *sample,
                         const struct chain *chain) {
  volatile uint64_t *done = chain->done.memory;

  while (*done == 0) {
    if (flexio_err_status_get(sample->process) != 0)
      return sample_fail(sample, "the process has ended");
    sched_yield();
  }
  return true;
}

static bool run(const struct sample *sample, struct chain *chain) {
  uint64_t result;

  if (!sample_open_window(sample, sizeof(uint64_t), &chain->done))
    return false;
  for (int i = 0; i < LINKS; i++)
    if (!make_link(sample, chain, i))
      return false;
  return join_links(sample, chain) &&
         sample_check(sample, "calling 'start_chain'",
                      flexio_process_call(sample->process, start_chain, &result,
                                          (uint64_t)chain->links[0].queue)) &&
         wait_for_end(sample, chain);
}

/* Also of a chain that was made half-way. */
static bool end(const struct sample *sample, struct chain *chain) {
  bool is_fine = true;

  for (int i = 0; i < LINKS; i++) {
    is_fine &= sample_check(sample, "destroying a completion queue",
                            flexio_cq_destroy(chain->queues[i]));
    is_fine &= sample_check(sample, "destroying an event handler",
                            flexio_event_handler_destroy(chain->handlers[i]));
    for (int j = 0; j < 3; j++) {
      flexio_uintptr_t addresses[] = {
          chain->links[i].ring, chain->links[i].record, chain->addresses[i]};

      is_fine &=
          sample_check(sample, "freeing device memory",
                       flexio_buf_dev_free(sample->process, addresses[j]));
    }
  }
  return sample_close_window(sample, &chain->done) && is_fine;
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "event_chain"};
  struct chain chain = {0};
  const char *device_name = sample_device_argument(&sample, argc, argv);
  bool is_fine;

  if (!device_name)
    return EXIT_FAILURE;
  printf("Welcome to 'Flex IO Event Chain' sample\n");
  is_fine = sample_start(&sample, device_name, event_chain_app);
  if (is_fine) {
    is_fine = run(&sample, &chain);
    is_fine &= end(&sample, &chain);
  }
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO Event Chain sample is done\n");
  return EXIT_SUCCESS;
}
