// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stored settings of a device, and the effective ones. The value with the highest
// priority is effective, unless it permits lower priorities to override it (ovr_en).
#ifndef DPA_EMULATOR_AUTHENTICATION_NV_VALUES_H
#define DPA_EMULATOR_AUTHENTICATION_NV_VALUES_H

#include "authentication/keys.h"
#include "authentication/nv-tlv.h"
#include "authentication/uuid.h"

namespace dpa::auth {

/// Sorted by type, then priority; one TLV of each pair.
using NvValues = std::vector<Tlv>;

/// Stores a TLV; replaces the one with its type and priority.
void storeValue(NvValues &values, const Tlv &tlv);

/// Null if the setting has its factory value, zero.
const Tlv *valueInForce(const NvValues &values, uint32_t type);
/// The default of users: the value of the highest priority above theirs.
const Tlv *defaultValue(const NvValues &values, uint32_t type);

bool isAuthenticationOn(const NvValues &values);

/// The ownership key.
struct Owner {
  Uuid keyUuid;
  PublicKey key;
};

/// The value is nothing if the device does not have an owner. Errors: an invalid key.
Result<std::optional<Owner>> ownerOf(const NvValues &values);

/// The key in the TLVs of a file. Errors: it is malformed or incomplete.
Result<std::optional<Owner>> ownerIn(const std::vector<Tlv> &tlvs);

/// Content of a store file. Errors: invalid TLVs.
Result<NvValues> readValues(ByteView content);
Bytes valueBytes(const NvValues &values);

} // namespace dpa::auth

#endif
