/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counters of the network card's ports: selects and samples them. The machine
 * keeps the selection of the process. Invalid arguments end the process, as the
 * manual says, so that nothing is returned.
 */
#include "runtime/abi/nic-counters.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <libflexio-dev/flexio_dev.h>

_Static_assert(FLEXIO_DEV_NIC_COUNTER_PORT0_RX_BYTES ==
                   DPA_NIC_COUNTER_RX_BYTES,
               "shared with the machine");
_Static_assert(FLEXIO_DEV_NIC_COUNTER_PORT0_TX_BYTES ==
                   DPA_NIC_COUNTER_TX_BYTES,
               "shared with the machine");

void flexio_dev_nic_counters_config(uint32_t *counter_values,
                                    uint32_t *counter_ids,
                                    uint32_t num_counters) {
  system_call(DPA_SYS_NIC_COUNTERS_CONFIG, (uintptr_t)counter_values,
              (uintptr_t)counter_ids, num_counters);
}

void flexio_dev_nic_counters_sample(void) {
  system_call(DPA_SYS_NIC_COUNTERS_SAMPLE, 0, 0, 0);
}
