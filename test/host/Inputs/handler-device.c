// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Event handlers that do what their argument says, and record what they saw.
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

enum {
  RESCHEDULE,
  FINISH,
  RETRIGGER_TO_10,
  RETURN,
  END_PROCESS,
  ACTIVATE_ITSELF_TWICE,
  RETRIGGER_FOR_EVER,
  CRASH,
};

static volatile uint64_t runs;
static volatile uint32_t own_activation_id;
static volatile uint64_t storage;
static volatile uint64_t name_length;
static volatile uint32_t seen_id;

static void look_at_context(void) {
  struct flexio_dev_thread_ctx *context;
  const char *name = flexio_dev_get_current_thread_name();

  flexio_dev_get_thread_ctx(&context);
  seen_id = flexio_dev_get_thread_id(context);
  storage = flexio_dev_get_thread_local_storage(context);
  name_length = 0;
  while (name && name[name_length])
    name_length++;
}

__dpa_global__ void act(uint64_t what) {
  look_at_context();
  runs++;
  switch (what) {
  case RETURN:
    return;
  case FINISH:
    flexio_dev_thread_finish();
  case RETRIGGER_TO_10:
    if (runs < 10)
      flexio_dev_thread_retrigger();
    break;
  case END_PROCESS:
    flexio_dev_process_finish();
  case ACTIVATE_ITSELF_TWICE:
    if (runs == 1) {
      flexio_dev_event_handler_activate(own_activation_id);
      flexio_dev_event_handler_activate(own_activation_id);
    }
    break;
  case RETRIGGER_FOR_EVER:
    flexio_dev_thread_retrigger();
  case CRASH:
    *(volatile int *)8 = 1;
    break;
  }
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint32_t id, uint32_t times) {
  own_activation_id = id;
  while (times--)
    flexio_dev_event_handler_activate(id);
  return 0;
}

__dpa_rpc__ uint64_t take_runs(void) {
  uint64_t taken = runs;

  runs = 0;
  return taken;
}

__dpa_rpc__ uint64_t get_runs(void) { return runs; }
__dpa_rpc__ uint64_t get_storage(void) { return storage; }
__dpa_rpc__ uint64_t get_name_length(void) { return name_length; }
__dpa_rpc__ uint64_t get_seen_id(void) { return seen_id; }

__dpa_rpc__ uint64_t ring(uint32_t number, uint32_t times) {
  while (times--)
    flexio_dev_zcqe_gen(number);
  return 0;
}

__dpa_rpc__ uint64_t arm(uint32_t number, uint32_t consumed) {
  flexio_dev_cq_arm(consumed, number);
  return 0;
}
