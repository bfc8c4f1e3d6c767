// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// create_cert_container and sign_cert_container.
#include "authentication/certificate-container.h"
#include "authentication/certificate.h"
#include "image/file.h"
#include "tools/dpa-sign/actions.h"
#include "tools/dpa-sign/signing-material.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::sign {

namespace {

/// Priority and vendor's signature, of which one is needed.
Result<void> readPriority(const Options &options,
                          auth::CertificateContainer &content) {
  if (options.priority.has_value() == options.isVendorSigned)
    return Error{"expected one of --life_cycle_priority and "
                 "--nvidia_signed_oem"};
  content.priority = options.priority.value_or(auth::Priority::Oem);
  content.isVendorSigned = options.isVendorSigned;
  return {};
}

Result<void> checkRemoval(const Options &options) {
  if (!options.certificates.empty() || options.keepsSignature ||
      options.isVendorSigned)
    return Error{"-c, --keep_sig and --nvidia_signed_oem have no meaning for a "
                 "container that removes"};
  if (options.removesAll == options.certificateUuid.has_value())
    return Error{"expected one of --cert_uuid and --remove_all_certs"};
  return {};
}

} // namespace

Result<void> createContainer(const tools::CommandLine &,
                             const Options &options) {
  auth::CertificateContainer content;
  content.isRemoval = options.isRemoval;
  content.removesAll = options.removesAll;
  content.keepsSignature = options.keepsSignature;
  content.keyUuid = options.keyUuid.value_or(auth::Uuid());
  content.certificateUuid = options.certificateUuid.value_or(auth::Uuid());
  if (Result<void> done = readPriority(options, content); !done)
    return done;
  std::optional<auth::Certificate> root;
  if (options.isRemoval) {
    if (Result<void> checked = checkRemoval(options); !checked)
      return checked;
  } else {
    if (options.certificates.empty())
      return Error{"a container that adds a certificate needs -c"};
    if (options.removesAll)
      return Error{"--remove_all_certs needs --cert_container_type remove"};
    Result<auth::Certificate> read = readRootFile(options.certificates);
    if (!read)
      return read.error();
    root = *std::move(read);
    content.certificate = root->der();
  }
  if (Result<void> written =
          image::writeFile(options.output, auth::makeContainer(content));
      !written)
    return written;
  llvm::outs() << "Certificate container created successfully!\n";
  return {};
}

Result<void> signContainer(const tools::CommandLine &, const Options &options) {
  const Result<Bytes> file =
      image::readFile(options.container, image::maximalOptionFileSize);
  if (!file)
    return file.error();
  const Result<auth::CertificateContainer> read = auth::readContainer(*file);
  if (!read)
    return read.error().in(options.container);
  auth::CertificateContainer wanted = *read;
  if (Result<void> done = readPriority(options, wanted); !done)
    return done;
  if (wanted.priority != read->priority ||
      wanted.isVendorSigned != read->isVendorSigned)
    return Error{options.container + ": container has priority " +
                 std::string(auth::nameOf(read->priority)) +
                 (read->isVendorSigned ? " and the vendor's signature" : "") +
                 " (expected that of the options)"};
  if (!read->isRemoval && !options.certificateUuid)
    return Error{"a container that adds a certificate needs --cert_uuid"};
  const Result<Bytes> named = auth::nameContainer(
      *file, options.keyUuid.value_or(auth::Uuid()),
      options.certificateUuid.value_or(read->certificateUuid),
      options.keepsSignature);
  if (!named)
    return named.error().in(options.container);
  const Result<auth::PrivateKey> key =
      auth::PrivateKey::open(options.privateKey);
  if (!key)
    return key.error();
  const Result<Bytes> signature = key->sign(*named);
  if (!signature)
    return signature.error();
  Bytes signedContainer = *named;
  append(signedContainer, auth::containerSignature(wanted, *signature));
  if (Result<void> written = image::writeFile(options.output, signedContainer);
      !written)
    return written;
  llvm::outs() << "Certificate container signed successfully!\n";
  return {};
}

} // namespace dpa::sign
