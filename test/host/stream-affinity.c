// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream's own calls into the device run on the unit of mgmt_affinity; a unit that does not exist
// makes creation fail.
// PROVES: R-STREAM-14
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --eus=4 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_msg_stream_attr_t attributes = {
      .data_bsize = 2048, .mgmt_affinity = {FLEXIO_AFFINITY_STRICT, 3}};
  struct flexio_msg_stream *stream;

  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  attributes.mgmt_affinity.id = 4;
  // CHECK: flexio: error: flexio_msg_stream_create: 'message stream 0' in process 'test_app' on 'mlx5_0': device 'mlx5_0' has no execution unit 4
  EXPECT_FAILED(
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream));
  EXPECT(stream == NULL);
  attributes.mgmt_affinity.type = (enum flexio_affinity_type)9;
  // CHECK-NEXT: flexio: error: flexio_msg_stream_create: no such affinity type in mgmt_affinity (got 9)
  EXPECT_FAILED(
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream));
  attributes.mgmt_affinity.type = (enum flexio_affinity_type)(-1);
  // CHECK-NEXT: flexio: error: flexio_msg_stream_create: no such affinity type in mgmt_affinity (got -1)
  EXPECT_FAILED(
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
