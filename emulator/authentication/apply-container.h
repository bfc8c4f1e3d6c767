// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Application of a certificate container by a device: ordered checks, then addition of
// a root, or removal of one or all.
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

/// The changes by an accepted container.
struct RootChange {
  bool removesAll = false;
  std::optional<Uuid> removed;
  std::optional<Root> added;
  Bytes stored; ///< structures of `added` to keep
};

/// Parses a root as the store has it: the structures of a container without the
/// fingerprint. Errors: bytes that are not a valid root.
Result<Root> readStoredRoot(ByteView structures);

/// Nothing if the container is accepted; `change` is set then.
std::optional<Refusal> checkContainer(ByteView bytes, const VendorView &device,
                                      const std::optional<Owner> &owner,
                                      const std::vector<Root> &roots,
                                      RootChange &change);

} // namespace dpa::auth

#endif
