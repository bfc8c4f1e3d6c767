// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What objproc does: each reads the files that the options name and writes the
// result; after an error no result is written.
#ifndef DPA_TOOLS_OBJPROC_ACTIONS_H
#define DPA_TOOLS_OBJPROC_ACTIONS_H

#include "tools/objproc/options.h"

namespace dpa::objproc {

Result<void> emitStub(const Options &options);
Result<void> emitObject(const Options &options);
Result<void> extractObjects(const Options &options);
Result<void> extractHostStub(const Options &options);

} // namespace dpa::objproc

#endif
