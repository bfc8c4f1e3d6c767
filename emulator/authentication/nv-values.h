// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings that a device has stored, and which of them are in force. Of the
// values of several priorities the highest wins, unless it lets lower ones
// override it (ovr_en).
#ifndef DPA_EMULATOR_AUTHENTICATION_NV_VALUES_H
#define DPA_EMULATOR_AUTHENTICATION_NV_VALUES_H

#include "authentication/keys.h"
#include "authentication/nv-tlv.h"
#include "authentication/uuid.h"

namespace dpa::auth {

/// Sorted by type, then priority; one TLV of each pair.
using NvValues = std::vector<Tlv>;

/// Stores a TLV in the place of that with its type and priority.
void storeValue(NvValues &values, const Tlv &tlv);

/// Null: the setting has its factory value, zero.
const Tlv *valueInForce(const NvValues &values, uint32_t type);
/// The value that users start from: the one of the highest priority above theirs.
const Tlv *defaultValue(const NvValues &values, uint32_t type);

bool isAuthenticationOn(const NvValues &values);

/// The ownership key.
struct Owner {
  Uuid keyUuid;
  PublicKey key;
};

/// Nothing inside: the device has no owner. Errors: a key that cannot have been
/// stored.
Result<std::optional<Owner>> ownerOf(const NvValues &values);

/// The key in the TLVs of a file, or that it is damaged or incomplete.
Result<std::optional<Owner>> ownerIn(const std::vector<Tlv> &tlvs);

/// Content of a store file. Errors: TLVs that cannot have been stored.
Result<NvValues> readValues(ByteView content);
Bytes valueBytes(const NvValues &values);

} // namespace dpa::auth

#endif
