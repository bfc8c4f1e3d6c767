// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stored settings (emulator/authentication/nv-values.h).
#include "emulator/authentication/nv-values.h"

#include <algorithm>

namespace dpa::auth {

namespace {

bool isBefore(const Tlv &a, const Tlv &b) {
  return a.type != b.type ? a.type < b.type : a.priority() < b.priority();
}

bool isSamePlace(const Tlv &a, const Tlv &b) {
  return a.type == b.type && a.priority() == b.priority();
}

} // namespace

void storeValue(NvValues &values, const Tlv &tlv) {
  const auto place = std::ranges::lower_bound(values, tlv, isBefore);
  if (place != values.end() && isSamePlace(*place, tlv))
    *place = tlv;
  else
    values.insert(place, tlv);
}

const Tlv *valueInForce(const NvValues &values, uint32_t type) {
  const Tlv *found = nullptr;
  for (auto tlv = values.rbegin(); tlv != values.rend(); ++tlv)
    if (tlv->type == type && (!found || found->mayBeOverridden()))
      found = &*tlv;
  return found;
}

const Tlv *defaultValue(const NvValues &values, uint32_t type) {
  const Tlv *found = nullptr;
  for (const Tlv &tlv : values)
    if (tlv.type == type && tlv.priority() != Priority::User)
      found = &tlv;
  return found;
}

bool isAuthenticationOn(const NvValues &values) {
  const Tlv *tlv = valueInForce(values, nv::dpaAuth);
  return tlv && fieldOf(*tlv, "dpa_auth_en") != 0;
}

Result<std::optional<Owner>> ownerIn(const std::vector<Tlv> &tlvs) {
  const Tlv *head = findTlv(tlvs, nv::publicKey0);
  const Tlv *low = findTlv(tlvs, nv::publicKey1);
  const Tlv *high = findTlv(tlvs, nv::publicKey2);
  if (!head && !low && !high)
    return std::optional<Owner>();
  if (!head || !low || !high)
    return Error{"expected all three TLVs of a public key, or none"};
  if (fieldOf(*head, "public_key_exp") != keyExponent)
    return Error{"public key has a wrong exponent (expected 65537)"};
  const Uuid uuid = uuidAt(head->data, 16);
  if (uuid.isZero())
    return Error{"UUID of the public key is zero"};
  Bytes modulus = low->data;
  append(modulus, high->data);
  Result<PublicKey> key = PublicKey::fromModulus(modulus);
  if (!key)
    return key.error();
  return std::optional<Owner>(Owner{uuid, *std::move(key)});
}

Result<std::optional<Owner>> ownerOf(const NvValues &values) {
  return ownerIn(values);
}

Result<NvValues> readValues(ByteView content) {
  Result<std::vector<Tlv>> tlvs = readTlvs(content);
  if (!tlvs)
    return tlvs.error();
  for (size_t i = 0; i < tlvs->size(); ++i)
    if ((*tlvs)[i].isForFilesOnly() ||
        (i > 0 && !isBefore((*tlvs)[i - 1], (*tlvs)[i])))
      return Error{"settings out of order"};
  if (Result<std::optional<Owner>> owner = ownerOf(*tlvs); !owner)
    return owner.error();
  return *std::move(tlvs);
}

Bytes valueBytes(const NvValues &values) {
  Bytes bytes;
  for (const Tlv &tlv : values)
    appendTlv(bytes, tlv);
  return bytes;
}

} // namespace dpa::auth
