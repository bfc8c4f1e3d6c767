/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libdoca_dpa_dev_comm.a: the version of the libraries. The library exists
 * because build files name it. Message queues of DOCA Comch, the contents of
 * NVIDIA's library of this name, are not implemented. */

extern const char __doca_dpa_dev_comm_version[];
const char __doca_dpa_dev_comm_version[] = "3.3.0";
