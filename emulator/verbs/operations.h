// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions through which the inline functions of verbs.h reach the library.
#ifndef DPA_EMULATOR_VERBS_OPERATIONS_H
#define DPA_EMULATOR_VERBS_OPERATIONS_H

#include <infiniband/verbs.h>

namespace dpa::verbs {

/// Sets all: those that are not emulated say so once and fail with EOPNOTSUPP.
void setOperations(verbs_context &context);

} // namespace dpa::verbs

#endif
