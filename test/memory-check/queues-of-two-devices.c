// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completion queues of two devices may have the same number. Arming the one of the other device reads
// that queue's doorbell record only: a store to the record of the own queue that has not been written
// back is no violation, one to the armed queue's record is.
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options=-g
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=memory --config=%src/test/host/Inputs/two-devices.toml -- %t/host 0 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: dpa-run --check=memory --config=%src/test/host/Inputs/two-devices.toml -- %t/host 1 2>&1 | FileCheck %s --check-prefix=OTHER
// OWN-NOT: memory check
// OWN: done
// OTHER: memory check: process 'test_app' on 'mlx5_0': doorbell rung at {{.*}}flexio_dev_cq_arm{{.*}}, written at {{.*}}write_and_arm{{.*}}, is not where the network card reads it yet
// OTHER-NOT: memory check
// OTHER: done

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

__dpa_rpc__ uint64_t write_and_arm(uint64_t record, uint32_t device,
                                   uint32_t number) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  *(volatile uint32_t *)record = 0;
  flexio_dev_outbox_config_uar_extension(context, device);
  flexio_dev_cq_arm(0, number);
  __dpa_thread_memory_writeback();
  return 0;
}

//--- host.c
#include "handler.h"

flexio_func_t write_and_arm;

static struct flexio_process *process;

static struct queue create_on(struct ibv_context *context, uint32_t uar) {
  struct flexio_cq_attr attributes = {.log_cq_depth = 4,
                                      .element_type =
                                          FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                                      .uar_id = uar};
  struct queue queue = {0};

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 1024, &queue.ring));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 8, &queue.record));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xff, 1024, queue.ring));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, 8, queue.record));
  attributes.cq_ring_qmem.daddr = queue.ring;
  attributes.cq_dbr_daddr = queue.record;
  EXPECT_SUCCESS(flexio_cq_create(process, context, &attributes, &queue.cq));
  queue.number = flexio_cq_get_cq_num(queue.cq);
  return queue;
}

/* usage: host 0|1: whether the record of the armed queue is written, or that of the other one */
int main(int argc, char **argv) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *contexts[2];
  uint32_t uars[2];
  struct queue queues[2];
  struct flexio_uar *extended = NULL;

  EXPECT(argc == 2 && list && list[0] && list[1]);
  for (int i = 0; i < 2; i++)
    EXPECT((contexts[i] = ibv_open_device(list[i])));
  process = create_process(contexts[0]);
  EXPECT_SUCCESS(flexio_uar_extend(flexio_process_get_uar(process), contexts[1],
                                   &extended));
  uars[0] = flexio_uar_get_id(flexio_process_get_uar(process));
  uars[1] = flexio_uar_get_id(extended);
  for (int i = 0; i < 2; i++)
    queues[i] = create_on(contexts[i], uars[i]);
  /* Either device may have given numbers away already. */
  while (queues[0].number != queues[1].number) {
    int lower = queues[0].number < queues[1].number ? 0 : 1;

    queues[lower] = create_on(contexts[lower], uars[lower]);
  }
  EXPECT_SUCCESS(flexio_process_call(
      process, write_and_arm, NULL, queues[atoi(argv[1])].record,
      flexio_uar_get_extended_id(extended), queues[1].number));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
