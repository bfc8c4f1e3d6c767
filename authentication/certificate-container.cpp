// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and reads certificate containers
// (authentication/certificate-container.h).
#include "authentication/certificate-container.h"

#include "authentication/big-endian.h"
#include "authentication/keys.h"

namespace dpa::auth {

namespace {

constexpr size_t structureHeaderSize = 12;
constexpr size_t metadataDataSize = 36;
constexpr uint32_t isForDpaBit = uint32_t{1} << 21;
constexpr uint32_t keepsSignatureBit = uint32_t{1} << 4;
constexpr uint32_t removesAllBit = 1;

enum StructureType : uint8_t {
  X509Structure = 0,
  SignatureStructure = 1,
  MetadataStructure = 2,
  RemovalStructure = 5,
};

struct Structure {
  uint8_t type = 0;
  Priority priority = Priority::Oem;
  ByteView data;
  size_t offset = 0; ///< of the header, in the container
};

void appendHeader(Bytes &out, Priority priority, StructureType type,
                  size_t dataSize) {
  const size_t length = structureHeaderSize + dataSize;
  out.push_back(static_cast<std::byte>(0x80 | unsigned(priority) << 4));
  out.push_back(static_cast<std::byte>(type));
  out.push_back(static_cast<std::byte>(length >> 8));
  out.push_back(static_cast<std::byte>(length));
  out.push_back(std::byte(type == SignatureStructure ? 0x10 : 0x20));
  appendFill(out, 7, 0);
}

/// Metadata and signature have the vendor's priority if the vendor signs.
Priority signerOf(const CertificateContainer &content) {
  return content.isVendorSigned ? Priority::Nvidia : content.priority;
}

Result<Structure> readStructure(ByteView bytes, size_t offset) {
  const ByteView rest = bytes.subspan(offset);
  const Error damaged{"malformed structure at byte " + std::to_string(offset)};
  if (rest.size() < structureHeaderSize)
    return damaged;
  const uint32_t word = wordAt(rest, 0);
  Structure structure;
  structure.type = static_cast<uint8_t>(bitsOf(word, 23, 16));
  const size_t length = bitsOf(word, 15, 0);
  const std::optional<Priority> priority = priorityOf(bitsOf(word, 29, 28));
  const unsigned mark = structure.type == SignatureStructure ? 0x10 : 0x20;
  if (bitsOf(word, 31, 30) != 2 || bitsOf(word, 27, 24) != 0 || !priority ||
      length < structureHeaderSize || length > rest.size() ||
      rest[4] != std::byte(mark) || !isFilledWith(rest.subspan(5, 7), 0))
    return damaged;
  structure.priority = *priority;
  structure.data =
      rest.subspan(structureHeaderSize, length - structureHeaderSize);
  structure.offset = offset;
  return structure;
}

Result<std::vector<Structure>> readStructures(ByteView bytes) {
  if (bytes.size() < containerMagic.size() ||
      textOf(bytes.first(containerMagic.size())) != containerMagic)
    return Error{"not a certificate container (expected the fingerprint "
                 "CERTIFICATE.BIN!)"};
  std::vector<Structure> structures;
  for (size_t at = containerMagic.size(); at < bytes.size();) {
    Result<Structure> structure = readStructure(bytes, at);
    if (!structure)
      return structure.error();
    at += structureHeaderSize + structure->data.size();
    structures.push_back(*structure);
  }
  return structures;
}

Result<void> readAdd(const std::vector<Structure> &structures,
                     CertificateContainer &content) {
  const Structure &metadata = structures[0];
  if (structures.size() < 2 || structures[1].type != X509Structure ||
      metadata.data.size() != metadataDataSize || structures[1].data.empty() ||
      structures[1].data.size() % 4 != 0)
    return Error{"expected one metadata structure and one certificate"};
  const uint32_t flags = wordAt(metadata.data, 0x10);
  if ((flags & ~(isForDpaBit | keepsSignatureBit)) != 0)
    content.problem = "unknown bits in the metadata";
  content.isForDpa = (flags & isForDpaBit) != 0;
  content.keepsSignature = (flags & keepsSignatureBit) != 0;
  content.certificateUuid = uuidAt(metadata.data, 0);
  content.keyUuid = uuidAt(metadata.data, 0x14);
  content.certificate = structures[1].data;
  content.priority = structures[1].priority;
  content.isVendorSigned = metadata.priority == Priority::Nvidia &&
                           content.priority == Priority::Oem;
  if (metadata.priority != content.priority && !content.isVendorSigned)
    content.problem = "priorities of the structures differ";
  return {};
}

Result<void> readRemoval(const Structure &removal,
                         CertificateContainer &content) {
  if (removal.data.size() != metadataDataSize)
    return Error{"removal structure has a wrong size"};
  const uint32_t flags = wordAt(removal.data, 0x20);
  if ((flags & ~removesAllBit) != 0)
    content.problem = "unknown bits in the removal";
  content.isRemoval = true;
  content.removesAll = flags != 0;
  content.certificateUuid = uuidAt(removal.data, 0);
  content.keyUuid = uuidAt(removal.data, 0x10);
  content.priority = removal.priority;
  return {};
}

} // namespace

Bytes makeContainer(const CertificateContainer &content) {
  Bytes out;
  append(out, containerMagic);
  appendHeader(out, signerOf(content),
               content.isRemoval ? RemovalStructure : MetadataStructure,
               metadataDataSize);
  append(out, ByteView(content.certificateUuid.bytes));
  if (content.isRemoval) {
    append(out, ByteView(content.keyUuid.bytes));
    appendWord(out, content.removesAll ? removesAllBit : 0);
    return out;
  }
  appendWord(out, (content.isForDpa ? isForDpaBit : 0) |
                      (content.keepsSignature ? keepsSignatureBit : 0));
  append(out, ByteView(content.keyUuid.bytes));
  const size_t padding = (4 - content.certificate.size() % 4) % 4;
  appendHeader(out, content.priority, X509Structure,
               content.certificate.size() + padding);
  append(out, content.certificate);
  appendFill(out, padding, 0);
  return out;
}

Result<Bytes> nameContainer(ByteView container, const Uuid &key,
                            const Uuid &certificate, bool keepsSignature) {
  Result<CertificateContainer> content = readContainer(container);
  if (!content)
    return content.error();
  if (!content->signature.empty())
    return Error{"container is already signed"};
  if (!content->problem.empty())
    return Error{content->problem};
  content->keyUuid = key;
  content->certificateUuid = certificate;
  content->keepsSignature = content->keepsSignature || keepsSignature;
  return makeContainer(*content);
}

Bytes containerSignature(const CertificateContainer &content,
                         ByteView signature) {
  Bytes out;
  appendHeader(out, signerOf(content), SignatureStructure, signature.size());
  append(out, signature);
  return out;
}

Result<CertificateContainer> readContainer(ByteView bytes) {
  const Result<std::vector<Structure>> read = readStructures(bytes);
  if (!read)
    return read.error();
  std::vector<Structure> structures = *read;
  CertificateContainer content;
  content.signedBytes = bytes;
  std::optional<Structure> signature;
  if (!structures.empty() && structures.back().type == SignatureStructure) {
    signature = structures.back();
    structures.pop_back();
    content.signature = signature->data;
    content.signedBytes = bytes.first(signature->offset);
  }
  content.body = content.signedBytes.subspan(containerMagic.size());
  const bool isAdd =
      structures.size() == 2 && structures[0].type == MetadataStructure;
  const bool isRemoval =
      structures.size() == 1 && structures[0].type == RemovalStructure;
  if (!isAdd && !isRemoval)
    return Error{"expected an addition or a removal of certificates"};
  if (Result<void> done = isAdd ? readAdd(structures, content)
                                : readRemoval(structures[0], content);
      !done)
    return done.error();
  if (signature && signature->priority != signerOf(content))
    content.problem =
        "priority of the signature differs from that of the content";
  return content;
}

} // namespace dpa::auth
