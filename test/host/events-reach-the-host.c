// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code raises an MSI-X: the event of a completion queue reaches the host program, by a channel
// with a cookie and by a descriptor of its own, as does that of a queue on the host's event queue.
// PROVES: R-DQ-13 R-CQ-03 R-CQ-10
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --seed=5 -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

__dpa_rpc__ uint64_t raise_event(uint32_t cqn) {
  flexio_dev_msix_send(cqn);
  return 0;
}
__dpa_rpc__ uint64_t arm(uint32_t cqn, uint32_t consumed) {
  flexio_dev_cq_arm(consumed, cqn);
  return 0;
}

//--- host.c
#include "handler.h"

#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <sys/eventfd.h>
#include <unistd.h>

flexio_func_t raise_event, arm;

static struct flexio_process *process;
static struct mlx5dv_devx_event_channel *channel;

static struct queue create_cq(uint8_t element_type, uint32_t eqn) {
  return create_queue(process,
                      (struct flexio_cq_attr){.log_cq_depth = 3,
                                              .element_type = element_type,
                                              .emulated_eqn = eqn});
}

static void raise_on(struct queue queue) {
  EXPECT_SUCCESS(flexio_process_call(process, raise_event, NULL, queue.number));
}

static uint64_t next_cookie(void) {
  struct mlx5dv_devx_async_event_hdr event = {0};

  EXPECT(mlx5dv_devx_get_event(channel, &event, sizeof event) ==
         (ssize_t)sizeof event);
  return event.cookie;
}

static void subscribe(struct queue queue, uint64_t cookie) {
  uint16_t completion = 0;

  EXPECT(mlx5dv_devx_subscribe_devx_event(channel, flexio_cq_get_obj(queue.cq),
                                          sizeof completion, &completion,
                                          cookie) == 0);
}

static void check_channel(struct queue msix, struct queue other) {
  subscribe(msix, 0x1111222233334444);
  subscribe(other, 7);
  EXPECT(!is_readable(channel->fd));
  raise_on(msix);
  EXPECT(is_readable(channel->fd));
  EXPECT(next_cookie() == 0x1111222233334444);
  EXPECT(!is_readable(channel->fd));
  /* Not armed. */
  raise_on(msix);
  EXPECT(!is_readable(channel->fd));
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, msix.number, 1u));
  raise_on(other);
  EXPECT(next_cookie() + next_cookie() == 0x1111222233334444 + 7);
  EXPECT(!is_readable(channel->fd));
}

static void check_descriptor(struct queue msix) {
  int fd = eventfd(0, EFD_NONBLOCK);
  uint64_t count = 0;

  EXPECT(mlx5dv_devx_subscribe_devx_event_fd(
             channel, fd, flexio_cq_get_obj(msix.cq), 0) == 0);
  EXPECT(!is_readable(fd));
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, msix.number, 2u));
  raise_on(msix);
  EXPECT(read(fd, &count, sizeof count) == sizeof count && count == 1);
  EXPECT(next_cookie() == 0x1111222233334444);
  close(fd);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct queue msix, other;
  uint32_t eqn = 0;
  uint16_t unknown = 77;

  process = create_process(context);
  channel = mlx5dv_devx_create_event_channel(
      context, MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA);
  EXPECT(channel);
  EXPECT(mlx5dv_devx_query_eqn(context, 0, &eqn) == 0 && eqn != 0);
  msix = create_cq(FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ, 0);
  other = create_cq(FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ, eqn);
  check_channel(msix, other);
  check_descriptor(msix);
  EXPECT(mlx5dv_devx_subscribe_devx_event(channel, flexio_cq_get_obj(other.cq),
                                          sizeof unknown, &unknown,
                                          1) == EOPNOTSUPP);
  EXPECT(mlx5dv_devx_subscribe_devx_event_fd(channel, 0, NULL, 0) == EINVAL);
  mlx5dv_devx_destroy_event_channel(channel);
  raise_on(msix);
  EXPECT_SUCCESS(flexio_cq_destroy(msix.cq));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
