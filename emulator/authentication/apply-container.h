// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device does with a certificate container: checks in their order, then one
// root more, one less, or none left.
#ifndef DPA_EMULATOR_AUTHENTICATION_APPLY_CONTAINER_H
#define DPA_EMULATOR_AUTHENTICATION_APPLY_CONTAINER_H

#include "authentication/certificate-container.h"
#include "authentication/certificate.h"
#include "emulator/authentication/apply-file.h"

namespace dpa::auth {

/// A root certificate of a device.
struct Root {
  Uuid uuid;
  Uuid keyUuid;
  Priority priority = Priority::Oem;
  bool isVendorSigned = false; ///< an OEM certificate
  Certificate certificate;
};

/// What an accepted container changes.
struct RootChange {
  bool removesAll = false;
  std::optional<Uuid> removed;
  std::optional<Root> added;
  Bytes stored; ///< structures of `added` to keep
};

/// Errors: bytes that no store has for a root.
Result<Root> rootOf(const CertificateContainer &container);

/// Nothing: `change` is set.
std::optional<Refusal> checkContainer(ByteView bytes, const VendorView &device,
                                      const std::optional<Owner> &owner,
                                      const std::vector<Root> &roots,
                                      RootChange &change);

} // namespace dpa::auth

#endif
