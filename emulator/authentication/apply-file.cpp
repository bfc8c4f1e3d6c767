// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and applies configuration files
// (emulator/authentication/apply-file.h).
#include "emulator/authentication/apply-file.h"

#include <algorithm>

namespace dpa::auth {

constexpr Uuid vendorKeyUuid = {
    {std::byte(0x0d), std::byte(0x9a), std::byte(0x0e), std::byte(0x11),
     std::byte(0x00), std::byte(0x00), std::byte(0x40), std::byte(0x00),
     std::byte(0x80), std::byte(0x00), std::byte(0x76), std::byte(0x65),
     std::byte(0x6e), std::byte(0x64), std::byte(0x6f),
     std::byte(0x72)}}; // ends with "vendor"

namespace {

using Refused = std::optional<Refusal>;

Refused refused(ComponentCode code, const std::string &why) {
  return Refusal{code, why};
}

/// A signed file and the contents of its id TLV.
struct Change {
  NvFile file;
  const Tlv *id = nullptr;
  Priority priority = Priority::Oem;
  bool isOwnerSigned = false;
  std::optional<Owner> newOwner;

  bool has(std::string_view flag) const { return fieldOf(*id, flag) != 0; }
};

/// A text field without its padding and blanks on both sides.
std::string_view trimmedField(const Tlv &tlv, size_t offset, size_t size) {
  std::string_view text = textOf(ByteView(tlv.data).subspan(offset, size));
  text = text.substr(0, text.find('\0'));
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Refused checkDevice(const Change &change, const DeviceIdentity &identity) {
  const Tlv &target = *findTlv(change.file.tlvs, nv::applicableTo);
  const std::string_view psid = trimmedField(target, 0, 16);
  const std::string_view branch = trimmedField(target, 16, 16);
  const auto isAuthenticationTlv = [](const Tlv &tlv) {
    return tlv.type == nv::dpaAuth || tlv.type == nv::publicKey0;
  };
  if (!identity.knowsAuthentication() &&
      std::ranges::any_of(change.file.tlvs, isAuthenticationTlv))
    return refused(ComponentCode::NotApplicable,
                   "firmware " + identity.firmwareVersion +
                       " does not support authentication (expected DOCA 2.2.0, "
                       "32.38, or later)");
  if (psid != identity.psid)
    return refused(ComponentCode::NotApplicable,
                   "file is for PSID '" + std::string(psid) + "' (expected '" +
                       identity.psid + "')");
  if (!branch.empty() && branch != identity.psidBranch)
    return refused(ComponentCode::NotApplicable,
                   "file is for PSID branch '" + std::string(branch) +
                       "' (expected '" + identity.psidBranch + "')");
  return std::nullopt;
}

Refused checkSignature(Change &change, const PublicKey &vendor,
                       const std::optional<Owner> &owner) {
  const NvFile &file = change.file;
  const bool isVendorSigned = file.keyUuid == vendorKeyUuid;
  change.isOwnerSigned = owner && file.keyUuid == owner->keyUuid;
  if (!isVendorSigned && !change.isOwnerSigned)
    return refused(ComponentCode::UnknownKey,
                   "key not found: " + uuidText(file.keyUuid) +
                       (owner ? "" : " (the device does not have an owner)"));
  if (change.isOwnerSigned && change.priority == Priority::Nvidia)
    return refused(ComponentCode::KeyMayNotSign,
                   "nv_file_id_mlnx requires the vendor's signature");
  if (!(isVendorSigned ? vendor : owner->key)
           .verifies(file.signature, file.signedBytes))
    return refused(ComponentCode::AuthenticationFailed,
                   "signature does not match key " + uuidText(file.keyUuid));
  return std::nullopt;
}

Refused checkOwnership(Change &change, const std::optional<Owner> &owner) {
  Result<std::optional<Owner>> newOwner = ownerIn(change.file.tlvs);
  if (!newOwner)
    return refused(ComponentCode::BadFormat, newOwner.error().message);
  change.newOwner = *newOwner;
  if (change.newOwner && change.newOwner->keyUuid == vendorKeyUuid)
    return refused(ComponentCode::BadFormat,
                   "ownership key has the UUID of the vendor's key");
  if (change.newOwner && change.priority == Priority::Nvidia)
    return refused(ComponentCode::BadFormat,
                   "ownership key in an nv_file_id_mlnx file");
  if (!change.isOwnerSigned && owner && change.priority == Priority::Oem)
    return refused(ComponentCode::NotApplicable,
                   "file is not signed by the owner of the device");
  if (findTlv(change.file.tlvs, nv::dpaAuth) && !owner && !change.newOwner)
    return refused(ComponentCode::NotApplicable,
                   "nv_dpa_auth on a device without an owner");
  return std::nullopt;
}

/// The priority of a TLV in the store. The ownership key has that of the file.
Priority targetOf(const Change &change, const Tlv &tlv) {
  const bool isKey = tlv.type >= nv::publicKey0 && tlv.type <= nv::publicKey2;
  if (!change.has("per_tlv_priority") || isKey || &tlv == change.id)
    return change.priority;
  return std::min(tlv.priority().value_or(Priority::User), change.priority);
}

NvValues valuesAfter(const Change &change, NvValues values) {
  const Priority priority = change.priority;
  std::erase_if(values, [&](const Tlv &tlv) {
    return (change.has("erase_lower_priority") && tlv.priority() < priority) ||
           (!change.has("keep_same_priority") && tlv.priority() == priority);
  });
  for (const Tlv &tlv : change.file.tlvs) {
    if (tlv.isForFilesOnly())
      continue;
    Tlv stored = tlv;
    stored.setPriority(targetOf(change, tlv));
    storeValue(values, stored);
  }
  return values;
}

Refused checkOverride(const Change &change, const NvValues &before,
                      const NvValues &after) {
  if (!change.has("disable_override"))
    return std::nullopt;
  if (!change.has("keep_same_priority") || change.has("erase_lower_priority"))
    return refused(ComponentCode::BadFormat,
                   "disable_override requires keep_same_priority True and "
                   "erase_lower_priority False");
  for (const Tlv &tlv : before)
    if (tlv.type != change.id->type &&
        std::ranges::find(after, tlv) == after.end())
      return refused(ComponentCode::NotApplicable,
                     "file with disable_override changes " +
                         std::string(findKind(tlv.type)->name));
  return std::nullopt;
}

} // namespace

std::optional<Refusal> applyNvFile(ByteView file, const VendorView &device,
                                   NvValues &values) {
  const Result<std::optional<Owner>> owner = ownerOf(values);
  if (!owner)
    return refused(ComponentCode::BadFormat, owner.error().message);
  Change change;
  if (Refused refusal = readNvFile(file, change.file))
    return refusal;
  change.id = findTlv(change.file.tlvs, nv::idVendor);
  if (!change.id) {
    change.id = findTlv(change.file.tlvs, nv::idNvidia);
    change.priority = Priority::Nvidia;
  }
  if (Refused refusal = checkDevice(change, device.identity))
    return refusal;
  if (Refused refusal = takeSignature(change.file))
    return refusal;
  if (Refused refusal = checkSignature(change, device.vendor, *owner))
    return refusal;
  if (Refused refusal = checkOwnership(change, *owner))
    return refusal;
  NvValues after = valuesAfter(change, values);
  if (Refused refusal = checkOverride(change, values, after))
    return refusal;
  values = std::move(after);
  return std::nullopt;
}

} // namespace dpa::auth
