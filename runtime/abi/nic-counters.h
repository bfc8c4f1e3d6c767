/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ids of the network card's counters (flexio_dev_nic_counters_config). Macros only. */
#ifndef DPA_ABI_NIC_COUNTERS_H
#define DPA_ABI_NIC_COUNTERS_H

/* Of port 0; the number of another port is added. */
#define DPA_NIC_COUNTER_RX_BYTES 0x10
#define DPA_NIC_COUNTER_TX_BYTES 0x20
#define DPA_NIC_COUNTER_PORT_MASK 0xf

/* Largest number of counters that a process can sample. */
#define DPA_NIC_COUNTERS_MAX 8

#endif
