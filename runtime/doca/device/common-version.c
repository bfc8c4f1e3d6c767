/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libdoca_dpa_dev_comm.a, which build files name: programs get the version of
 * the libraries from it. Message queues of DOCA Comch, for which NVIDIA's
 * library of this name exists, are not implemented. */

extern const char __doca_dpa_dev_comm_version[];
const char __doca_dpa_dev_comm_version[] = "3.3.0";
