// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages are written to the stream's file before the call returns; on request, the number of the
// execution unit precedes each.
// PROVES: R-STREAM-01 R-STREAM-03 R-STREAM-12 R-STREAM-16 R-STREAM-20
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --message-prefix=eu -- %t/host %t/file | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t/file
// RUN: dpa-run -- %t/host %t/file | FileCheck %s --check-prefix=PLAIN
// PLAIN: {{^}}Calculate: 44 + 55 = 99{{$}}
// PLAIN: {{^}}to the default stream: -5 0x1f text{{$}}

// CHECK: {{^}}/{{[ 0-9][0-9]}}/Calculate: 44 + 55 = 99{{$}}
// CHECK-NEXT: {{^}}the call has returned 99{{$}}
// CHECK-NEXT: {{^}}/{{[ 0-9][0-9]}}/to the default stream: -5 0x1f text{{$}}
// CHECK-NEXT: {{^}}the call has returned 0{{$}}
// CHECK-NOT: {{.}}
// FILE: {{^}}/{{[ 0-9][0-9]}}/to stream 1{{$}}
// FILE-NOT: {{.}}

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t calculate(uint64_t a, uint64_t b) {
  flexio_dev_print("Calculate: %lu + %lu = %lu\n", (unsigned long)a,
                   (unsigned long)b, (unsigned long)(a + b));
  return a + b;
}

__dpa_rpc__ uint64_t say_to(int stream) {
  flexio_dev_msg_info(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID,
                      "to the default stream: %d 0x%x %s\n", -5, 31, "text");
  flexio_dev_msg_info(stream, "to stream %d\n", stream);
  flexio_dev_msg_dbg(stream, "not at this level\n");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t calculate, say_to;

int main(int argc, char **argv) {
  FILE *file = fopen(argv[argc - 1], "w");
  struct flexio_process *process = create_process(open_device());
  flexio_msg_stream_attr_t attributes = {.data_bsize = 8192,
                                         .stream_name = (char *)"the default"};
  struct flexio_msg_stream *first, *second;
  pthread_t thread = pthread_self();
  uint64_t result;

  EXPECT(file);
  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, stdout, &thread, &first));
  EXPECT(!pthread_equal(thread, pthread_self()) &&
         flexio_msg_stream_get_id(first) == 0);
  second = create_stream(process, FLEXIO_MSG_DEV_INFO, file);
  EXPECT(flexio_msg_stream_get_id(second) == 1);
  EXPECT_SUCCESS(flexio_process_call(process, calculate, &result, UINT64_C(44),
                                     UINT64_C(55)));
  printf("the call has returned %lu\n", (unsigned long)result);
  EXPECT_SUCCESS(flexio_process_call(process, say_to, &result,
                                     flexio_msg_stream_get_id(second)));
  printf("the call has returned %lu\n", (unsigned long)result);
  EXPECT_SUCCESS(flexio_msg_stream_flush(first));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(second));
  EXPECT(fclose(file) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_destroy(first));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
