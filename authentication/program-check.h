// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a device may run a program: the checks of a device with authentication
// on, in their order. Given the device ELF, its crypto data and the roots of the
// device; the bytes that are checked have to be those that run.
#ifndef DPA_AUTHENTICATION_PROGRAM_CHECK_H
#define DPA_AUTHENTICATION_PROGRAM_CHECK_H

#include "authentication/certificate.h"

namespace dpa::auth {

/// Why a program is refused; the names are those of the log.
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

/// Nothing: the program may run. Without roots (`roots` null) the chain is only
/// checked in itself, for tools; a device gives its roots.
std::optional<RefusedProgram>
checkProgram(const SignedProgram &program,
             const std::vector<Certificate> *roots);

} // namespace dpa::auth

#endif
