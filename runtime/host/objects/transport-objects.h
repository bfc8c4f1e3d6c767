// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind struct flexio_transport_domain and struct flexio_sq_tis:
// objects of a device, not of a process. They isolate nothing here; they are
// checked as on hardware, where objects of one device cannot use another's.
#ifndef DPA_RUNTIME_HOST_OBJECTS_TRANSPORT_OBJECTS_H
#define DPA_RUNTIME_HOST_OBJECTS_TRANSPORT_OBJECTS_H

#include "emulator/interface/device.h"
#include "runtime/host/support/handles.h"

#include <memory>

namespace dpa::host {

/// Does not keep its device open.
class DeviceObject {
public:
  explicit DeviceObject(const std::shared_ptr<Device> &device)
      : device_(device) {}
  bool isOn(const Device &device) const {
    return device_.lock().get() == &device;
  }

private:
  const std::weak_ptr<Device> device_;
};

struct FlexioTransportDomain : DeviceObject {
  using DeviceObject::DeviceObject;
};
struct FlexioTis : DeviceObject {
  using DeviceObject::DeviceObject;
};

/// Live ones by what the program holds.
Handles<FlexioTransportDomain> &transportDomains();
Handles<FlexioTis> &transportInterfaces();

} // namespace dpa::host

#endif
