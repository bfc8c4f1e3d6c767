// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device does with a configuration file: checks in their order, then all
// changes or none.
#ifndef DPA_EMULATOR_AUTHENTICATION_APPLY_FILE_H
#define DPA_EMULATOR_AUTHENTICATION_APPLY_FILE_H

#include "authentication/nv-file.h"
#include "emulator/authentication/device-identity.h"
#include "emulator/authentication/nv-values.h"

namespace dpa::auth {

/// The name of the vendor's key of every emulated device.
extern const Uuid vendorKeyUuid;

struct VendorView {
  const DeviceIdentity &identity;
  const PublicKey &vendor;
};

/// Nothing: `values` are those after the file. Otherwise they are unchanged.
std::optional<Refusal> applyNvFile(ByteView file, const VendorView &device,
                                   NvValues &values);

} // namespace dpa::auth

#endif
