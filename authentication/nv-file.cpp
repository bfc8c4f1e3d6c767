// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and reads configuration files (authentication/nv-file.h).
#include "authentication/nv-file.h"

#include "authentication/big-endian.h"
#include "authentication/digest.h"
#include "authentication/keys.h"

namespace dpa::auth {

namespace {

constexpr size_t halfSize = signatureSize / 2;
constexpr size_t signatureTlvSize = tlvHeaderSize + 32 + halfSize;
constexpr size_t digestTlvSize = tlvHeaderSize + 320;

bool isId(const Tlv &tlv) {
  return tlv.type == nv::idNvidia || tlv.type == nv::idVendor;
}

/// Position of a TLV in a file.
int rankOf(const Tlv &tlv) {
  if (isId(tlv))
    return 0;
  return tlv.type == nv::applicableTo ? 1 : 2;
}

/// Of the signature TLVs, which the signature does not cover.
bool isSignatureHead(uint32_t head) {
  return head == 0x03000120 || head == 0x13000120 || head == 0x33000120;
}

Tlv signatureTlv(uint32_t type, const Uuid &key, ByteView half) {
  Tlv tlv;
  tlv.head = 0x33000120;
  tlv.type = type;
  appendFill(tlv.data, 16, 0);
  append(tlv.data, ByteView(key.bytes));
  append(tlv.data, half);
  return tlv;
}

/// Life cycle tokens and keys of the vendor, which files must not contain.
bool isToken(const Tlv &tlv) {
  return tlv.type == 0x06000005 || tlv.type == 0x06000007 ||
         tlv.type == 0x06000008;
}

std::optional<Refusal> refuse(ComponentCode code, const std::string &why) {
  return Refusal{code, why};
}

/// The refusal of a file without a signature TLV. A signature by a key of 2048 bits is in
/// the TLV of the digest.
std::optional<Refusal> checkMissingSignature(const std::vector<Tlv> &tlvs) {
  const Tlv *digest = findTlv(tlvs, nv::digest);
  if (digest && !uuidAt(digest->data, 16).isZero())
    return refuse(ComponentCode::KeyMayNotSign,
                  "signature of an RSA key of 2048 bits (expected 4096)");
  return refuse(ComponentCode::NotSigned, "file does not end with a signature");
}

/// Removes a digest from the end of the TLVs.
std::optional<Refusal> takeDigest(std::vector<Tlv> &tlvs, ByteView before) {
  if (tlvs.empty() || tlvs.back().type != nv::digest)
    return std::nullopt;
  const ByteView data = tlvs.back().data;
  if (!uuidAt(data, 16).isZero())
    return refuse(ComponentCode::KeyMayNotSign,
                  "signature of an RSA key of 2048 bits (expected 4096)");
  const Digest digest = sha256(before.first(before.size() - digestTlvSize));
  if (!std::ranges::equal(data.subspan(32, digest.size()), digest) ||
      !isFilledWith(data.first(32), 0) ||
      !isFilledWith(data.subspan(32 + digest.size()), 0))
    return refuse(ComponentCode::BadDigest,
                  "digest of the file does not match");
  tlvs.pop_back();
  return std::nullopt;
}

std::optional<Refusal> checkContent(const std::vector<Tlv> &tlvs) {
  for (const Tlv &tlv : tlvs) {
    if (std::ranges::count(tlvs, tlv.type, &Tlv::type) != 1)
      return refuse(ComponentCode::BadFormat,
                    std::string(findKind(tlv.type)->name) + " is given twice");
    if (isToken(tlv))
      return refuse(ComponentCode::NotApplicable,
                    std::string(findKind(tlv.type)->name) +
                        ": tokens are not supported in the life cycle state "
                        "production");
  }
  if (std::ranges::count_if(tlvs, isId) != 1 ||
      !findTlv(tlvs, nv::applicableTo))
    return refuse(ComponentCode::BadFormat,
                  "expected one id TLV and one file_applicable_to");
  return std::nullopt;
}

} // namespace

Result<Bytes> makeNvFile(const std::vector<Tlv> &tlvs) {
  if (std::ranges::count_if(tlvs, isId) != 1)
    return Error{"expected one nv_file_id_vendor or nv_file_id_mlnx"};
  if (std::ranges::count(tlvs, nv::applicableTo, &Tlv::type) != 1)
    return Error{"expected one file_applicable_to"};
  Bytes out;
  append(out, nvFileMagic);
  for (const int rank : {0, 1, 2})
    for (const Tlv &tlv : tlvs)
      if (rankOf(tlv) == rank)
        appendTlv(out, tlv);
  return out;
}

Bytes digestTlv(ByteView file) {
  Tlv tlv;
  tlv.head = 0x33000140;
  tlv.type = nv::digest;
  appendFill(tlv.data, 32, 0);
  append(tlv.data, ByteView(sha256(file)));
  appendFill(tlv.data, 320 - tlv.data.size(), 0);
  Bytes out;
  appendTlv(out, tlv);
  return out;
}

Bytes signatureTlvs(const Uuid &key, ByteView signature) {
  Bytes out;
  appendTlv(out, signatureTlv(nv::signatureA, key, signature.first(halfSize)));
  appendTlv(out,
            signatureTlv(nv::signatureB, key, signature.subspan(halfSize)));
  return out;
}

std::optional<Refusal> readNvFile(ByteView bytes, NvFile &file) {
  if (bytes.size() < nvFileMagic.size() ||
      textOf(bytes.first(nvFileMagic.size())) != nvFileMagic)
    return refuse(ComponentCode::BadFormat,
                  "not a configuration file (expected the fingerprint "
                  "MLNX.CONFIG.BIN!)");
  Result<std::vector<Tlv>> tlvs = readTlvs(bytes.subspan(nvFileMagic.size()));
  if (!tlvs)
    return refuse(ComponentCode::BadFormat, tlvs.error().message);
  if (auto refusal = checkContent(*tlvs))
    return refusal;
  file.tlvs = *std::move(tlvs);
  file.signedBytes = bytes;
  return std::nullopt;
}

std::optional<Refusal> takeSignature(NvFile &file) {
  std::vector<Tlv> &tlvs = file.tlvs;
  if (tlvs.size() < 2 || tlvs[tlvs.size() - 2].type != nv::signatureA ||
      tlvs.back().type != nv::signatureB)
    return checkMissingSignature(tlvs);
  const Tlv second = std::move(tlvs.back());
  tlvs.pop_back();
  const Tlv first = std::move(tlvs.back());
  tlvs.pop_back();
  if (first.head != second.head || !isSignatureHead(first.head) ||
      !std::ranges::equal(ByteView(first.data).first(32),
                          ByteView(second.data).first(32)))
    return refuse(ComponentCode::BadFormat,
                  "headers of the two signature TLVs differ");
  file.keyUuid = uuidAt(first.data, 16);
  append(file.signature, ByteView(first.data).subspan(32));
  append(file.signature, ByteView(second.data).subspan(32));
  file.signedBytes =
      file.signedBytes.first(file.signedBytes.size() - 2 * signatureTlvSize);
  if (auto refusal = takeDigest(tlvs, file.signedBytes))
    return refusal;
  if (findTlv(tlvs, nv::digest))
    return refuse(ComponentCode::BadFormat,
                  "digest is not right before the signature");
  return std::nullopt;
}

} // namespace dpa::auth
