// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-MEM-08, R-INT-04
// A fence orders writes to the memory of its class, and those of the thread that executes it: a thread
// writes a word and then a flag, with one fence in between. Data are in a variable (MEMORY) or in the
// heap (HEAP, which is part of MEMORY). In a run with a seed the reader finds old data unless the
// fence is for that memory.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --check=memory --seed=1 -- %t/host > %t/output 2> %t/log
// RUN: FileCheck --match-full-lines %s < %t/output
// RUN: dpa-run --check=memory,strict --seed=2 -- %t/host > %t/output 2> %t/log
// RUN: FileCheck --match-full-lines %s < %t/output
// CHECK:      variable, no fence: old data
// CHECK-NEXT: variable, HEAP: old data
// CHECK-NEXT: variable, MEMORY: never old
// CHECK-NEXT: variable, MMIO: old data
// CHECK-NEXT: variable, SYSTEM: never old
// CHECK-NEXT: variable, SYSTEM of another thread: old data
// CHECK-NEXT: heap, no fence: old data
// CHECK-NEXT: heap, HEAP: never old
// CHECK-NEXT: heap, MEMORY: never old
// CHECK-NEXT: heap, MMIO: old data
// CHECK-NEXT: heap, SYSTEM: never old
// CHECK-NEXT: heap, SYSTEM of another thread: old data

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* Each on a cache line of its own. */
static struct {
  _Alignas(64) uint64_t data;
  _Alignas(64) volatile uint64_t flag;
  _Alignas(64) uint64_t taken;
  _Alignas(64) uint64_t ended;
} shared;

enum { ROUNDS = 200 };

static inline __attribute__((always_inline)) void
produce(volatile uint64_t *data, void (*fence)(void)) {
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    while (__atomic_load_n(&shared.taken, __ATOMIC_ACQUIRE) != round - 1) {
    }
    *data = round;
    fence();
    shared.flag = round;
  }
}

static void no_fence(void) {}
static void heap_fence(void) {
  __dpa_thread_fence(__DPA_HEAP, __DPA_W, __DPA_W);
}
static void memory_fence(void) {
  __dpa_thread_fence(__DPA_MEMORY, __DPA_W, __DPA_W);
}
static void mmio_fence(void) {
  __dpa_thread_fence(__DPA_MMIO, __DPA_W, __DPA_W);
}
static void system_fence(void) {
  __dpa_thread_fence(__DPA_SYSTEM, __DPA_W, __DPA_W);
}

static volatile uint64_t *data_at(uint64_t heap) {
  return heap ? (volatile uint64_t *)heap : &shared.data;
}

__dpa_rpc__ uint64_t reset(uint64_t heap) {
  *data_at(heap) = shared.flag = shared.taken = shared.ended = 0;
  return 0;
}

__dpa_rpc__ uint64_t produce_without(uint64_t heap) {
  produce(data_at(heap), no_fence);
  return 0;
}
__dpa_rpc__ uint64_t produce_heap(uint64_t heap) {
  produce(data_at(heap), heap_fence);
  return 0;
}
__dpa_rpc__ uint64_t produce_memory(uint64_t heap) {
  produce(data_at(heap), memory_fence);
  return 0;
}
__dpa_rpc__ uint64_t produce_mmio(uint64_t heap) {
  produce(data_at(heap), mmio_fence);
  return 0;
}
__dpa_rpc__ uint64_t produce_system(uint64_t heap) {
  produce(data_at(heap), system_fence);
  return 0;
}

/* A thread that only executes fences, until the reader has ended. */
__dpa_rpc__ uint64_t fence_only(uint64_t unused) {
  while (!__atomic_load_n(&shared.ended, __ATOMIC_RELAXED))
    system_fence();
  return unused;
}

__dpa_rpc__ uint64_t receive(uint64_t heap) {
  uint64_t old = 0;

  for (uint64_t round = 1; round <= ROUNDS; round++) {
    while (shared.flag != round) {
    }
    old += *data_at(heap) != round;
    __atomic_store_n(&shared.taken, round, __ATOMIC_RELEASE);
  }
  __atomic_store_n(&shared.ended, 1, __ATOMIC_RELEASE);
  return old;
}

//--- host.c
#include "host.h"

#include <pthread.h>

flexio_func_t reset, produce_without, produce_heap, produce_memory;
flexio_func_t produce_mmio, produce_system, fence_only, receive;

struct call {
  struct flexio_process *process;
  flexio_func_t *function;
  uint64_t argument;
};

static void *make_call(void *argument) {
  struct call *call = argument;
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(call->process, call->function, &result,
                                     call->argument));
  return (void *)result;
}

/* The number of times that the reader found old data; `beside` is called by a third thread. */
static uint64_t count_old(struct flexio_process *process, uint64_t heap,
                          flexio_func_t *producer, flexio_func_t *beside) {
  struct call calls[2] = {{process, producer, heap}, {process, beside, 0}};
  struct call first = {process, reset, heap}, reader = {process, receive, heap};
  pthread_t threads[2];
  const int count = beside ? 2 : 1;
  uint64_t old;

  make_call(&first);
  for (int i = 0; i < count; i++)
    EXPECT(pthread_create(&threads[i], NULL, make_call, &calls[i]) == 0);
  old = (uint64_t)make_call(&reader);
  for (int i = 0; i < count; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  return old;
}

static void try_fences(struct flexio_process *process, const char *place,
                       uint64_t heap) {
  static const struct {
    const char *name;
    flexio_func_t *producer, *beside;
  } fences[] = {{"no fence", produce_without, NULL},
                {"HEAP", produce_heap, NULL},
                {"MEMORY", produce_memory, NULL},
                {"MMIO", produce_mmio, NULL},
                {"SYSTEM", produce_system, NULL},
                {"SYSTEM of another thread", produce_without, fence_only}};

  for (size_t i = 0; i < sizeof(fences) / sizeof(fences[0]); i++)
    printf("%s, %s: %s\n", place, fences[i].name,
           count_old(process, heap, fences[i].producer, fences[i].beside)
               ? "old data"
               : "never old");
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t heap;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &heap));
  try_fences(process, "variable", 0);
  try_fences(process, "heap", heap);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, heap));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
