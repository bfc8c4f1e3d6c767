// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that accesses any place of the page of control registers, with any size and value, faults
// or is refused; the program and other processes continue.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_LOG_LEVEL=error dpa-run -- %t/host >%t/log 2>&1
// RUN: tail -n 1 %t/log | FileCheck %s
// RUN: env DPA_ENGINE=interp dpa-run -- %t/host >%t/log 2>&1
// RUN: tail -n 1 %t/log | FileCheck %s
// CHECK: 8 registers, done

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* Bit 7 of `size`: a load. */
__dpa_rpc__ uint64_t touch(uint64_t address, uint64_t size, uint64_t value) {
  switch (size) {
  case 1:
    *(volatile uint8_t *)address = (uint8_t)value;
    break;
  case 2:
    *(volatile uint16_t *)address = (uint16_t)value;
    break;
  case 4:
    *(volatile uint32_t *)address = (uint32_t)value;
    break;
  case 8:
    *(volatile uint64_t *)address = value;
    break;
  case 0x84:
    (void)*(volatile uint32_t *)address;
    break;
  case 0x88:
    (void)*(volatile uint64_t *)address;
    break;
  default:
    __atomic_fetch_add((uint64_t *)address, value, __ATOMIC_SEQ_CST);
  }
  return 1;
}

//--- host.c
#include "registered-memory.h"

flexio_func_t touch;

static struct ibv_context *context;
static struct flexio_process *process;

/* Whether the access did not fault. */
static bool passes(uint64_t address, uint64_t size, uint64_t value) {
  uint64_t result = 0;
  flexio_status status =
      flexio_process_call(process, touch, &result, address, size, value);

  if (status == FLEXIO_STATUS_SUCCESS) {
    EXPECT(result == 1);
    return true;
  }
  EXPECT(status == FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  process = create_process(context);
  return false;
}

int main(void) {
  const uint64_t page = 0xC0200000;
  const uint64_t values[] = {UINT64_MAX, UINT64_C(1) << 63, 0xdeadbeef, 0, 1};
  int registers = 0;

  context = open_device();
  process = create_process(context);
  for (uint64_t offset = 0; offset < 0x118; offset += 8) {
    const bool is_register = passes(page + offset, 8, UINT64_MAX);
    registers += is_register;
    for (size_t i = 0; is_register && i < 5; i++)
      EXPECT(passes(page + offset, 8, values[i]));
    EXPECT(!passes(page + offset, 1, 1) && !passes(page + offset + 4, 4, 1) &&
           !passes(page + offset, 0x84, 1) && !passes(page + offset, 0, 1));
    passes(page + offset, 0x88, 1);
  }
  EXPECT(!passes(page + 0x41, 8, 1) && !passes(page + 0xffc, 8, 1) &&
         !passes(page + 0xff8, 8, 1) && !passes(page + 0x1000, 8, 1) &&
         !passes(page - 4, 8, 1) && !passes(0xC0100040, 8, 1));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  fprintf(stderr, "%d registers, done\n", registers);
  return 0;
}
