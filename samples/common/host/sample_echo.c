/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The host's part of a handler that sends back: see sample_echo.h. */
#include "sample_echo.h"

static bool open_queues(const struct sample *sample,
                        const struct sample_echo_settings *settings,
                        size_t number, struct sample_echo_handler *echo) {
  struct flexio_thread *thread = flexio_event_handler_get_thread(echo->handler);
  uint8_t depth = settings->log_depth;

  return sample_open_cq(sample, thread, depth, &echo->received) &&
         sample_open_cq(sample, thread, depth, &echo->sent) &&
         sample_open_rq(sample, &echo->received, settings->buffers,
                        number << depth, depth, &echo->receive) &&
         sample_open_sq(sample, &echo->sent, depth, &echo->send);
}

bool sample_open_echo(const struct sample *sample,
                      const struct sample_echo_settings *settings,
                      size_t number, struct sample_echo_handler *echo) {
  struct flexio_event_handler_attr attributes = {
      .host_stub_func = settings->function,
      .thread_local_storage_daddr = settings->storage,
      .affinity = settings->affinity,
      .name = settings->name};
  struct sample_echo device;

  if (!sample_check(sample, "creating an event handler",
                    flexio_event_handler_create(sample->process, &attributes,
                                                &echo->handler)) ||
      !open_queues(sample, settings, number, echo))
    return false;
  device = (struct sample_echo){
      .received = echo->received.ring,
      .sent = echo->sent.ring,
      .receive = echo->receive.ring,
      .send = echo->send.ring,
      .counter = sample_counter_of(settings->counters, number),
      .key = settings->buffers->key};
  return sample_check(sample, "copying to the device",
                      flexio_copy_from_host(sample->process, &device,
                                            sizeof device, &echo->echo)) &&
         sample_check(sample, "running an event handler",
                      flexio_event_handler_run(echo->handler, echo->echo));
}

bool sample_open_echoes(const struct sample *sample,
                        const struct sample_echo_settings *settings,
                        size_t count, struct sample_echo_handler *echoes) {
  for (size_t i = 0; i < count; i++)
    if (!sample_open_echo(sample, settings, i, &echoes[i]))
      return false;
  return true;
}

/* Destroys the handler before the queues, because a running handler rings their
 * doorbells. */
bool sample_close_echo(const struct sample *sample,
                       struct sample_echo_handler *echo) {
  bool is_fine = sample_check(sample, "destroying an event handler",
                              flexio_event_handler_destroy(echo->handler));

  is_fine &= sample_close_sq(sample, &echo->send);
  is_fine &= sample_close_rq(sample, &echo->receive);
  is_fine &= sample_close_cq(sample, &echo->sent);
  is_fine &= sample_close_cq(sample, &echo->received);
  return sample_check(sample, "freeing device memory",
                      flexio_buf_dev_free(sample->process, echo->echo)) &&
         is_fine;
}
