// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 190 handlers, far more than units, each with its queue, storage and id, all rung repeatedly by
// one call: each runs once per event. All 768 places for handlers can be used, and are free again
// after destroy.
// PROVES: R-RTOS-01 R-RTOS-09
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=3 DPA_SEED=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: 'count' in process 'test_app' on 'mlx5_0': no room for another thread (at most 768)
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

struct own {
  uint32_t number, id, runs, wrong;
};

static uint64_t all_runs;

__dpa_global__ void count(uint64_t argument) {
  struct flexio_dev_thread_ctx *context;
  struct own *own = (struct own *)argument;

  flexio_dev_get_thread_ctx(&context);
  own->wrong += flexio_dev_get_thread_id(context) != own->id ||
                flexio_dev_get_thread_local_storage(context) != argument;
  own->runs++;
  flexio_dev_cq_arm(own->runs, own->number);
  __atomic_add_fetch(&all_runs, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t ring_all(uint64_t all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    flexio_dev_zcqe_gen(((struct own *)all)[i].number);
  return 0;
}

__dpa_rpc__ uint64_t get_all_runs(void) {
  return __atomic_load_n(&all_runs, __ATOMIC_SEQ_CST);
}

__dpa_rpc__ uint64_t check(uint64_t all, uint32_t count, uint32_t runs) {
  uint64_t wrong = 0;

  for (uint32_t i = 0; i < count; i++)
    wrong += ((struct own *)all)[i].runs != runs ||
             ((struct own *)all)[i].wrong != 0;
  return wrong;
}

//--- host.c
#include "handler.h"

flexio_func_t count, ring_all, get_all_runs, check;

enum { HANDLERS = 190, ROUNDS = 10, PLACES = 768 };

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler_attr attributes = {.host_stub_func = count};
  struct {
    uint32_t number, id, runs, wrong;
  } own[HANDLERS] = {0};
  static struct flexio_event_handler *handlers[PLACES];
  struct flexio_event_handler *none;
  flexio_uintptr_t address;
  uint64_t wrong = 1;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, sizeof own, &address));
  for (int i = 0; i < HANDLERS; i++) {
    attributes.thread_local_storage_daddr = address + i * sizeof own[0];
    handlers[i] = create_handler_with(process, attributes);
    own[i].number = create_queue_for(process, handlers[i], 4).number;
    own[i].id = flexio_event_handler_get_id(handlers[i]);
    EXPECT_SUCCESS(flexio_event_handler_run(
        handlers[i], attributes.thread_local_storage_daddr));
  }
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, own, sizeof own, address));
  for (int round = 1; round <= ROUNDS; round++) {
    EXPECT_SUCCESS(
        flexio_process_call(process, ring_all, NULL, address, HANDLERS));
    wait_for(process, get_all_runs, (uint64_t)round * HANDLERS);
  }
  EXPECT_SUCCESS(
      flexio_process_call(process, check, &wrong, address, HANDLERS, ROUNDS));
  EXPECT(wrong == 0);
  for (int i = HANDLERS; i < PLACES; i++)
    handlers[i] = create_handler(process, count);
  EXPECT_FAILED(flexio_event_handler_create(process, &attributes, &none));
  EXPECT(!none);
  EXPECT_SUCCESS(flexio_event_handler_destroy(handlers[5]));
  EXPECT_SUCCESS(flexio_event_handler_create(process, &attributes, &none));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
