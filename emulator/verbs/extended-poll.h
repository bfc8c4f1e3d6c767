// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extended polling (ibv_start_poll and the functions after it).
#ifndef DPA_EMULATOR_VERBS_EXTENDED_POLL_H
#define DPA_EMULATOR_VERBS_EXTENDED_POLL_H

#include <cstdint>

namespace dpa::verbs {

struct VerbsCq;

/// Sets the functions by which programs poll; those of fields that were not
/// asked for (enum ibv_create_cq_wc_flags) stay null.
void setPollFunctions(VerbsCq &cq, uint64_t fields);

} // namespace dpa::verbs

#endif
