// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_dev.h that say what a device is. Addresses are those of
// port 1, from its table of GIDs.
#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/device.h"

#include <infiniband/verbs.h>

#include <array>
#include <cstring>
#include <functional>

using namespace dpa::doca;

namespace {

using Gid = std::array<uint8_t, 16>;

/// Visits the GIDs of port 1 until `visit` returns true, which it then does, too.
bool findGid(const doca_devinfo &info,
             const std::function<bool(const Gid &)> &visit) {
  ibv_context *context = info.open();
  if (!context)
    return false;
  ibv_port_attr port;
  bool isFound = false;
  if (ibv_query_port(context, 1, &port) == 0) {
    for (int i = 0; i < port.gid_tbl_len && !isFound; ++i) {
      ibv_gid raw = {};
      Gid gid = {};
      if (ibv_query_gid(context, 1, i, &raw))
        continue;
      memcpy(gid.data(), raw.raw, gid.size());
      isFound = gid != Gid() && visit(gid);
    }
  }
  ibv_close_device(context);
  return isFound;
}

constexpr Gid ipv4Prefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool isIpv4(const Gid &gid) {
  return memcmp(gid.data(), ipv4Prefix.data(), 12) == 0;
}

/// A link-local address of a MAC address, fe80::/64 and EUI-64.
bool isOfMac(const Gid &gid) {
  return gid[0] == 0xfe && gid[1] == 0x80 && gid[11] == 0xff && gid[12] == 0xfe;
}

bool readMac(const doca_devinfo &info, uint8_t *mac) {
  return findGid(info, [=](const Gid &gid) {
    if (!isOfMac(gid))
      return false;
    const uint8_t bytes[] = {static_cast<uint8_t>(gid[8] ^ 2),
                             gid[9],
                             gid[10],
                             gid[13],
                             gid[14],
                             gid[15]};
    memcpy(mac, bytes, sizeof bytes);
    return true;
  });
}

bool readIp(const doca_devinfo &info, bool isFour, uint8_t *address) {
  return findGid(info, [=](const Gid &gid) {
    if (isIpv4(gid) != isFour)
      return false;
    size_t from = isFour ? 12 : 0;
    memcpy(address, gid.data() + from, gid.size() - from);
    return true;
  });
}

/// A function that writes an address of a fixed size.
template <typename Read>
doca_error_t getAddress(const char *call, const doca_devinfo *info,
                        const void *buffer, bool fits, doca_error_t missing,
                        Read read) {
  return apiCall(
      call, [&] { return read() ? DOCA_SUCCESS : missing; }, live(info),
      notNull(buffer, "the buffer"),
      require([=] { return fits; }, DOCA_ERROR_INVALID_VALUE,
              "buffer is too small"));
}

doca_error_t noRepresentors(const char *call, const doca_devinfo *info,
                            uint8_t *supported) {
  return apiCall(
      call, [] { return DOCA_SUCCESS; }, live(info),
      result(supported, "the result pointer"));
}

/// No representor is live.
doca_error_t notARepresentor(const char *call, const void *handle) {
  return guarded(call, [&] { return checkLive(call, handle, "representor"); });
}

} // namespace

doca_error_t doca_devinfo_get_iface_name(const struct doca_devinfo *devinfo,
                                         char *iface_name, uint32_t) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(devinfo),
      notNull(iface_name, "iface_name"),
      require([] { return false; }, DOCA_ERROR_OPERATING_SYSTEM,
              "network interfaces are not supported by emulated devices"));
}

doca_error_t doca_devinfo_get_mac_addr(const struct doca_devinfo *devinfo,
                                       uint8_t *mac_addr, uint32_t size) {
  return getAddress(
      __func__, devinfo, mac_addr, size >= DOCA_DEVINFO_MAC_ADDR_SIZE,
      DOCA_ERROR_NOT_SUPPORTED, [&] { return readMac(*devinfo, mac_addr); });
}

doca_error_t doca_devinfo_get_ipv4_addr(const struct doca_devinfo *devinfo,
                                        uint8_t *ipv4_addr, uint32_t size) {
  return getAddress(__func__, devinfo, ipv4_addr,
                    size >= DOCA_DEVINFO_IPV4_ADDR_SIZE,
                    DOCA_ERROR_OPERATING_SYSTEM,
                    [&] { return readIp(*devinfo, true, ipv4_addr); });
}

doca_error_t doca_devinfo_get_ipv6_addr(const struct doca_devinfo *devinfo,
                                        uint8_t *ipv6_addr, uint32_t size) {
  return getAddress(__func__, devinfo, ipv6_addr,
                    size >= DOCA_DEVINFO_IPV6_ADDR_SIZE,
                    DOCA_ERROR_OPERATING_SYSTEM,
                    [&] { return readIp(*devinfo, false, ipv6_addr); });
}

doca_error_t doca_devinfo_get_pci_addr_str(const struct doca_devinfo *devinfo,
                                           char *pci_addr_str, uint32_t size) {
  return getAddress(__func__, devinfo, pci_addr_str,
                    size >= DOCA_DEVINFO_PCI_ADDR_SIZE, DOCA_ERROR_UNEXPECTED,
                    [&] {
                      strcpy(pci_addr_str, devinfo->pciAddress().c_str());
                      return true;
                    });
}

doca_error_t doca_devinfo_is_equal_pci_addr(const struct doca_devinfo *devinfo,
                                            const char *pci_addr_str,
                                            uint8_t *is_equal) {
  return apiCall(
      __func__,
      [&] {
        std::string own = devinfo->pciAddress();
        *is_equal =
            own == pci_addr_str || own == std::string("0000:") + pci_addr_str;
        return DOCA_SUCCESS;
      },
      live(devinfo), notNull(pci_addr_str, "pci_addr_str"),
      result(is_equal, "is_equal"));
}

doca_error_t
doca_devinfo_get_pci_func_type(const struct doca_devinfo *devinfo,
                               enum doca_pci_func_type *func_type) {
  return apiCall(
      __func__,
      [&] {
        *func_type = DOCA_PCI_FUNC_TYPE_PF;
        return DOCA_SUCCESS;
      },
      live(devinfo), notNull(func_type, "func_type"));
}

doca_error_t doca_devinfo_get_sf_index(const struct doca_devinfo *devinfo,
                                       uint32_t *sf_index) {
  return apiCall(
      __func__, [] { return DOCA_ERROR_NOT_SUPPORTED; }, live(devinfo),
      notNull(sf_index, "sf_index"));
}

doca_error_t
doca_devinfo_rep_cap_is_filter_net_supported(const struct doca_devinfo *devinfo,
                                             uint8_t *filter_net_supported) {
  return noRepresentors(__func__, devinfo, filter_net_supported);
}

doca_error_t
doca_devinfo_rep_cap_is_filter_all_supported(const struct doca_devinfo *devinfo,
                                             uint8_t *filter_all_supported) {
  return noRepresentors(__func__, devinfo, filter_all_supported);
}

doca_error_t doca_devinfo_rep_cap_is_filter_emulated_supported(
    const struct doca_devinfo *devinfo, uint8_t *filter_emulated_supported) {
  return noRepresentors(__func__, devinfo, filter_emulated_supported);
}

doca_error_t
doca_devinfo_rep_create_list(struct doca_dev *dev, int,
                             struct doca_devinfo_rep ***dev_list_rep,
                             uint32_t *nb_devs_rep) {
  return apiCall(
      __func__, [] { return DOCA_ERROR_NOT_SUPPORTED; }, live(dev),
      result(dev_list_rep, "dev_list_rep"), result(nb_devs_rep, "nb_devs_rep"),
      require([] { return false; }, DOCA_ERROR_NOT_SUPPORTED,
              "representors are not supported by emulated devices"));
}

doca_error_t
doca_devinfo_rep_destroy_list(struct doca_devinfo_rep **dev_list_rep) {
  return notARepresentor(__func__, static_cast<const void *>(dev_list_rep));
}

doca_error_t
doca_devinfo_rep_get_vuid(const struct doca_devinfo_rep *devinfo_rep, char *,
                          uint32_t) {
  return notARepresentor(__func__, devinfo_rep);
}

doca_error_t
doca_devinfo_rep_is_equal_pci_addr(const struct doca_devinfo_rep *devinfo_rep,
                                   const char *, uint8_t *) {
  return notARepresentor(__func__, devinfo_rep);
}

doca_error_t doca_dev_rep_open(struct doca_devinfo_rep *devinfo,
                               struct doca_dev_rep **) {
  return notARepresentor(__func__, devinfo);
}

doca_error_t doca_dev_rep_close(struct doca_dev_rep *dev) {
  return notARepresentor(__func__, dev);
}
