// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QUERY_HCA_CAP: fields that are not listed here are 0, "not supported".
#include "emulator/verbs/devx-capabilities.h"

#include "emulator/verbs/devx-commands.h"
#include "emulator/verbs/limits.h"

#include <algorithm>
#include <bit>

namespace dpa::verbs::devx {
namespace {

struct Value {
  Field field; ///< its place in the capabilities
  uint64_t value;
};

constexpr uint64_t logOf(uint64_t number) {
  return static_cast<uint64_t>(std::bit_width(number) - 1);
}
constexpr uint64_t logObjects = logOf(limits::objects);

constexpr Value generalValues[] = {
    {{0x80, 8}, logOf(limits::sharedQueueEntries)}, // log_max_srq_sz
    {{0x88, 8}, logOf(limits::queueEntries)},       // log_max_qp_sz
    {{0x9b, 5}, logObjects},                        // log_max_qp
    {{0xab, 5}, logObjects},                        // log_max_srq
    {{0xc8, 8}, logOf(limits::completionEntries)},  // log_max_cq_sz
    {{0xdb, 5}, logObjects},                        // log_max_cq
    {{0xea, 6}, logObjects},                        // log_max_mkey
    {{0x1a6, 1}, 1},                                // nic_flow_table
    {{0x1b6, 2}, 1},                                // port_type: Ethernet
    {{0x21c, 1}, 1},                                // eth_net_offloads
    {{0x21d, 1}, 1},                                // roce
    {{0x220, 1}, 1},                                // cq_oi
    {{0x221, 1}, 1},                                // cq_resize
    {{0x222, 1}, 1},                                // cq_moderation
    {{0x223, 1}, 1},                                // cq_period_mode_modify
    {{0x22b, 1}, 1},                                // cq_period_start_from_cqe
    {{0x240, 1}, 1},                                // uar_4k
    {{0x258, 8}, 12},                               // log_pg_sz
    {{0x323, 5}, logObjects},                       // log_max_transport_domain
    {{0x32b, 5}, logObjects},                       // log_max_pd
    {{0x363, 5}, logObjects},                       // log_max_rq
    {{0x36b, 5}, logObjects},                       // log_max_sq
    {{0x373, 5}, logObjects},                       // log_max_tir
    {{0x37b, 5}, logObjects},                       // log_max_tis
    {{0x380, 1}, 1},                                // basic_cyclic_rcv_wqe
    {{0x383, 5}, logObjects},                       // log_max_rmp
    {{0x38b, 5}, logObjects},                       // log_max_rqt
    {{0x393, 5}, logOf(SteeringControl::queueTableMax)}, // log_max_rqt_size
    {{0x5bf, 1}, 1},                                     // cqe_compression
};

constexpr Value ethernetValues[] = {
    {{0x00, 1}, 1},                                     // csum_cap
    {{0x14, 4}, logOf(SteeringControl::queueTableMax)}, // rss_ind_tbl_cap
};

void put(Answer out, Field field, uint64_t value) {
  set(out, {static_cast<uint32_t>(8 * headSize) + field.offset, field.bits},
      value);
}

/// The index of the device among those of the program.
uint64_t vhcaOf(const Device &device) {
  std::string error;
  const std::vector<std::string> names = deviceNames(error);
  return static_cast<uint64_t>(std::ranges::find(names, device.name()) -
                               names.begin());
}

} // namespace

int queryCapabilities(Device &device, Command in, Answer out) {
  constexpr const char *function = "mlx5dv_devx_general_cmd";
  if (out.size() < capability::answerSize)
    return refuseAnswer(function, "QUERY_HCA_CAP", out, capability::answerSize);
  if (get(in, capability::otherFunction) != 0)
    return refusePart(function,
                      "QUERY_HCA_CAP: other_function is not emulated");
  const uint64_t type = get(in, modifier) >> 1; // the last bit: now, or at most
  if (type == capability::ethernet) {
    for (const Value &each : ethernetValues)
      put(out, each.field, each.value);
    return 0;
  }
  if (type == capability::dpa) {
    put(out, capability::executionUnits, device.unitCount());
    put(out, capability::watchdogMilliseconds,
        std::min<uint64_t>(device.watchdogMilliseconds(), UINT32_MAX));
    return 0;
  }
  if (type != capability::general)
    return refusePart(function, "QUERY_HCA_CAP: capabilities of type " +
                                    std::to_string(type) +
                                    " are not emulated (expected 0, general, "
                                    "or 1, Ethernet)");
  for (const Value &each : generalValues)
    put(out, each.field, each.value);
  put(out, {0x30, 16}, vhcaOf(device)); // vhca_id
  put(out, {0x1b8, 8},
      device.nic() ? device.nic()->portCount() : 1); // num_ports
  return 0;
}

} // namespace dpa::verbs::devx
