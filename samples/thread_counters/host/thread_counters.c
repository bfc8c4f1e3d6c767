/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the sample of per-thread counters: gives each thread a counter
 * as its thread-local storage, starts them all, waits until they are done and
 * reads the counters back.
 *
 * usage: thread_counters DEVICE      e.g. dpa-run -- thread_counters mlx5_0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../device/counter.h"
#include "sample.h"

enum { THREADS = 4 };

/* Made by dpacc: the device program, and the stubs that name its functions. */
extern struct flexio_app *thread_counters_app;
flexio_func_t count, start_thread, count_finished;

struct thread {
  struct flexio_event_handler *handler;
  flexio_uintptr_t storage; /* its counter on the device */
};

static bool make_thread(const struct sample *sample, struct thread *thread,
                        uint64_t wanted) {
  struct counter counter = {.wanted = wanted};
  struct flexio_event_handler_attr attributes = {.host_stub_func = count,
                                                 .name = "count"};

  if (!sample_check(sample, "copying a counter to the device",
                    flexio_copy_from_host(sample->process, &counter,
                                          sizeof counter, &thread->storage)))
    return false;
  attributes.thread_local_storage_daddr = thread->storage;
  return sample_check(sample, "creating an event handler",
                      flexio_event_handler_create(sample->process, &attributes,
                                                  &thread->handler)) &&
         sample_check(sample, "running an event handler",
                      flexio_event_handler_run(thread->handler, 0));
}

static bool start_and_wait(const struct sample *sample,
                           const struct thread *threads) {
  uint64_t result = 0;

  for (int i = 0; i < THREADS; i++)
    if (!sample_check(sample, "calling 'start_thread'",
                      flexio_process_call(
                          sample->process, start_thread, &result,
                          (uint64_t)flexio_event_handler_get_activation_id(
                              threads[i].handler))))
      return false;
  while (result != THREADS)
    if (!sample_check(
            sample, "calling 'count_finished'",
            flexio_process_call(sample->process, count_finished, &result)))
      return false;
  return true;
}

static bool print_counter(const struct sample *sample,
                          const struct thread *thread, int i) {
  struct counter counter;
  struct flexio_mem from = {.mem_type = FLEXIO_MEMTYPE_DPA,
                            .daddr = thread->storage};
  struct flexio_mem to = {.mem_type = FLEXIO_MEMTYPE_HOST,
                          .haddr = (uintptr_t)&counter};

  if (!sample_check(sample, "reading a counter",
                    flexio_memcpy(sample->process, &from, &to, sizeof counter)))
    return false;
  if (counter.thread != flexio_event_handler_get_id(thread->handler))
    return sample_fail(sample, "a counter is not of its thread");
  printf("Thread %d: %" PRIu64 " activations\n", i, counter.activations);
  return true;
}

static bool run(const struct sample *sample, struct thread *threads) {
  for (int i = 0; i < THREADS; i++)
    if (!make_thread(sample, &threads[i], (uint64_t)(i + 1) * 10))
      return false;
  if (!start_and_wait(sample, threads))
    return false;
  for (int i = 0; i < THREADS; i++)
    if (!print_counter(sample, &threads[i], i))
      return false;
  return true;
}

/* Also of threads that were made half-way. */
static bool end(const struct sample *sample, struct thread *threads) {
  bool is_fine = true;

  for (int i = 0; i < THREADS; i++) {
    is_fine &= sample_check(sample, "destroying an event handler",
                            flexio_event_handler_destroy(threads[i].handler));
    is_fine &=
        sample_check(sample, "freeing a counter",
                     flexio_buf_dev_free(sample->process, threads[i].storage));
  }
  return is_fine;
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "thread_counters"};
  struct thread threads[THREADS] = {0};
  const char *device_name = sample_device_argument(&sample, argc, argv);
  bool is_fine;

  if (!device_name)
    return EXIT_FAILURE;
  printf("Welcome to 'Flex IO Thread Counters' sample\n");
  is_fine = sample_start(&sample, device_name, thread_counters_app);
  if (is_fine) {
    is_fine = run(&sample, threads);
    is_fine &= end(&sample, threads);
  }
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO Thread Counters sample is done\n");
  return EXIT_SUCCESS;
}
