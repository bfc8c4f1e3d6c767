// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of a program (authentication/program-check.h). Cheap checks are
// first. Bytes that the signature does not cover are compared exactly, so that each
// change of the crypto data is detected.
#include "authentication/program-check.h"

#include "authentication/big-endian.h"
#include "authentication/certificate-chain.h"
#include "authentication/crypto-data.h"

#include <algorithm>

namespace dpa::auth {

namespace {

using Refused = std::optional<RefusedProgram>;

struct Manifest {
  bool isPresent = false;
  bool hasAppMetadata = false;
};

/// Errors: metadata that are not of this version of the format.
Result<Manifest> readMetadata(ByteView metadata) {
  const uint32_t version = wordAt(metadata, 0);
  const uint32_t flags = wordAt(metadata, 4);
  const uint32_t type = wordAt(metadata, 0x3C);
  if (version != 0)
    return Error{"version " + hex(version) + " (expected 0)"};
  if (type != 2)
    return Error{"signature type " + hex(type) +
                 " (expected 2, RSA with SHA-512)"};
  if (bitsOf(flags, 31, 31) != 0)
    return Error{"encrypted programs are not supported"};
  if (bitsOf(flags, 28, 0) != 0 ||
      !isFilledWith(metadata.subspan(8, 0x3C - 8), 0))
    return Error{"reserved bits are set"};
  return Manifest{bitsOf(flags, 29, 29) != 0, bitsOf(flags, 30, 30) != 0};
}

/// Checks the order of the chain. The root of the device counts as one certificate.
Refused checkOrder(const std::vector<Certificate> &chain,
                   const std::vector<Certificate> *roots) {
  const Certificate &first = chain.front();
  const auto isFirst = [&](const Certificate &root) {
    return std::ranges::equal(root.der(), first.der());
  };
  const bool isRoot =
      roots ? std::ranges::any_of(*roots, isFirst) : first.isSelfSigned();
  if (roots && !isRoot &&
      std::ranges::none_of(*roots, [&](const Certificate &root) {
        return first.isIssuedBy(root);
      }))
    return RefusedProgram{
        ProgramRefusal::UnknownRoot,
        "'" + first.subject() +
            "' is not a root of the device, and not issued by "
            "a root"};
  if (chain.size() + (isRoot ? 0 : 1) > chainCountMax)
    return RefusedProgram{
        ProgramRefusal::BadChain,
        "chain has more than 4 certificates including the root"};
  for (size_t i = 1; i < chain.size(); ++i)
    if (!chain[i].isIssuedBy(chain[i - 1]))
      return RefusedProgram{ProgramRefusal::BadChain,
                            "'" + chain[i].subject() + "' is not issued by '" +
                                chain[i - 1].subject() + "'"};
  return std::nullopt;
}

Refused checkManifest(const SignedProgram &program, ByteView list,
                      const Manifest &manifest) {
  const auto refuse = [](const char *why) {
    return RefusedProgram{ProgramRefusal::BadManifest, why};
  };
  const std::optional<Digest> hash = attributeHash(list);
  if (manifest.hasAppMetadata || hasAppMetadataHash(list))
    return refuse("app metadata are not supported");
  if (manifest.isPresent != hash.has_value())
    return refuse("metadata and hash list differ on process attributes");
  if (!manifest.isPresent && program.attributes)
    return refuse("process attributes are not signed (expected a hash list of "
                  "the short form with their hash)");
  if (manifest.isPresent && !program.attributes)
    return refuse("signed process attributes are missing");
  if (hash && *hash != sha256(*program.attributes))
    return refuse("hash of the process attributes does not match");
  return std::nullopt;
}

} // namespace

std::string_view nameOf(ProgramRefusal refusal) {
  constexpr std::array<std::string_view, 12> names = {
      "AUTH_FW_TOO_OLD",    "AUTH_UNSIGNED",      "AUTH_BAD_SIZE",
      "AUTH_BAD_METADATA",  "AUTH_BAD_HASHLIST",  "AUTH_BAD_CHAIN_HEADER",
      "AUTH_BAD_CERT",      "AUTH_UNKNOWN_ROOT",  "AUTH_BAD_CHAIN",
      "AUTH_BAD_SIGNATURE", "AUTH_HASH_MISMATCH", "AUTH_BAD_MANIFEST"};
  return names[static_cast<size_t>(refusal)];
}

std::optional<RefusedProgram>
checkProgram(const SignedProgram &program,
             const std::vector<Certificate> *roots) {
  const auto refuse = [](ProgramRefusal reason, const std::string &detail) {
    return RefusedProgram{reason, detail};
  };
  const ByteView blob = program.cryptoData;
  if (blob.empty())
    return refuse(ProgramRefusal::Unsigned, "program is not signed");
  const Result<CryptoData> data = splitCryptoData(blob);
  if (!data)
    return refuse(ProgramRefusal::BadSize, data.error().message);
  const Result<Manifest> manifest = readMetadata(data->metadata);
  if (!manifest)
    return refuse(ProgramRefusal::BadMetadata, manifest.error().message);
  if (!hasHashListMagic(data->hashList))
    return refuse(ProgramRefusal::BadHashList,
                  "hash list does not begin with HASHLIST");
  const Result<Chain> chain = readChain(data->chain);
  if (!chain)
    return refuse(ProgramRefusal::BadChainHeader, chain.error().message);
  const Result<std::vector<Certificate>> certificates =
      readCertificates(chain->certificates);
  if (!certificates)
    return refuse(ProgramRefusal::BadCertificate, certificates.error().message);
  if (certificates->size() != chain->count)
    return refuse(ProgramRefusal::BadCertificate,
                  "chain has " + std::to_string(certificates->size()) +
                      " certificates (expected " +
                      std::to_string(chain->count) + ")");
  if (Refused refused = checkOrder(*certificates, roots))
    return refused;
  if (!certificates->back().key().verifies(data->signature, data->signedBytes))
    return refuse(ProgramRefusal::BadSignature,
                  "signature does not match the key of the leaf certificate");
  if (const std::optional<Error> difference =
          compareHashes(data->hashList, program.elf))
    return refuse(ProgramRefusal::HashMismatch, difference->message);
  return checkManifest(program, data->hashList, *manifest);
}

} // namespace dpa::auth
