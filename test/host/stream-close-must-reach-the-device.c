// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream that cannot be closed on the device, because its only unit is busy, stays open: its
// buffer is not reused while device code still writes messages into it. When it is closed later,
// all of them are written.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env DPA_WATCHDOG=0 dpa-run --eus=1 --call-timeout=0.05 -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio: error: flexio_msg_stream_destroy: {{.*}} did not run: no execution unit became free for it within 0.05 seconds
// CHECK: message 0 of the busy one
// CHECK: message 19 of the busy one
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>

/* flags[0]: the call has its unit; flags[1]: the call may end. */
__dpa_rpc__ uint64_t be_busy(uint64_t address) {
  uint64_t *flags = (uint64_t *)address;

  __atomic_store_n(&flags[0], 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&flags[1], __ATOMIC_SEQ_CST) == 0)
    ;
  for (int i = 0; i < 20; i++)
    flexio_dev_print("message %d of the busy one\n", i);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t be_busy;

enum { RING = 4096 };

static struct flexio_process *process;
static flexio_uintptr_t flags;

static void *call_be_busy(void *argument) {
  uint64_t result;

  EXPECT_SUCCESS(flexio_process_call(process, be_busy, &result, flags));
  return argument;
}

static void read_device(flexio_uintptr_t from, void *to, size_t size) {
  struct flexio_mem here = {.mem_type = FLEXIO_MEMTYPE_HOST,
                            .haddr = (uintptr_t)to};
  struct flexio_mem there = {.mem_type = FLEXIO_MEMTYPE_DPA, .daddr = from};

  EXPECT_SUCCESS(flexio_memcpy(process, &there, &here, size));
}

int main(void) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = RING,
                                         .sync_mode =
                                             FLEXIO_LOG_DEV_SYNC_MODE_ASYNC,
                                         .level = FLEXIO_MSG_DEV_INFO};
  struct flexio_msg_stream *stream;
  static char mine[4 * RING], still_mine[sizeof mine];
  uint64_t words[2] = {0, 0}, one = 1;
  flexio_uintptr_t memory;
  pthread_t busy;

  setvbuf(stdout, NULL, _IOLBF, 0);
  process = create_process(open_device());
  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream));
  EXPECT_SUCCESS(flexio_copy_from_host(process, words, sizeof words, &flags));
  EXPECT(pthread_create(&busy, NULL, call_be_busy, NULL) == 0);
  while (words[0] == 0)
    read_device(flags, words, sizeof words);
  EXPECT(flexio_msg_stream_destroy(stream) == FLEXIO_STATUS_TIMEOUT);

  memset(mine, 0xa5, sizeof mine);
  EXPECT_SUCCESS(flexio_copy_from_host(process, mine, sizeof mine, &memory));
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &one, sizeof one,
                                        flags + sizeof words[0]));
  EXPECT(pthread_join(busy, NULL) == 0);
  read_device(memory, still_mine, sizeof still_mine);
  EXPECT(memcmp(mine, still_mine, sizeof mine) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  EXPECT_FAILED(flexio_msg_stream_destroy(stream));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
