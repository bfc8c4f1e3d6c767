// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices: their list, what they are, opening them; an open device outlives the
// list.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t | FileCheck %s
#include "device.h"
#include <doca_mmap.h>
#include <string.h>

int main(void) {
  struct doca_devinfo **list;
  uint32_t count = 0;
  OK(doca_devinfo_create_list(&list, &count));
  HOLDS(count >= 1 && list[count] == NULL);
  char name[DOCA_DEVINFO_IBDEV_NAME_SIZE], pci[DOCA_DEVINFO_PCI_ADDR_SIZE];
  uint8_t mac[6], ip[16], is_equal = 0, reps = 9;
  enum doca_pci_func_type type = DOCA_PCI_FUNC_TYPE_SF;
  OK(doca_devinfo_get_ibdev_name(list[0], name, sizeof name));
  INVALID(doca_devinfo_get_ibdev_name(list[0], name, 3));
  printf("%s\n", name); // CHECK: {{^}}mlx5_0{{$}}
  OK(doca_devinfo_get_mac_addr(list[0], mac, sizeof mac));
  INVALID(doca_devinfo_get_mac_addr(list[0], mac, 5));
  HOLDS((mac[0] & 1) == 0);
  OK(doca_devinfo_get_ipv6_addr(list[0], ip, sizeof ip));
  HOLDS(ip[0] == 0xfe && ip[1] == 0x80 && ip[15] == mac[5]);
  GIVES(DOCA_ERROR_OPERATING_SYSTEM,
        doca_devinfo_get_ipv4_addr(list[0], ip, sizeof ip));
  char interface[DOCA_DEVINFO_IFACE_NAME_SIZE];
  GIVES(DOCA_ERROR_OPERATING_SYSTEM,
        doca_devinfo_get_iface_name(list[0], interface, sizeof interface));
  OK(doca_devinfo_get_pci_addr_str(list[0], pci, sizeof pci));
  OK(doca_devinfo_is_equal_pci_addr(list[0], pci, &is_equal));
  HOLDS(is_equal == 1);
  OK(doca_devinfo_is_equal_pci_addr(list[0], pci + strlen("0000:"), &is_equal));
  HOLDS(is_equal == 1);
  OK(doca_devinfo_is_equal_pci_addr(list[0], "0000:ff:1f.7", &is_equal));
  HOLDS(is_equal == 0);
  OK(doca_devinfo_get_pci_func_type(list[0], &type));
  HOLDS(type == DOCA_PCI_FUNC_TYPE_PF);
  OK(doca_devinfo_rep_cap_is_filter_net_supported(list[0], &reps));
  HOLDS(reps == 0);

  struct doca_dev *dev, *again;
  OK(doca_dev_open(list[0], &dev));
  OK(doca_dev_open(list[0], &again));
  struct doca_devinfo *gone = list[0];
  OK(doca_devinfo_destroy_list(list));
  INVALID(doca_devinfo_destroy_list(list));
  INVALID(doca_devinfo_get_ibdev_name(gone, name, sizeof name));
  OK(doca_devinfo_get_ibdev_name(doca_dev_as_devinfo(dev), name, sizeof name));
  HOLDS(strcmp(name, "mlx5_0") == 0);

  // A device that is in use is not closed.
  struct doca_mmap *mmap;
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_add_dev(mmap, dev));
  GIVES(DOCA_ERROR_IN_USE, doca_dev_close(dev));
  OK(doca_mmap_destroy(mmap));
  OK(doca_dev_close(dev));
  INVALID(doca_dev_close(dev));
  HOLDS(doca_dev_as_devinfo(dev) == NULL);
  OK(doca_dev_close(again));
  return result(); // CHECK: {{^}}0 failures
}
