// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queue with moderation makes an event after a number of completions, or a time after a
// completion or the last event; completions before it was armed count.
// PROVES: R-CQ-06
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host
// RUN: env DPA_EUS=1 DPA_SEED=2 dpa-run -- %t/host

//--- host.c
#include "act.h"

static struct flexio_process *process;

static struct queue create_moderated(struct flexio_event_handler *handler,
                                     uint16_t count, uint16_t period,
                                     enum flexio_cq_period_mode mode) {
  return create_queue(process,
                      (struct flexio_cq_attr){
                          .log_cq_depth = 4,
                          .thread = flexio_event_handler_get_thread(handler),
                          .cq_max_count = count,
                          .cq_period = period,
                          .cq_period_mode = mode});
}

static void check_count(struct flexio_event_handler *handler) {
  struct queue queue =
      create_moderated(handler, 3, 0, FLEXIO_CQ_PERIOD_MODE_EVENT);
  uint16_t count, period, mode;

  EXPECT_SUCCESS(flexio_cq_query_moderation(queue.cq, &count, &period, &mode));
  EXPECT(count == 3 && period == 0 && mode == 0);
  ring_queue(process, queue, 2);
  EXPECT(call0(process, take_runs) == 0);
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 1);
  /* Not armed. */
  ring_queue(process, queue, 2);
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, queue.number, 3));
  EXPECT(call0(process, take_runs) == 0);
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 1);
  /* Three exist when it is armed. */
  ring_queue(process, queue, 3);
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, queue.number, 6));
  EXPECT(call0(process, take_runs) == 1);
  /* A change of moderation applies to completions that exist. */
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, queue.number, 9));
  ring_queue(process, queue, 2);
  EXPECT(call0(process, take_runs) == 0);
  EXPECT_SUCCESS(flexio_cq_modify_moderation(queue.cq, 2, 0, 0));
  wait_for(process, get_runs, 1);
  EXPECT(call0(process, take_runs) == 1);
}

static void check_period(struct flexio_event_handler *handler,
                         enum flexio_cq_period_mode mode) {
  struct queue queue = create_moderated(handler, 100, 50, mode);

  for (uint32_t i = 1; i <= 3; i++) {
    ring_queue(process, queue, 1);
    wait_for(process, get_runs, i);
    EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, queue.number, i));
  }
  EXPECT(call0(process, take_runs) == 3);
}

int main(void) {
  struct flexio_event_handler *handler;

  process = create_process(open_device());
  handler = create_handler(process, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RESCHEDULE));
  check_count(handler);
  check_period(handler, FLEXIO_CQ_PERIOD_MODE_EVENT);
  check_period(handler, FLEXIO_CQ_PERIOD_MODE_CQE);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
