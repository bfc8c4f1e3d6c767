// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks certificate containers (emulator/authentication/apply-container.h).
#include "emulator/authentication/apply-container.h"

#include "authentication/big-endian.h"

#include <algorithm>

namespace dpa::auth {

namespace {

using RefusedContainer = std::optional<Refusal>;

constexpr size_t certificatePaddingMax = 3;

RefusedContainer refuse(ComponentCode code, const std::string &why) {
  return Refusal{code, why};
}

RefusedContainer checkMetadata(const CertificateContainer &container) {
  constexpr ComponentCode code = ComponentCode::BadContainerMetadata;
  if (!container.problem.empty())
    return refuse(code, container.problem);
  if (!container.isRemoval && !container.isForDpa)
    return refuse(code, "certificate is not for the DPA");
  if (container.certificateUuid.isZero() != container.removesAll)
    return refuse(code, container.removesAll
                            ? "removal of all roots has a certificate UUID"
                            : "certificate UUID is zero");
  return std::nullopt;
}

RefusedContainer checkSigner(const CertificateContainer &container,
                             const PublicKey &vendor,
                             const std::optional<Owner> &owner) {
  const bool isOfVendor = container.keyUuid == vendorKeyUuid;
  const bool isOfOwner = owner && container.keyUuid == owner->keyUuid;
  if (!isOfVendor && !isOfOwner)
    return refuse(ComponentCode::UnknownKey,
                  "key not found: " + uuidText(container.keyUuid) +
                      (owner ? "" : " (the device does not have an owner)"));
  const bool needsVendor =
      container.isVendorSigned || container.priority == Priority::Nvidia;
  if (needsVendor != isOfVendor)
    return refuse(ComponentCode::KeyMayNotSign,
                  needsVendor ? "priority requires the vendor's signature"
                              : "priority requires the owner's signature");
  if (!(isOfVendor ? vendor : owner->key)
           .verifies(container.signature, container.signedBytes))
    return refuse(ComponentCode::BadContainerSignature,
                  "signature does not match key " +
                      uuidText(container.keyUuid));
  return std::nullopt;
}

/// The certificate without its padding.
Result<Certificate> certificateOf(const CertificateContainer &container) {
  ByteView padded = container.certificate;
  const auto last =
      std::ranges::find_if(padded.rbegin(), padded.rend(),
                           [](std::byte each) { return each != std::byte(0); });
  const auto zeros = static_cast<size_t>(last - padded.rbegin());
  // A certificate may itself end with zeros.
  Error problem{"no certificate"};
  for (size_t cut = 0; cut <= std::min(zeros, certificatePaddingMax); ++cut) {
    Result<Certificate> certificate =
        Certificate::read(padded.first(padded.size() - cut));
    if (certificate)
      return certificate;
    problem = certificate.error();
  }
  return problem;
}

RefusedContainer checkRoots(const CertificateContainer &container,
                            const std::vector<Root> &roots) {
  const bool isPresent = std::ranges::find(roots, container.certificateUuid,
                                           &Root::uuid) != roots.end();
  const std::string uuid = uuidText(container.certificateUuid);
  if (!container.isRemoval && isPresent)
    return refuse(ComponentCode::CertificatePresent, uuid);
  if (!container.isRemoval && roots.size() >= rootsMax)
    return refuse(ComponentCode::NoPlace,
                  "the device has " + std::to_string(roots.size()) + " roots");
  if (container.isRemoval && !container.removesAll && !isPresent)
    return refuse(ComponentCode::CertificateNotFound, uuid);
  return std::nullopt;
}

Result<Root> rootOf(const CertificateContainer &container) {
  Result<Certificate> certificate = certificateOf(container);
  if (!certificate)
    return certificate.error();
  if (!certificate->isSelfSigned())
    return Error{"root certificate is not self-signed, or CA:TRUE is missing"};
  return Root{container.certificateUuid, container.keyUuid, container.priority,
              container.isVendorSigned, *std::move(certificate)};
}

} // namespace

Result<Root> readStoredRoot(ByteView structures) {
  Bytes bytes;
  append(bytes, containerMagic);
  append(bytes, structures);
  const Result<CertificateContainer> container = readContainer(bytes);
  if (!container)
    return container.error();
  if (RefusedContainer refusal = checkMetadata(*container))
    return Error{refusal->detail};
  if (container->isRemoval)
    return Error{"removal of certificates (expected a root certificate)"};
  return rootOf(*container);
}

std::optional<Refusal> checkContainer(ByteView bytes, const VendorView &device,
                                      const std::optional<Owner> &owner,
                                      const std::vector<Root> &roots,
                                      RootChange &change) {
  if (!device.identity.knowsAuthentication())
    return refuse(
        ComponentCode::NotApplicable,
        "firmware " + device.identity.firmwareVersion +
            " does not support authentication (expected DOCA 2.2.0, 32.38, "
            "or later)");
  const Result<CertificateContainer> container = readContainer(bytes);
  if (!container)
    return refuse(ComponentCode::BadFormat, container.error().message);
  if (container->signature.size() != signatureSize)
    return refuse(ComponentCode::NotSigned,
                  container->signature.empty()
                      ? "container does not end with a signature"
                      : "container has a signature of " +
                            std::to_string(container->signature.size()) +
                            " bytes (expected 512)");
  if (RefusedContainer refusal = checkMetadata(*container))
    return refusal;
  if (RefusedContainer refusal = checkSigner(*container, device.vendor, owner))
    return refusal;
  if (!container->isRemoval) {
    Result<Root> root = rootOf(*container);
    if (!root)
      return refuse(ComponentCode::BadCertificate, root.error().message);
    change.added = *std::move(root);
  }
  if (RefusedContainer refusal = checkRoots(*container, roots))
    return refusal;
  change.removesAll = container->removesAll;
  if (container->isRemoval && !container->removesAll)
    change.removed = container->certificateUuid;
  const ByteView kept =
      container->keepsSignature
          ? bytes.subspan(bytes.size() - container->body.size() -
                          containerSignatureSize)
          : container->body;
  change.stored.assign(kept.begin(), kept.end());
  return std::nullopt;
}

} // namespace dpa::auth
