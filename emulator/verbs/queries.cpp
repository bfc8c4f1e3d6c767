// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of an emulated device and of its Ethernet ports. Limits of objects
// that cannot be created are 0.
#include "emulator/verbs/queries.h"

#include "base/uncancelled.h"
#include "emulator/verbs/addresses.h"
#include "emulator/verbs/device-list.h"
#include "emulator/verbs/limits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <endian.h>

// The macro of the header hides the function.
#undef ibv_query_port

using namespace dpa::verbs;

namespace dpa::verbs {
namespace {

constexpr uint32_t vendorId = 0x02c9;
constexpr uint64_t pageSizes = 0xfffff000;
constexpr uint8_t speedNdr = 128; ///< active_speed: 100 Gbit/s a lane
constexpr uint8_t width4x = 2;
constexpr uint8_t physicalPolling = 2;
constexpr uint8_t physicalLinkUp = 5;

/// What the queries need of a context's device.
struct DeviceState {
  bool isOpen = false; ///< false: closed, or inherited across fork()
  uint32_t model = 0;
  std::vector<PortState> ports; ///< number 1 first
};

DeviceState stateOf(const ibv_context *context) {
  DeviceState state;
  if (const std::shared_ptr<Device> device = deviceOfContext(context)) {
    state.isOpen = true;
    state.model = device->model();
    const HostNic *nic = device->nic();
    for (uint32_t port = 1; nic && port <= nic->portCount(); ++port)
      state.ports.push_back(nic->port(port));
  }
  return state;
}

/// PCI device number of a hardware model.
uint32_t partNumber(uint32_t model) {
  constexpr std::array<uint32_t, 5> parts = {0, 0x1021, 0xa2dc, 0x1023, 0x1025};
  return model < parts.size() ? parts[model] : 0;
}

void describe(const PortState &port, ibv_port_attr &all) {
  std::memset(&all, 0, sizeof all);
  all.state = port.isUp ? IBV_PORT_ACTIVE : IBV_PORT_DOWN;
  all.max_mtu = IBV_MTU_4096;
  all.active_mtu = mtuOf(port.mtu);
  all.gid_tbl_len = static_cast<int>(port.gids.size() * entriesOfGid);
  all.port_cap_flags = IBV_PORT_CM_SUP | IBV_PORT_IP_BASED_GIDS;
  all.max_msg_sz = limits::messageSize;
  all.pkey_tbl_len = 1;
  all.active_width = width4x;
  all.active_speed = speedNdr;
  all.phys_state = port.isUp ? physicalLinkUp : physicalPolling;
  all.link_layer = IBV_LINK_LAYER_ETHERNET;
}

void describeQueues(ibv_device_attr &all) {
  all.max_qp = limits::objects;
  all.max_qp_wr = limits::queueEntries;
  all.device_cap_flags = IBV_DEVICE_CURR_QP_STATE_MOD |
                         IBV_DEVICE_RC_RNR_NAK_GEN | IBV_DEVICE_SYS_IMAGE_GUID |
                         IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2B;
  all.max_sge = limits::sendElements;
  all.max_sge_rd = limits::sendElements;
  all.max_cq = limits::objects;
  all.max_cqe = limits::completionEntries;
  all.max_qp_rd_atom = limits::reads;
  all.max_res_rd_atom = static_cast<int>(limits::objects * limits::reads);
  all.max_qp_init_rd_atom = limits::reads;
  all.atomic_cap = IBV_ATOMIC_HCA;
  all.max_mw = limits::objects;
  all.max_ah = limits::objects;
  all.max_srq = limits::objects;
  all.max_srq_wr = limits::sharedQueueEntries;
  all.max_srq_sge = limits::sharedReceiveElements;
}

void describe(const ibv_device *device, const DeviceState &state,
              ibv_device_attr &all) {
  all = {};
  std::strcpy(all.fw_ver, "emulated");
  all.node_guid = htobe64(deviceGuid(device));
  all.sys_image_guid = all.node_guid;
  all.max_mr_size = UINT64_MAX;
  all.page_size_cap = pageSizes;
  all.vendor_id = vendorId;
  all.vendor_part_id = partNumber(state.model);
  all.max_mr = limits::objects;
  all.max_pd = limits::objects;
  all.max_pkeys = 1;
  all.phys_port_cnt = static_cast<uint8_t>(state.ports.size());
  describeQueues(all);
}

} // namespace

ibv_mtu mtuOf(uint16_t bytes) {
  constexpr int smallestLog = 8; // IBV_MTU_256 is 1
  const int log = std::bit_width(bytes) - 1;
  return static_cast<ibv_mtu>(
      std::clamp<int>(log - smallestLog + 1, IBV_MTU_256, IBV_MTU_4096));
}

namespace {

/// Any memory can be registered on demand.
void describePaging(ibv_device_attr_ex &all) {
  constexpr uint32_t datagram =
      IBV_ODP_SUPPORT_SEND | IBV_ODP_SUPPORT_RECV | IBV_ODP_SUPPORT_SRQ_RECV;
  constexpr uint32_t unreliable = datagram | IBV_ODP_SUPPORT_WRITE;
  all.odp_caps.general_caps = IBV_ODP_SUPPORT | IBV_ODP_SUPPORT_IMPLICIT;
  all.odp_caps.per_transport_caps = {
      .rc_odp_caps = unreliable | IBV_ODP_SUPPORT_READ | IBV_ODP_SUPPORT_ATOMIC,
      .uc_odp_caps = unreliable,
      .ud_odp_caps = datagram};
}

/// Fills `size` bytes of what the program knows as `All`.
template <typename All>
void copyPart(const All &all, void *target, size_t size) {
  std::memset(target, 0, size);
  std::memcpy(target, &all, std::min(size, sizeof all));
}

int describePort(const ibv_context *context, uint8_t port, void *attributes,
                 size_t size) {
  const DeviceState device = stateOf(context);
  if (!device.isOpen)
    return ENODEV;
  if (port < 1 || port > device.ports.size())
    return EINVAL;
  ibv_port_attr all;
  describe(device.ports[port - 1], all);
  copyPart(all, attributes, size);
  return 0;
}

int describeDevice(const ibv_context *context, void *attributes, size_t size) {
  const DeviceState device = stateOf(context);
  if (!device.isOpen)
    return ENODEV;
  if (size < sizeof(ibv_device_attr))
    return EINVAL;
  ibv_device_attr_ex all{};
  describe(context->device, device, all.orig_attr);
  describePaging(all);
  all.cq_mod_caps = {.max_cq_count = UINT16_MAX, .max_cq_period = UINT16_MAX};
  all.hca_core_clock = limits::clockKilohertz;
  all.phys_port_cnt_ex = static_cast<uint32_t>(device.ports.size());
  copyPart(all, attributes, size);
  return 0;
}

} // namespace

int queryPort(ibv_context *context, uint8_t port, ibv_port_attr *attributes,
              size_t size) {
  return uncancelled(
      [&] { return describePort(context, port, attributes, size); });
}

int queryDeviceEx(ibv_context *context, const ibv_query_device_ex_input *,
                  ibv_device_attr_ex *attributes, size_t size) {
  return uncancelled([&] { return describeDevice(context, attributes, size); });
}

} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

int ibv_query_device(ibv_context *context, ibv_device_attr *attributes) {
  return dpa::uncancelled(
      [&] { return describeDevice(context, attributes, sizeof *attributes); });
}

/// Called only by programs that bypass the inline function of verbs.h; they know
/// the attributes up to `flags`.
int ibv_query_port(ibv_context *context, uint8_t port,
                   _compat_ibv_port_attr *attributes) {
  return queryPort(context, port, reinterpret_cast<ibv_port_attr *>(attributes),
                   offsetof(ibv_port_attr, port_cap_flags2));
}

} // extern "C"
