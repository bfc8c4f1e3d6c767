// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of compressed completions, as the network card writes them; preparation of a ring for them;
// syndromes of errors.
// PROVES: R-DQ-05
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

// 0, or the number of the first wrong field: an array of 5 with bytes that count from 0.
__dpa_rpc__ uint64_t check_array(uint64_t address) {
  struct flexio_dev_cqe64 *cqe = (struct flexio_dev_cqe64 *)address;
  uint64_t second = flexio_dev_comp_cqe_get_comp_cqe(cqe, 1);

  return flexio_dev_comp_cqe_get_validity_byte(cqe) != 0xa5               ? 1
         : flexio_dev_comp_cqe_is_comp_cqe_array(cqe) != 1                ? 2
         : flexio_dev_comp_cqe_get_num_comp_cqes(cqe) != 5                ? 3
         : second != 0x0f0e0d0c0b0a0908                                   ? 4
         : FLEXIO_DEV_COMP_CQE_GET_RX_HASH_RESULT(second) != 0x08090a0b   ? 5
         : flexio_dev_comp_cqe_get_comp_cqe(cqe, 6) != 0x3736353433323130 ? 6
         : flexio_dev_comp_cqe_get_comp_cqe(cqe, 7) != 0                  ? 7
         : flexio_dev_comp_cqe_get_comp_cqe(cqe, -1) != 0                 ? 8
         : flexio_dev_cqe_get_hw_err_synd(cqe) != 0x34                    ? 9
         : flexio_dev_cqe_get_vendor_err_synd(cqe) != 0x36                ? 10
                                                                          : 0;
}

// Prepares all entries but the last.
__dpa_rpc__ uint64_t prepare(uint64_t address, uint32_t entries) {
  struct flexio_dev_cqe64 *cqe = (struct flexio_dev_cqe64 *)address;

  flexio_dev_comp_cq_init(cqe, entries - 1, 0xfe);
  for (uint32_t i = 0; i < entries - 1; i++)
    if (flexio_dev_comp_cqe_get_validity_byte(&cqe[i]) != 0xfe ||
        flexio_dev_comp_cqe_is_comp_cqe_array(&cqe[i]) ||
        flexio_dev_cqe_get_owner(&cqe[i]) != 1 ||
        flexio_dev_cqe_get_opcode(&cqe[i]) != 15)
      return 1;
  return flexio_dev_comp_cqe_get_validity_byte(&cqe[entries - 1]) != 0;
}

//--- host.c
#include "handler.h"

flexio_func_t check_array, prepare;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint8_t entry[64];
  flexio_uintptr_t address;
  uint64_t result = 1;

  for (int i = 0; i < 64; i++)
    entry[i] = i;
  entry[62] = 0xa5;
  entry[63] = (5 - 1) << 4 | 3 << 2;
  EXPECT_SUCCESS(flexio_copy_from_host(process, entry, sizeof entry, &address));
  EXPECT(call1(process, check_array, address) == 0);
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 8 * 64, &address));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, 8 * 64, address));
  EXPECT_SUCCESS(flexio_process_call(process, prepare, &result, address, 8));
  EXPECT(result == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
