/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches of kernels. An instance of a kernel runs in a thread that serves one
 * launch after another. Idle ones are in a list, from which a launch takes as
 * many as the kernel has instances. The one of rank 0 waits for the wait event,
 * and then starts the others. The last one that ends changes the completion
 * event, and puts the memory of the launch into a list, from which a later
 * launch returns it to the host. An instance that waits yields, so that kernels
 * that wait for each other need no execution unit each.
 */
#include "runtime/doca/device/objects.h"

#include <doca_dpa_dev_sync_event.h>

uint64_t __doca_dpa_add_instances(uint64_t first);
uint64_t __doca_dpa_launch(void *arguments, void *function);
void __doca_dpa_kernel(uint64_t instance);

static struct spinlock_s lists_lock; /* of what follows, and launch->running */
static struct doca_abi_thread *idle_instances;
static uint32_t idle_count;
static struct doca_abi_launch *free_launches;

static void add_idle(struct doca_abi_thread *instance) {
  instance->next = (uint64_t)idle_instances;
  idle_instances = instance;
  idle_count++;
}

DOCA_ENTRY uint64_t __doca_dpa_add_instances(uint64_t first) {
  spin_lock(&lists_lock);
  while (first) {
    struct doca_abi_thread *instance = (struct doca_abi_thread *)first;
    first = instance->next;
    add_idle(instance);
  }
  spin_unlock(&lists_lock);
  return 0;
}

/* Gives the launch its instances; returns how many are missing. */
static uint32_t take_instances(struct doca_abi_launch *launch) {
  if (idle_count < launch->num_threads)
    return launch->num_threads - idle_count;
  launch->first = 0;
  for (uint32_t rank = launch->num_threads; rank-- > 0;) {
    struct doca_abi_thread *instance = idle_instances;
    idle_instances = (struct doca_abi_thread *)instance->next;
    instance->next = launch->first;
    instance->launch = (uint64_t)launch;
    instance->rank = rank;
    instance->num_threads = launch->num_threads;
    launch->first = (uint64_t)instance;
  }
  idle_count -= launch->num_threads;
  return 0;
}

/* Starts the instances of a list. The next one is read first: an instance may
 * end, and be taken by another launch, at once. */
static void start_instances(uint64_t first) {
  while (first) {
    const struct doca_abi_thread *instance =
        (const struct doca_abi_thread *)first;
    first = instance->next;
    flexio_dev_event_handler_activate(instance->activation_id);
  }
}

/* Both are aligned to 8 bytes. */
static struct doca_abi_launch *copy_launch(const struct doca_abi_launch *from) {
  uint32_t words = from->size / 8;
  uint64_t *to = (uint64_t *)from->record;
#pragma clang loop unroll_count(4)
  for (uint32_t i = 0; i < words; i++)
    to[i] = ((const uint64_t *)from)[i];
  for (uint32_t i = words * 8; i < from->size; i++)
    ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return (struct doca_abi_launch *)to;
}

DOCA_ENTRY uint64_t __doca_dpa_launch(void *arguments, void *function) {
  (void)function; /* launch->call has it */
  struct doca_abi_launch *launch = copy_launch(arguments);
  launch->running = launch->num_threads;
  spin_lock(&lists_lock);
  uint32_t missing = take_instances(launch);
  struct doca_abi_launch *ended = missing ? 0 : free_launches;
  if (ended)
    free_launches = (struct doca_abi_launch *)ended->next;
  spin_unlock(&lists_lock);
  if (missing)
    return missing;
  struct doca_abi_thread *first = (struct doca_abi_thread *)launch->first;
  if (launch->wait_event)
    flexio_dev_event_handler_activate(first->activation_id);
  else
    start_instances(launch->first);
  return (uint64_t)ended;
}

/* In the instance of rank 0. */
static void begin_when_due(const struct doca_abi_launch *launch,
                           const struct doca_abi_thread *own) {
  uint64_t number;
  for (;;) {
    doca_dpa_dev_sync_event_get(launch->wait_event, &number);
    if (number >= launch->wait_threshold)
      break;
    doca_yield();
  }
  start_instances(own->next);
}

/* Another launch may use the instance as soon as it is idle. All are idle when
 * the completion event changes, for a launch that needs them then. */
static void end_instance(struct doca_abi_launch *launch,
                         struct doca_abi_thread *own) {
  uint64_t event = launch->completion_event;
  uint64_t count = launch->completion_count;
  int adds = launch->completion_adds != 0;

  spin_lock(&lists_lock);
  add_idle(own);
  int is_last = --launch->running == 0;
  if (is_last) {
    launch->next = (uint64_t)free_launches;
    free_launches = launch;
  }
  spin_unlock(&lists_lock);
  if (is_last && event)
    doca_event_change(event, count, adds);
}

DOCA_ENTRY void __doca_dpa_kernel(uint64_t instance) {
  struct doca_abi_thread *own = (struct doca_abi_thread *)instance;
  struct doca_abi_launch *launch = (struct doca_abi_launch *)own->launch;
  doca_running_thread = own;
  if (launch->wait_event && own->rank == 0)
    begin_when_due(launch, own);
  flexio_dev_arg_unpack_func_t *unpack =
      (flexio_dev_arg_unpack_func_t *)launch->call.unpack;
  unpack((void *)launch->call.arguments, (void *)launch->call.function);
  end_instance(launch, own);
  flexio_dev_thread_reschedule();
}
