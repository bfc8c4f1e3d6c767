// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A host file whose programs get signatures: all or none.
#ifndef DPA_TOOLS_DPA_SIGN_SIGNED_FILE_H
#define DPA_TOOLS_DPA_SIGN_SIGNED_FILE_H

#include "tools/dpa-sign/host-programs.h"
#include "tools/dpa-sign/options.h"

#include <functional>

namespace dpa::sign {

/// The form of a program's hash list: short where process attributes need it.
auth::HashListForm formFor(const Program &program, const Options &options);

/// Makes the signature of a signing input.
using Signer =
    std::function<Result<Bytes>(const Program &program, ByteView signingInput)>;

/// Signs all programs of the host file and writes the output.
Result<void> writeSignedFile(const tools::CommandLine &line,
                             const Options &options, ByteView chain,
                             const Signer &sign);

} // namespace dpa::sign

#endif
