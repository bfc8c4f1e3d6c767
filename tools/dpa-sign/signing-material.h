// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What signs programs: a checked certificate chain, and a key that belongs to it.
#ifndef DPA_TOOLS_DPA_SIGN_SIGNING_MATERIAL_H
#define DPA_TOOLS_DPA_SIGN_SIGNING_MATERIAL_H

#include "authentication/certificate.h"
#include "tools/dpa-sign/options.h"

namespace dpa::sign {

struct ChainFile {
  std::vector<auth::Certificate> certificates;
  Bytes chain; ///< as in crypto data
  const auth::Certificate &leaf() const { return certificates.back(); }
};

/// The chain of -c. Errors: a certificate that a device refuses, wrong order or
/// count, a chain that is too long. Warns of dates.
Result<ChainFile> readChainFile(const tools::CommandLine &line,
                                const Options &options);

/// The key of -p or --key_uuid. Error: it is not that of the leaf.
Result<auth::PrivateKey> openLeafKey(const Options &options,
                                     const auth::Certificate &leaf);

/// The root certificate in a file, DER or PEM. Errors: not one certificate that is
/// self-signed and a CA.
Result<auth::Certificate> readRootFile(const std::string &path);

} // namespace dpa::sign

#endif
