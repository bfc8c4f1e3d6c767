// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Configuration files and certificate containers with chosen contents and faults,
// signed by any key.
#ifndef DPA_TEST_UNIT_AUTHENTICATION_MADE_FILES_H
#define DPA_TEST_UNIT_AUTHENTICATION_MADE_FILES_H

#include "emulator/authentication/apply-file.h"
#include "test/unit/authentication/known-files.h"

namespace dpa::auth::test {

inline const Uuid otherUuid = *parseUuid("99999999222233334444555555555555");

struct FileShape {
  bool keepsSame = true;
  std::optional<bool> isOn = std::nullopt;
  bool isOverridable = false;
  const PrivateKey *newKey = nullptr;
  Uuid newUuid = ownerUuid;
  std::string psid = " MT_0000000911";
  std::vector<std::string_view> flags = {};
  bool isOfVendor = false; ///< nv_file_id_mlnx
};

/// Sets a number by the name of its field.
void setNumber(Tlv &tlv, std::string_view name, uint32_t value);
void setBytes(Tlv &tlv, size_t offset, ByteView bytes);
std::vector<Tlv> tlvsOf(const FileShape &shape);

/// The file with the signature of a key.
Bytes signFile(const std::vector<Tlv> &tlvs, const PrivateKey &key,
               const Uuid &uuid);

/// A container that adds a certificate with UUID `number`, for the owner's key.
CertificateContainer addition(ByteView certificate, unsigned number = 1);
Bytes signContainer(const CertificateContainer &content, const PrivateKey &key);

/// A signature with the padding PSS, which devices reject.
Bytes pssSignature(const PrivateKey &key, ByteView bytes);

} // namespace dpa::auth::test

#endif
