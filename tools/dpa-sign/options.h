// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpa-sign as values: the command, which is the last word, and
// its options. An option that the command does not use is an error.
#ifndef DPA_TOOLS_DPA_SIGN_OPTIONS_H
#define DPA_TOOLS_DPA_SIGN_OPTIONS_H

#include "authentication/certificate-chain.h"
#include "authentication/hash-list.h"
#include "authentication/priority.h"
#include "authentication/uuid.h"
#include "tools/command-line/command-line.h"

namespace dpa::sign {

enum class SectionPolicy : uint8_t { Executables, Always, Never };

struct Options {
  std::string command;
  std::string hostFile;
  std::string certificates;
  std::string privateKey; ///< a file or a PKCS#11 URI
  std::string output;
  std::optional<uint32_t> certificateCount;
  std::optional<auth::HashListForm> hashList;
  auth::ChainCrc chainCrc = auth::ChainCrc::Documented;
  SectionPolicy section = SectionPolicy::Executables;
  std::string signatureFolder;
  std::string root;
  // Of containers:
  std::string container;
  bool isRemoval = false;
  bool removesAll = false;
  std::optional<auth::Priority> priority;
  bool isVendorSigned = false;
  bool keepsSignature = false;
  std::optional<auth::Uuid> keyUuid;
  std::optional<auth::Uuid> certificateUuid;
};

/// `name`: of the command, for messages.
tools::CommandLine makeCommandLine(const char *name);

/// Errors: no or an unknown command, options that it lacks or does not have, bad
/// values.
Result<Options> readOptions(const tools::CommandLine &line);

} // namespace dpa::sign

#endif
