// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Application of a configuration file by a device: ordered checks, then all changes or
// none.
#ifndef DPA_EMULATOR_AUTHENTICATION_APPLY_FILE_H
#define DPA_EMULATOR_AUTHENTICATION_APPLY_FILE_H

#include "authentication/nv-file.h"
#include "emulator/authentication/device-identity.h"
#include "emulator/authentication/nv-values.h"

namespace dpa::auth {

/// UUID of the vendor's key of every emulated device.
extern const Uuid vendorKeyUuid;

struct VendorView {
  const DeviceIdentity &identity;
  const PublicKey &vendor;
};

/// Nothing if the file is accepted; `values` are changed then, otherwise unchanged.
std::optional<Refusal> applyNvFile(ByteView file, const VendorView &device,
                                   NvValues &values);

} // namespace dpa::auth

#endif
