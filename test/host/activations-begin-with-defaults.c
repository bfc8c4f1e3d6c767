// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each activation begins with the same ids in its context: an outbox of the process's UAR, which
// works, and no windows. What one activation configures, or writes to its context, is lost in the
// next; the key of a window has to be configured in each.
// PROVES: R-EH-07 R-EH-08 R-EH-09
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-I%S/../.." %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_ENGINE=interp dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=3 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- shared.h
#include <stdint.h>

/* The handler's order, and what it saw. */
struct orders {
  uint64_t what, window, key, queue, memory;
  uint64_t runs, outbox, primary, secondary, refused, loaded, ring_error;
  uint64_t errors, error;
};
enum {
  LOOK,
  CONFIGURE,          /* both entities, and load */
  CONFIGURE_KEY_ONLY, /* with no window configured before */
  LOAD,               /* with no key configured before */
  LOAD_OTHER,         /* the same with the other entity */
  COPY,               /* the same in bulk */
  CHANGE,             /* an outbox that does not exist, and other ids */
};

//--- device.c
#include "runtime/abi/thread-context.h"
#include "shared.h"

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static volatile struct orders orders;

__dpa_rpc__ uint64_t orders_at(void) { return (uint64_t)&orders; }

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}

static uint64_t load_by(enum flexio_window_entity entity) {
  flexio_uintptr_t pointer = 0;

  flexio_dev_window_ptr_acquire(entity, orders.memory, &pointer);
  return *(volatile uint64_t *)pointer;
}

static void configure_and_load(void) {
  for (int i = 0; i < 2; i++) {
    enum flexio_window_entity entity = (enum flexio_window_entity)i;

    if (flexio_dev_window_config(entity, (uint16_t)orders.window,
                                 (uint32_t)orders.key))
      orders.refused++;
    orders.loaded += load_by(entity);
  }
}

static void change(struct flexio_dev_thread_ctx *thread) {
  volatile struct dpa_thread_context *context =
      (volatile struct dpa_thread_context *)thread;

  flexio_dev_outbox_config_fast(thread, 0xfff0);
  context->default_outbox_config_id = 0xfff0;
  context->default_primary_window_config_id = (uint16_t)orders.window;
  context->default_secondary_window_config_id = (uint16_t)orders.window;
  flexio_dev_zcqe_gen((uint32_t)orders.queue); /* rejected */
  orders.loaded = 1;
}

__dpa_global__ void act(uint64_t argument) {
  struct flexio_dev_thread_ctx *thread;
  uint64_t word;

  flexio_dev_get_thread_ctx(&thread);
  const struct dpa_thread_context *context =
      (const struct dpa_thread_context *)thread;
  orders.outbox = context->default_outbox_config_id;
  orders.primary = context->default_primary_window_config_id;
  orders.secondary = context->default_secondary_window_config_id;
  flexio_dev_zcqe_gen((uint32_t)orders.queue);
  orders.ring_error = flexio_dev_get_errno(thread);
  orders.runs++;
  switch (orders.what) {
  case CONFIGURE:
    configure_and_load();
    break;
  case CONFIGURE_KEY_ONLY:
    for (int i = 0; i < 2; i++)
      if (flexio_dev_window_mkey_config((enum flexio_window_entity)i,
                                        (uint32_t)orders.key))
        orders.refused++;
    break;
  case LOAD:
    orders.loaded += load_by(FLEXIO_DEV_WINDOW_ENTITY_0);
    break;
  case LOAD_OTHER:
    orders.loaded += load_by(FLEXIO_DEV_WINDOW_ENTITY_1);
    break;
  case COPY:
    flexio_dev_window_copy_from_host(FLEXIO_DEV_WINDOW_ENTITY_0, &word,
                                     orders.memory, sizeof word);
    orders.loaded += word;
    break;
  case CHANGE:
    change(thread);
    break;
  }
  (void)argument;
  flexio_dev_thread_reschedule();
}

__dpa_global__ void on_error(uint64_t thread, uint64_t error) {
  (void)thread;
  orders.error = error;
  orders.errors++;
  flexio_dev_thread_reschedule();
}

//--- host.c
#include "handler.h"
#include "registered-memory.h"
#include "shared.h"

flexio_func_t orders_at, activate, act, on_error;

static struct flexio_process *process;
static struct flexio_event_handler *handler;
static uint64_t address;
static struct orders orders;

/* Runs one activation, and returns what it saw. With one unit it has ended before the next call
 * into the device. */
static void order(uint64_t what) {
  struct flexio_mem there = {FLEXIO_MEMTYPE_DPA, {address}};
  struct flexio_mem here = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)&orders}};
  uint64_t runs = orders.runs;

  orders.what = what;
  orders.refused = orders.loaded = orders.ring_error = 0;
  EXPECT_SUCCESS(
      flexio_host2dev_memcpy(process, &orders, sizeof orders, address));
  call1(process, activate, flexio_event_handler_get_activation_id(handler));
  EXPECT(call0(process, orders_at) == address);
  EXPECT_SUCCESS(flexio_memcpy(process, &there, &here, sizeof orders));
  EXPECT(orders.runs == runs + 1);
  EXPECT(orders.primary == 0 && orders.secondary == 0);
}

/* Returns the id of the outbox. */
static uint64_t check_outbox(void) {
  order(LOOK);
  uint64_t outbox = orders.outbox;
  EXPECT(outbox != 0 && orders.ring_error == 0);
  for (uint64_t i = 1; i <= 2; i++) {
    puts("outbox");
    order(CHANGE);
    EXPECT(orders.errors == i && orders.error == 2 && orders.loaded == 0);
    order(LOOK);
    EXPECT(orders.outbox == outbox && orders.ring_error == 0);
  }
  // CHECK: outbox
  // CHECK-NEXT: doorbell rejected: the process has no outbox
  // CHECK-NEXT: store access fault at address 0xc0000280, pc {{.*}}; passed to the error handler
  // CHECK-NEXT: outbox
  return outbox;
}

static void check_windows(void) {
  for (int i = 0; i < 2; i++) {
    order(CONFIGURE);
    EXPECT(orders.refused == 0 && orders.loaded == 42);
    puts("key only");
    order(CONFIGURE_KEY_ONLY);
    EXPECT(orders.refused == 2);
  }
  // CHECK: key only
  // CHECK-NEXT: window: entity 0 has no window to set the key of, and the thread has no default window
  // CHECK-NEXT: window: entity 1 has no window to set the key of, and the thread has no default window
  // CHECK-NEXT: key only
  EXPECT(orders.errors == 2);
}

static void check_faults(void) {
  for (uint64_t what = LOAD; what <= COPY; what++) {
    order(CONFIGURE);
    EXPECT(orders.loaded == 42);
    order(what);
    EXPECT(orders.loaded == 0 && orders.errors == what - LOAD + 3);
    EXPECT(orders.error == 1);
    order(CONFIGURE);
    EXPECT(orders.loaded == 42 && orders.errors == what - LOAD + 3);
  }
}

int main(void) {
  process = create_process(open_device());
  struct ibv_pd *pd = flexio_process_get_pd(process);
  struct ibv_mr *memory = register_memory(pd, 64, IBV_ACCESS_LOCAL_WRITE);
  struct flexio_window *window = NULL;

  setvbuf(stdout, NULL, _IOLBF, 0);
  EXPECT_SUCCESS(flexio_process_error_handler_set(process, on_error));
  handler = create_handler(process, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  address = call0(process, orders_at);
  orders.window = create_window(process, pd, &window);
  orders.key = memory->lkey;
  orders.memory = (uint64_t)(uintptr_t)memory->addr;
  orders.queue =
      create_queue(process,
                   (struct flexio_cq_attr){
                       .log_cq_depth = 4,
                       .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                       .overrun_ignore = 1})
          .number;
  *(uint64_t *)memory->addr = 21;

  uint64_t outbox = check_outbox();
  check_windows();
  check_faults();
  EXPECT(orders.outbox == outbox);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_SUCCESS(flexio_window_destroy(window));
  free_memory(memory);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
