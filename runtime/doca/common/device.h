// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices: the verbs context and the protection domain. All DOCA libraries create
// their objects in this domain, so that these can use each other's keys.
#ifndef DPA_RUNTIME_DOCA_COMMON_DEVICE_H
#define DPA_RUNTIME_DOCA_COMMON_DEVICE_H

#include "runtime/doca/common/object.h"
#include "runtime/include/doca/doca_dev.h"

#include <string>

struct ibv_context;
struct ibv_pd;

/// An entry of a list of devices, or the description of an open device.
struct doca_devinfo : dpa::doca::Object {
  static constexpr const char *kind = "devinfo";

  /// Opens the verbs device; null if it no longer exists. The caller closes it.
  DOCA_INTERNAL ibv_context *open() const;
  std::string pciAddress() const;

  std::string name;    ///< of the verbs device
  unsigned number = 0; ///< in the list of devices
};

/// An open device.
struct doca_dev : dpa::doca::Object {
  static constexpr const char *kind = "dev";
  DOCA_INTERNAL ~doca_dev();

  std::unique_ptr<doca_devinfo> info; ///< live as long as this
  ibv_context *context = nullptr;
  ibv_pd *pd = nullptr;
  bool isBorrowed = false; ///< context and pd belong to another object
};

namespace dpa::doca {

/// The device of a context and protection domain that the caller keeps open
/// (doca_verbs_pd_as_doca_dev).
DOCA_INTERNAL std::unique_ptr<doca_dev> borrowDevice(ibv_pd *pd);
/// Publishes the device and its description.
DOCA_INTERNAL doca_dev *publishDevice(std::unique_ptr<doca_dev> dev);

} // namespace dpa::doca

#endif
