// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sending by the functions ibv_wr_* of an extended queue pair.
#ifndef DPA_EMULATOR_VERBS_EXTENDED_SEND_H
#define DPA_EMULATOR_VERBS_EXTENDED_SEND_H

#include <cstdint>
#include <infiniband/verbs.h>

namespace dpa::verbs {

struct VerbsQp;

/// Whether queue pairs of this type have all these operations (enum
/// ibv_qp_create_send_ops_flags).
bool supportsSendOperations(ibv_qp_type type, uint64_t operations);

void setSendFunctions(VerbsQp &qp);

} // namespace dpa::verbs

#endif
