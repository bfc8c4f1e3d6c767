/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * DOCA benchmark, run by run.py under dpa-run:
 *   launch | rpc | activation | writes | event   COUNT
 * Blocks alternate with those of the peer: the same operation by Flex IO, or by
 * host threads. Prints 'doca' and 'peer', microseconds each.
 */
#include "bench.h"
#include "flexio-queues.h"
#include "shared.h"

#include <doca_ctx.h>
#include <doca_dev.h>
#include <doca_dpa.h>
#include <doca_mmap.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>
#include <pthread.h>
#include <stdatomic.h>

extern struct doca_dpa_app *doca_bench_app;
flexio_func_t add, nothing, doca_writes, flexio_writes, get_left, doca_again,
    flexio_again, start_doca, start_flexio, set_often;

enum { BLOCKS = 5 };

static struct doca_dev *dev;
static struct doca_dpa *dpa;
static struct ibv_context *context;
static struct flexio_process *process; /* of the peer */

static void open_both(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct doca_devinfo **list;
  uint32_t count;

  CHECK(devices && devices[0] && (context = ibv_open_device(devices[0])));
  ibv_free_device_list(devices);
  FLEXIO(flexio_process_create(context, (struct flexio_app *)doca_bench_app,
                               NULL, &process));
  DOCA(doca_devinfo_create_list(&list, &count));
  DOCA(doca_dev_open(list[0], &dev));
  DOCA(doca_devinfo_destroy_list(list));
  DOCA(doca_dpa_create(dev, &dpa));
  DOCA(doca_dpa_set_app(dpa, doca_bench_app));
  DOCA(doca_dpa_start(dpa));
}

static struct doca_sync_event *make_event(uint64_t *handle) {
  struct doca_sync_event *event;

  DOCA(doca_sync_event_create(&event));
  DOCA(doca_sync_event_add_publisher_location_dpa(event, dpa));
  DOCA(doca_sync_event_add_subscriber_location_cpu(event, dev));
  DOCA(doca_sync_event_start(event));
  DOCA(doca_sync_event_get_dpa_handle(event, dpa, handle));
  return event;
}

/* Measured by each case: the time of `count` operations, in ns. */
struct sides {
  uint64_t (*doca)(uint64_t count);
  uint64_t (*peer)(uint64_t count);
};

/* ---- calls */

static uint64_t peer_calls(uint64_t count) {
  uint64_t begin = now_ns(), sum;

  for (uint64_t i = 0; i < count; i++) {
    FLEXIO(flexio_process_call(process, add, &sum, i, UINT64_C(1)));
    CHECK(sum == i + 1);
  }
  return now_ns() - begin;
}

static uint64_t doca_calls(uint64_t count) {
  uint64_t begin = now_ns(), sum;

  for (uint64_t i = 0; i < count; i++) {
    DOCA(doca_dpa_rpc(dpa, add, &sum, i, UINT64_C(1)));
    CHECK(sum == i + 1);
  }
  return now_ns() - begin;
}

static uint64_t doca_launches(uint64_t count) {
  static struct doca_sync_event *done;
  static uint64_t launched, handle;

  if (!done)
    done = make_event(&handle);
  uint64_t begin = now_ns();
  for (uint64_t i = 0; i < count; i++) {
    DOCA(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, done, 1, 1, nothing,
                                           UINT64_C(0)));
    DOCA(doca_sync_event_wait_gt(done, launched++, UINT64_MAX));
  }
  return now_ns() - begin;
}

/* ---- RDMA */

/* In device memory: two connections of one context to each other. `thread` may
 * be NULL. */
static uint64_t create_doca_end(struct doca_dpa_thread *thread,
                                uint64_t address) {
  enum {
    RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE
  };
  struct doca_end end = {0};
  struct doca_dpa_completion *completion;
  struct doca_rdma_connection *connections[2];
  struct doca_rdma *rdma;
  struct doca_mmap *map;
  const void *details[2];
  size_t sizes[2];

  DOCA(doca_dpa_mem_alloc(dpa, 64, &end.from));
  end.to = end.from + 8;
  DOCA(doca_mmap_create(&map));
  DOCA(doca_mmap_add_dev(map, dev));
  DOCA(doca_mmap_set_dpa_memrange(map, dpa, end.from, 64));
  DOCA(doca_mmap_set_permissions(map, RIGHTS));
  DOCA(doca_mmap_start(map));
  DOCA(doca_mmap_dev_get_dpa_handle(map, dev, &end.key));
  DOCA(doca_dpa_completion_create(dpa, 1 << LOG_ENTRIES, &completion));
  if (thread)
    DOCA(doca_dpa_completion_set_thread(completion, thread));
  DOCA(doca_dpa_completion_start(completion));
  DOCA(doca_dpa_completion_get_dpa_handle(completion, &end.completion));
  DOCA(doca_rdma_create(dev, &rdma));
  DOCA(doca_rdma_set_permissions(rdma, RIGHTS));
  DOCA(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), dpa));
  DOCA(doca_rdma_dpa_completion_attach(rdma, completion));
  DOCA(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  DOCA(doca_rdma_get_dpa_handle(rdma, &end.rdma));
  for (int i = 0; i < 2; i++)
    DOCA(doca_rdma_export(rdma, &details[i], &sizes[i], &connections[i]));
  for (int i = 0; i < 2; i++)
    DOCA(doca_rdma_connect(rdma, details[1 - i], sizes[1 - i], connections[i]));
  DOCA(doca_dpa_h2d_memcpy(dpa, address, &end, sizeof end));
  return address;
}

static uint64_t doca_memory(void) {
  doca_dpa_dev_uintptr_t address;

  DOCA(doca_dpa_mem_alloc(dpa, sizeof(struct doca_end), &address));
  return address;
}

static uint64_t doca_write_loop(uint64_t count) {
  static uint64_t end;

  if (end == 0)
    end = create_doca_end(NULL, doca_memory());
  uint64_t begin = now_ns();
  DOCA(doca_dpa_rpc(dpa, doca_writes, NULL, end, count));
  return now_ns() - begin;
}

static uint64_t peer_write_loop(uint64_t count) {
  static uint64_t end;

  if (end == 0)
    end = create_flexio_end(context, process, NULL);
  uint64_t begin = now_ns(), result;
  FLEXIO(flexio_process_call(process, flexio_writes, &result, end, count));
  return now_ns() - begin;
}

/* ---- activations */

static void pause_shortly(void) {
  struct timespec time = {0, 50 * 1000};

  nanosleep(&time, NULL);
}

static uint64_t doca_activations(uint64_t count) {
  static uint64_t end;
  uint64_t remaining;

  if (end == 0) {
    struct doca_dpa_thread *thread;
    uint64_t address = doca_memory();
    DOCA(doca_dpa_thread_create(dpa, &thread));
    DOCA(doca_dpa_thread_set_func_arg(thread, doca_again, address));
    DOCA(doca_dpa_thread_start(thread));
    end = create_doca_end(thread, address);
    DOCA(doca_dpa_thread_run(thread));
  }
  uint64_t begin = now_ns();
  DOCA(doca_dpa_rpc(dpa, start_doca, NULL, end, count));
  for (;;) {
    DOCA(doca_dpa_rpc(dpa, get_left, &remaining));
    if (remaining == 0)
      return now_ns() - begin;
    pause_shortly();
  }
}

static uint64_t peer_activations(uint64_t count) {
  static uint64_t end;
  uint64_t remaining;

  if (end == 0) {
    struct flexio_event_handler_attr attributes = {.host_stub_func =
                                                       flexio_again};
    struct flexio_event_handler *handler;
    FLEXIO(flexio_event_handler_create(process, &attributes, &handler));
    end = create_flexio_end(context, process, handler);
    FLEXIO(flexio_event_handler_run(handler, end));
  }
  uint64_t begin = now_ns();
  FLEXIO(flexio_process_call(process, start_flexio, &remaining, end, count));
  for (;;) {
    FLEXIO(flexio_process_call(process, get_left, &remaining));
    if (remaining == 0)
      return now_ns() - begin;
    pause_shortly();
  }
}

/* ---- events: the median of the times from a change to the thread that sees
 * it. A change that another one follows before it is seen is not counted. */

enum { PAUSE_NS = 20000, CYCLES = 9, NANOSECONDS = 5 /* 1.8 GHz */ };

struct delays {
  uint64_t *times;
  size_t count;
};

static void note(struct delays *delays, uint64_t set) {
  uint64_t now = now_ns();

  delays->times[delays->count++] = now > set ? now - set : 0;
}

static uint64_t take_median(struct delays *delays) {
  CHECK(delays->count > 0);
  uint64_t result = median(delays->times, delays->count);
  free(delays->times);
  return result;
}

static uint64_t doca_event(uint64_t count) {
  uint64_t handle, value, last = 0;
  struct doca_sync_event *event = make_event(&handle);
  struct delays delays = {calloc(count, sizeof(uint64_t)), 0};

  CHECK(delays.times);
  DOCA(doca_dpa_kernel_launch_update_set(
      dpa, NULL, 0, NULL, 0, 1, set_often, handle, count,
      (uint64_t)PAUSE_NS * CYCLES / NANOSECONDS));
  for (;;) {
    do
      DOCA(doca_sync_event_get(event, &value));
    while (value == last);
    if (value == END_OF_CHANGES)
      break;
    note(&delays, (uint64_t)((double)value / CYCLES * NANOSECONDS));
    last = value;
  }
  DOCA(doca_sync_event_destroy(event));
  return take_median(&delays);
}

struct hand_over {
  _Atomic uint64_t value;
  uint64_t count;
};

static void *set_often_on_host(void *data) {
  struct hand_over *to = data;
  uint64_t set = now_ns();

  for (uint64_t i = 0; i < to->count; i++) {
    uint64_t now;
    do
      now = now_ns();
    while (now - set < PAUSE_NS);
    set = now;
    atomic_store_explicit(&to->value, set, memory_order_release);
  }
  atomic_store_explicit(&to->value, END_OF_CHANGES, memory_order_release);
  return NULL;
}

static uint64_t peer_event(uint64_t count) {
  struct hand_over shared = {.count = count};
  struct delays delays = {calloc(count, sizeof(uint64_t)), 0};
  uint64_t value, last = 0;
  pthread_t setter;

  CHECK(delays.times);
  CHECK(pthread_create(&setter, NULL, set_often_on_host, &shared) == 0);
  for (;;) {
    do
      value = atomic_load_explicit(&shared.value, memory_order_acquire);
    while (value == last);
    if (value == END_OF_CHANGES)
      break;
    note(&delays, value);
    last = value;
  }
  pthread_join(setter, NULL);
  return take_median(&delays);
}

/* ---- */

static void measure(const struct sides *sides, uint64_t count, bool is_median) {
  uint64_t doca[BLOCKS], peer[BLOCKS];

  for (int block = 0; block < BLOCKS; block++) {
    doca[block] = sides->doca(count / BLOCKS);
    peer[block] = sides->peer(count / BLOCKS);
  }
  double per = is_median ? 1 : (double)(count / BLOCKS);
  printf("doca %.4f\npeer %.4f\n", (double)median(doca, BLOCKS) / per / 1e3,
         (double)median(peer, BLOCKS) / per / 1e3);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    struct sides sides;
    bool is_median;
  } cases[] = {{"launch", {doca_launches, peer_calls}, false},
               {"rpc", {doca_calls, peer_calls}, false},
               {"activation", {doca_activations, peer_activations}, false},
               {"writes", {doca_write_loop, peer_write_loop}, false},
               {"event", {doca_event, peer_event}, true}};

  CHECK(argc == 3);
  open_both();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (strcmp(argv[1], cases[i].name) == 0) {
      measure(&cases[i].sides, strtoull(argv[2], NULL, 10), cases[i].is_median);
      return 0;
    }
  CHECK(!"a case");
}
