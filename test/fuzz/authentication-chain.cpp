// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: certificate chains and certificates.
#include "authentication/certificate-chain.h"
#include "authentication/certificate.h"

using namespace dpa;

static void readAll(ByteView der) {
  const auto parts = auth::splitCertificates(der);
  if (!parts)
    return;
  for (const ByteView &part : *parts)
    if (const auto certificate = auth::Certificate::read(part))
      (void)(certificate->isSelfSigned() || certificate->isOutdated() ||
             certificate->subject().empty());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ByteView bytes = std::as_bytes(std::span(data, size));
  if (const auto chain = auth::readChain(bytes))
    readAll(chain->certificates);
  if (const auto der = auth::derOfCertificates(bytes))
    readAll(*der);
  return 0;
}
