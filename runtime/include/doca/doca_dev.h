/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Devices: list, open, attributes and capabilities. Sizes of buffers are in bytes; strings end with NUL.
 * Unless said otherwise, NULL and handles that are not live are DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_DEV_H
#define DOCA_DEV_H

#include <stdint.h>

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The description of a device. */
struct doca_devinfo;
/** An open device. */
struct doca_dev;
/** The description of a representor of a device. */
struct doca_devinfo_rep;
/** An open representor. */
struct doca_dev_rep;

#define DOCA_DEVINFO_VUID_SIZE 128
#define DOCA_DEVINFO_IBDEV_NAME_SIZE 64
#define DOCA_DEVINFO_IFACE_NAME_SIZE 256
#define DOCA_DEVINFO_MAC_ADDR_SIZE 6
#define DOCA_DEVINFO_IPV4_ADDR_SIZE 4
#define DOCA_DEVINFO_IPV6_ADDR_SIZE 16
#define DOCA_DEVINFO_PCI_ADDR_SIZE 13
#define DOCA_DEVINFO_PCI_BDF_SIZE 8
#define DOCA_DEVINFO_REP_VUID_SIZE 128
#define DOCA_DEVINFO_REP_PCI_ADDR_SIZE 13
#define DOCA_DEVINFO_REP_PCI_BDF_SIZE 8

/** Kinds of representors to list, as bits. */
enum doca_devinfo_rep_filter {
  DOCA_DEVINFO_REP_FILTER_ALL = 0,
  DOCA_DEVINFO_REP_FILTER_NET = 1 << 1,
  DOCA_DEVINFO_REP_FILTER_EMULATED = 1 << 2
};

/**
 * Lists the devices. The list ends with a NULL entry that `nb_devs` does not count. The caller owns
 * it; doca_devinfo_destroy_list() frees list and entries. NOT_FOUND: verbs cannot list devices.
 * A list may be empty.
 */
DOCA_STABLE doca_error_t
doca_devinfo_create_list(struct doca_devinfo ***dev_list, uint32_t *nb_devs);

/** Frees a list of doca_devinfo_create_list(). Devices that were opened stay open. */
DOCA_STABLE doca_error_t
doca_devinfo_destroy_list(struct doca_devinfo **dev_list);

/** Opens a device; the caller owns it. NOT_CONNECTED: the device no longer exists.
 * INITIALIZATION: verbs cannot open it. */
DOCA_STABLE doca_error_t doca_dev_open(struct doca_devinfo *devinfo,
                                       struct doca_dev **dev);

/** Closes a device. IN_USE: another object uses it. */
DOCA_STABLE doca_error_t doca_dev_close(struct doca_dev *dev);

/** Returns the description of an open device, which lives as long as the device; NULL if `dev` is
 * not a live device. */
DOCA_STABLE struct doca_devinfo *
doca_dev_as_devinfo(const struct doca_dev *dev);

/** Writes the verbs name of the device. INVALID_VALUE: `size` is too small. */
DOCA_STABLE doca_error_t doca_devinfo_get_ibdev_name(
    const struct doca_devinfo *devinfo, char *ibdev_name, uint32_t size);

/** Writes the name of the device's network interface. OPERATING_SYSTEM: there is none, as for
 * all emulated devices. INVALID_VALUE: `size` is too small. */
DOCA_STABLE doca_error_t doca_devinfo_get_iface_name(
    const struct doca_devinfo *devinfo, char *iface_name, uint32_t size);
/** Writes the MAC address of port 1; `size` is at least DOCA_DEVINFO_MAC_ADDR_SIZE. NOT_SUPPORTED: the
 * port does not have one. */
DOCA_STABLE doca_error_t doca_devinfo_get_mac_addr(
    const struct doca_devinfo *devinfo, uint8_t *mac_addr, uint32_t size);
/** Writes the first IPv4 address of port 1, in network byte order; `size` is at least
 * DOCA_DEVINFO_IPV4_ADDR_SIZE. OPERATING_SYSTEM: the port does not have one. */
DOCA_STABLE doca_error_t doca_devinfo_get_ipv4_addr(
    const struct doca_devinfo *devinfo, uint8_t *ipv4_addr, uint32_t size);
/** Writes the first IPv6 address of port 1, in network byte order; `size` is at least
 * DOCA_DEVINFO_IPV6_ADDR_SIZE. OPERATING_SYSTEM: the port does not have one. */
DOCA_STABLE doca_error_t doca_devinfo_get_ipv6_addr(
    const struct doca_devinfo *devinfo, uint8_t *ipv6_addr, uint32_t size);

/** Writes the PCI address of the device, "0000:03:00.0"; `size` is at least DOCA_DEVINFO_PCI_ADDR_SIZE.
 * Emulated devices are functions in the order of the list. */
DOCA_STABLE doca_error_t doca_devinfo_get_pci_addr_str(
    const struct doca_devinfo *devinfo, char *pci_addr_str, uint32_t size);
/** Stores whether `pci_addr_str`, with or without "0000:", is the device's PCI address: 1 or 0. */
DOCA_STABLE doca_error_t
doca_devinfo_is_equal_pci_addr(const struct doca_devinfo *devinfo,
                               const char *pci_addr_str, uint8_t *is_equal);

/** Stores the kind of PCI function. Emulated devices are physical functions. */
DOCA_STABLE doca_error_t doca_devinfo_get_pci_func_type(
    const struct doca_devinfo *devinfo, enum doca_pci_func_type *func_type);
/** Stores the index of a scalable function. NOT_SUPPORTED: the device is not a scalable function. */
DOCA_STABLE doca_error_t doca_devinfo_get_sf_index(
    const struct doca_devinfo *devinfo, uint32_t *sf_index);

/** Stores whether representors of kind NET can be listed: 1 or 0. Emulated devices have no representors. */
DOCA_STABLE doca_error_t doca_devinfo_rep_cap_is_filter_net_supported(
    const struct doca_devinfo *devinfo, uint8_t *filter_net_supported);
/** Stores 1 if representors of all kinds can be listed, else 0. */
DOCA_STABLE doca_error_t doca_devinfo_rep_cap_is_filter_all_supported(
    const struct doca_devinfo *devinfo, uint8_t *filter_all_supported);
/** Stores 1 if representors of emulated functions can be listed, else 0. */
DOCA_STABLE doca_error_t doca_devinfo_rep_cap_is_filter_emulated_supported(
    const struct doca_devinfo *devinfo, uint8_t *filter_emulated_supported);

/** Lists the representors of a device, as doca_devinfo_create_list() does. NOT_SUPPORTED: the device
 * does not have representors, as all emulated devices. */
DOCA_STABLE doca_error_t doca_devinfo_rep_create_list(
    struct doca_dev *dev, int filter, struct doca_devinfo_rep ***dev_list_rep,
    uint32_t *nb_devs_rep);
/* The following fail with INVALID_VALUE, because no list has representors. */
/** Frees a list of doca_devinfo_rep_create_list(). */
DOCA_STABLE doca_error_t
doca_devinfo_rep_destroy_list(struct doca_devinfo_rep **dev_list_rep);
/** Writes the unique name of a representor. */
DOCA_STABLE doca_error_t doca_devinfo_rep_get_vuid(
    const struct doca_devinfo_rep *devinfo_rep, char *rep_vuid, uint32_t size);
/** Stores whether `pci_addr_str` is the representor's PCI address: 1 or 0. */
DOCA_STABLE doca_error_t
doca_devinfo_rep_is_equal_pci_addr(const struct doca_devinfo_rep *devinfo_rep,
                                   const char *pci_addr_str, uint8_t *is_equal);
/** Opens a representor; the caller owns it. */
DOCA_STABLE doca_error_t doca_dev_rep_open(struct doca_devinfo_rep *devinfo,
                                           struct doca_dev_rep **dev_rep);
/** Closes a representor. */
DOCA_STABLE doca_error_t doca_dev_rep_close(struct doca_dev_rep *dev);

#ifdef __cplusplus
}
#endif

#endif
