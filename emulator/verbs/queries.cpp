// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of an emulated device: one active Ethernet port without
// traffic objects. Limits of objects that cannot be created are 0.
#include "emulator/verbs/queries.h"

#include "base/uncancelled.h"
#include "emulator/verbs/device-list.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <endian.h>

// The macro of the header hides the function.
#undef ibv_query_port

using namespace dpa::verbs;

namespace dpa::verbs {
namespace {

constexpr uint8_t portCount = 1;
constexpr uint32_t vendorId = 0x02c9;
constexpr uint64_t pageSizes = 0xfffff000;
constexpr int objectsMax = 1 << 24;
constexpr uint8_t speedNdr = 128; ///< active_speed: 100 Gbit/s a lane
constexpr uint8_t width4x = 2;
constexpr uint8_t physicalPolling = 2;
constexpr uint8_t physicalLinkUp = 5;
constexpr uint32_t messageSizeMax = 1u << 30;
constexpr uint16_t defaultPkey = 0xffff;

/// What the queries need of a context's device.
struct DeviceState {
  bool isOpen = false; ///< false: closed, or inherited across fork()
  bool portIsUp = false;
  uint32_t model = 0;
};

DeviceState stateOf(const ibv_context *context) {
  return dpa::uncancelled([&] {
    const std::shared_ptr<Device> device = deviceOfContext(context);
    return device ? DeviceState{.isOpen = true,
                                .portIsUp = device->messages().portIsUp,
                                .model = device->model()}
                  : DeviceState();
  });
}

/// PCI device number of a hardware model.
uint32_t partNumber(uint32_t model) {
  constexpr std::array<uint32_t, 5> parts = {0, 0x1021, 0xa2dc, 0x1023, 0x1025};
  return model < parts.size() ? parts[model] : 0;
}

/// Both entries of the GID table are the link-local address: RoCE v1 and v2.
constexpr uint32_t gidCount = 2;

ibv_gid gidOf(const ibv_device *device) {
  constexpr uint64_t universalBit = 0x0200000000000000;
  ibv_gid gid;
  gid.global.subnet_prefix = htobe64(0xfe80000000000000);
  gid.global.interface_id = htobe64(deviceGuid(device) ^ universalBit);
  return gid;
}

ibv_gid_entry gidEntry(const ibv_context *context, uint32_t index) {
  ibv_gid_entry entry{};
  entry.gid = gidOf(context->device);
  entry.gid_index = index;
  entry.port_num = portCount;
  entry.gid_type = index == 0 ? IBV_GID_TYPE_ROCE_V1 : IBV_GID_TYPE_ROCE_V2;
  return entry;
}

void copyEntry(void *target, const ibv_gid_entry &entry, size_t size) {
  std::memset(target, 0, size);
  std::memcpy(target, &entry, std::min(size, sizeof entry));
}

} // namespace

int queryPort(ibv_context *context, uint8_t port, ibv_port_attr *attributes,
              size_t size) {
  const DeviceState device = stateOf(context);
  if (!device.isOpen)
    return ENODEV;
  if (port != portCount)
    return EINVAL;
  ibv_port_attr all;
  std::memset(&all, 0, sizeof all);
  all.state = device.portIsUp ? IBV_PORT_ACTIVE : IBV_PORT_DOWN;
  all.max_mtu = IBV_MTU_4096;
  all.active_mtu = IBV_MTU_1024;
  all.gid_tbl_len = gidCount;
  all.port_cap_flags = IBV_PORT_CM_SUP | IBV_PORT_IP_BASED_GIDS;
  all.max_msg_sz = messageSizeMax;
  all.pkey_tbl_len = 1;
  all.active_width = width4x;
  all.active_speed = speedNdr;
  all.phys_state = device.portIsUp ? physicalLinkUp : physicalPolling;
  all.link_layer = IBV_LINK_LAYER_ETHERNET;
  std::memset(attributes, 0, size);
  std::memcpy(attributes, &all, std::min(size, sizeof all));
  return 0;
}

} // namespace dpa::verbs

extern "C" {

int ibv_query_device(ibv_context *context, ibv_device_attr *attributes) {
  const DeviceState device = stateOf(context);
  if (!device.isOpen)
    return ENODEV;
  *attributes = {};
  std::strcpy(attributes->fw_ver, "emulated");
  attributes->node_guid = htobe64(deviceGuid(context->device));
  attributes->sys_image_guid = attributes->node_guid;
  attributes->max_mr_size = UINT64_MAX;
  attributes->page_size_cap = pageSizes;
  attributes->vendor_id = vendorId;
  attributes->vendor_part_id = partNumber(device.model);
  attributes->max_mr = objectsMax;
  attributes->max_pd = objectsMax;
  attributes->atomic_cap = IBV_ATOMIC_NONE;
  attributes->max_pkeys = 1;
  attributes->phys_port_cnt = portCount;
  return 0;
}

/// Called only by programs that bypass the inline function of verbs.h; they know
/// the attributes up to `flags`.
int ibv_query_port(ibv_context *context, uint8_t port,
                   _compat_ibv_port_attr *attributes) {
  return queryPort(context, port, reinterpret_cast<ibv_port_attr *>(attributes),
                   offsetof(ibv_port_attr, port_cap_flags2));
}

int ibv_query_gid(ibv_context *context, uint8_t port, int index, ibv_gid *gid) {
  const bool isOpen = stateOf(context).isOpen;
  if (!isOpen || port != portCount || index < 0 ||
      static_cast<uint32_t>(index) >= gidCount) {
    errno = isOpen ? EINVAL : ENODEV;
    return -1;
  }
  *gid = gidOf(context->device);
  return 0;
}

int _ibv_query_gid_ex(ibv_context *context, uint32_t port, uint32_t index,
                      ibv_gid_entry *entry, uint32_t flags, size_t size) {
  if (!stateOf(context).isOpen)
    return ENODEV;
  if (flags != 0)
    return EOPNOTSUPP;
  if (port != portCount || index >= gidCount)
    return EINVAL;
  copyEntry(entry, gidEntry(context, index), size);
  return 0;
}

ssize_t _ibv_query_gid_table(ibv_context *context, ibv_gid_entry *entries,
                             size_t count, uint32_t flags, size_t size) {
  if (!stateOf(context).isOpen)
    return -ENODEV;
  if (flags != 0)
    return -EOPNOTSUPP;
  if (count < gidCount)
    return -EINVAL;
  for (uint32_t i = 0; i < gidCount; ++i)
    copyEntry(reinterpret_cast<char *>(entries) + i * size,
              gidEntry(context, i), size);
  return gidCount;
}

int ibv_query_pkey(ibv_context *context, uint8_t port, int index,
                   __be16 *pkey) {
  const bool isOpen = stateOf(context).isOpen;
  if (!isOpen || port != portCount || index != 0) {
    errno = isOpen ? EINVAL : ENODEV;
    return -1;
  }
  *pkey = htobe16(defaultPkey);
  return 0;
}

int ibv_get_pkey_index(ibv_context *context, uint8_t port, __be16 pkey) {
  const bool isOpen = stateOf(context).isOpen;
  if (isOpen && port == portCount && be16toh(pkey) == defaultPkey)
    return 0;
  errno = isOpen ? EINVAL : ENODEV;
  return -1;
}

} // extern "C"
