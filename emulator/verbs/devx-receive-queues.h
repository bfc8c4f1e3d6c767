// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DevX commands about receive queues that libflexio hands out
// (flexio_rq_get_object()).
#ifndef DPA_EMULATOR_VERBS_DEVX_RECEIVE_QUEUES_H
#define DPA_EMULATOR_VERBS_DEVX_RECEIVE_QUEUES_H

#include "emulator/verbs/devx-objects.h"

namespace dpa::verbs::devx {

/// `queue`: the number of the object. 0 or an errno.
int modifyReceiveQueue(Device &device, uint32_t queue, Command in, Answer out);
int queryReceiveQueue(Device &device, uint32_t queue, Command in, Answer out);

} // namespace dpa::verbs::devx

#endif
