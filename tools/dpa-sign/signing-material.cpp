// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads chains and keys (tools/dpa-sign/signing-material.h).
#include "tools/dpa-sign/signing-material.h"

#include "image/file.h"

namespace dpa::sign {

using auth::Certificate;

/// The certificates of a file with concatenated DER, or PEM.
static Result<std::vector<Certificate>>
readCertificateFile(const std::string &path) {
  const Result<Bytes> file =
      image::readFile(path, image::maximalOptionFileSize);
  if (!file)
    return file.error();
  const Result<Bytes> der = auth::derOfCertificates(*file);
  if (!der)
    return der.error().in(path);
  Result<std::vector<Certificate>> certificates = auth::readCertificates(*der);
  return certificates ? certificates : certificates.error().in(path);
}

Result<Certificate> readRootFile(const std::string &path) {
  Result<std::vector<Certificate>> read = readCertificateFile(path);
  if (!read)
    return read.error();
  if (read->size() != 1 || !read->front().isSelfSigned())
    return Error{path + ": expected one self-signed certificate with CA:TRUE"};
  return read->front();
}

static Result<void> checkOrder(const std::vector<Certificate> &certificates) {
  for (size_t i = 1; i < certificates.size(); ++i)
    if (!certificates[i].isIssuedBy(certificates[i - 1]))
      return Error{"certificate " + std::to_string(i + 1) + " ('" +
                   certificates[i].subject() +
                   "') is not issued by the one before it (expected "
                   "certificates from the top down, the leaf last)"};
  return {};
}

Result<ChainFile> readChainFile(const tools::CommandLine &line,
                                const Options &options) {
  const std::string &path = options.certificates;
  Result<std::vector<Certificate>> certificates = readCertificateFile(path);
  if (!certificates)
    return certificates.error();
  const size_t count = certificates->size();
  if (options.certificateCount && *options.certificateCount != count)
    return Error{path + ": " + std::to_string(count) +
                 " certificates (--cert_chain_count says " +
                 std::to_string(*options.certificateCount) + ")"};
  if (Result<void> ordered = checkOrder(*certificates); !ordered)
    return ordered.error().in(path);
  Bytes der;
  for (const Certificate &certificate : *certificates) {
    append(der, certificate.der());
    if (certificate.isOutdated())
      line.note("certificate '" + certificate.subject() +
                "' is outside its dates, which devices do not check");
  }
  Result<Bytes> chain = auth::makeChain(der, count, options.chainCrc);
  if (!chain)
    return chain.error().in(path);
  return ChainFile{*std::move(certificates), *std::move(chain)};
}

Result<auth::PrivateKey> openLeafKey(const Options &options,
                                     const Certificate &leaf) {
  Result<auth::PrivateKey> key = auth::PrivateKey::open(options.privateKey);
  if (key && !(key->publicKey() == leaf.key()))
    return Error{key->name() +
                 ": the key is not that of the leaf certificate '" +
                 leaf.subject() + "'"};
  return key;
}

} // namespace dpa::sign
