// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_verbs_eth_rq_init_attr_*: what Ethernet receive queues are created
// from.
#include "runtime/doca/verbs/ethernet.h"

#include <bit>

using namespace dpa::doca;

#define ETHERNET_ATTRIBUTES struct doca_verbs_eth_rq_init_attr
#define ETHERNET_CALL(name) doca_verbs_eth_rq_init_attr_##name
#define ETHERNET_LIST_LIMIT 32 // a request has at most 512 bytes
#include "runtime/doca/verbs/eth-attributes.inc"

doca_error_t
doca_verbs_eth_rq_init_attr_set_srq(struct doca_verbs_eth_rq_init_attr *attr,
                                    struct doca_verbs_srq *) {
  return rejectCall(__func__, attr,
                    "shared receive queue is not supported by Ethernet queues "
                    "(expected a queue pair)");
}
