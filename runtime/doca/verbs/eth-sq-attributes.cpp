// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_verbs_eth_sq_init_attr_*: what Ethernet send queues are created
// from.
#include "runtime/doca/verbs/ethernet.h"

#include <bit>

using namespace dpa::doca;

#define ETHERNET_ATTRIBUTES struct doca_verbs_eth_sq_init_attr
#define ETHERNET_CALL(name) doca_verbs_eth_sq_init_attr_##name
#define ETHERNET_LIST_LIMIT sendSegmentsMax
#include "runtime/doca/verbs/eth-attributes.inc"

doca_error_t doca_verbs_eth_sq_init_attr_set_allow_multi_pkt_send_wqe(
    struct doca_verbs_eth_sq_init_attr *attr,
    uint8_t allow_multi_pkt_send_wqe) {
  return setAttribute(
      __func__, attr, &doca_verbs_eth_sq_init_attr::allowsMultiplePackets,
      allow_multi_pkt_send_wqe, inRange(allow_multi_pkt_send_wqe, 0, 1));
}

doca_error_t doca_verbs_eth_sq_init_attr_set_sig_all(
    struct doca_verbs_eth_sq_init_attr *attr, int sig_all) {
  return keepAttribute(__func__, attr, static_cast<unsigned>(sig_all), 0);
}

doca_error_t doca_verbs_eth_sq_init_attr_set_max_inline_data(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_inline_data) {
  return keepAttribute(__func__, attr, max_inline_data, 0);
}
