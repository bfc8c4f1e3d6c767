// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ordered checks of a program by a device with authentication on. Given the device
// ELF, its crypto data and the roots of the device. The caller must run a copy of the
// checked bytes.
#ifndef DPA_AUTHENTICATION_PROGRAM_CHECK_H
#define DPA_AUTHENTICATION_PROGRAM_CHECK_H

#include "authentication/certificate.h"

namespace dpa::auth {

/// Reasons of a rejection, with the names of the log.
enum class ProgramRefusal : uint8_t {
  FirmwareTooOld,
  Unsigned,
  BadSize,
  BadMetadata,
  BadHashList,
  BadChainHeader,
  BadCertificate,
  UnknownRoot,
  BadChain,
  BadSignature,
  HashMismatch,
  BadManifest,
};

/// "AUTH_UNSIGNED".
std::string_view nameOf(ProgramRefusal refusal);

struct RefusedProgram {
  ProgramRefusal reason;
  std::string detail;
};

struct SignedProgram {
  ByteView elf;
  ByteView cryptoData; ///< empty: unsigned
  /// Process attributes, if the program has any.
  std::optional<ByteView> attributes;
};

/// Nothing if the program is accepted. If `roots` is null, the root of the chain is not
/// checked; for tools.
std::optional<RefusedProgram>
checkProgram(const SignedProgram &program,
             const std::vector<Certificate> *roots);

} // namespace dpa::auth

#endif
