// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another function of a card needs a partition of execution units: without one it can be opened,
// but runs nothing. In a partition, units are numbered from 0; the card's own function has all
// units under their own numbers.
// PROVES: R-EU-05 R-EU-06 R-EU-08 R-EU-09
// RUN: rm -rf %t && split-file %s %t && cp %S/Inputs/two-functions.toml %t/devices.toml
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: not dpa-run --config=%t/devices.toml --device=mlx5_1 -- %t/host 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: flexio: error: flexio_process_create: process 'test_app' on 'mlx5_1': {{.*}}the device is function 1 of 'mlx5_0', which has no partition of execution units; dpaeumgmt partition create makes one
// RUN: dpaeumgmt partition create --config=%t/devices.toml -d mlx5_0 -v 1 -r 20-40
// RUN: dpaeumgmt eu_group create --config=%t/devices.toml -d mlx5_1 -g last -r 19-20
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_1 -- %t/host 0 19 20 21 39 2>&1 | FileCheck --check-prefix=PART %s
// PART: mlx5_1: 0 runs, 19 runs, 20 runs, 21 does not, 39 does not, group 0 runs, group 1 runs, group 2 does not
// RUN: dpa-run --config=%t/devices.toml --device=mlx5_0 -- %t/host 0 20 39 63 64 2>&1 | FileCheck --check-prefix=CARD %s
// CARD: mlx5_0: 0 runs, 20 runs, 39 runs, 63 runs, 64 does not, group 0 runs, group 1 does not, group 2 does not

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

/* True if the units of an affinity run the calls of a stream. */
static const char *try(struct flexio_process *process,
                       enum flexio_affinity_type type, uint32_t id) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048,
                                         .mgmt_affinity = {type, id}};
  struct flexio_msg_stream *stream;

  if (flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream) !=
      FLEXIO_STATUS_SUCCESS)
    return "does not";
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  return "runs";
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  char line[256];
  int length = snprintf(line, sizeof line, "%s:", context->device->name);

  for (int i = 1; i < argc; i++)
    length += snprintf(line + length, sizeof line - (size_t)length, " %s %s,",
                       argv[i],
                       try(process, FLEXIO_AFFINITY_STRICT,
                           (uint32_t)strtoul(argv[i], NULL, 10)));
  snprintf(line + length, sizeof line - (size_t)length,
           " group 0 %s, group 1 %s, group 2 %s",
           try(process, FLEXIO_AFFINITY_GROUP, 0),
           try(process, FLEXIO_AFFINITY_GROUP, 1),
           try(process, FLEXIO_AFFINITY_GROUP, 2));
  puts(line);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
