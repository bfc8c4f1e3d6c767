// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of dpa-sign.
#ifndef DPA_TOOLS_DPA_SIGN_ACTIONS_H
#define DPA_TOOLS_DPA_SIGN_ACTIONS_H

#include "tools/dpa-sign/options.h"

namespace dpa::sign {

using Action = Result<void>(const tools::CommandLine &line,
                            const Options &options);

Action listPrograms;
Action signPrograms;
Action createSigningInput;
Action attachSignatures;
Action verifyPrograms;
Action createContainer;
Action signContainer;

} // namespace dpa::sign

#endif
