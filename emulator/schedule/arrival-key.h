// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The key that identifies an arrival in another run: its kind and its contents.
// Addresses of buffers are not part of it, because they depend on which host
// thread was first; a call is identified by its arguments.
#ifndef DPA_EMULATOR_SCHEDULE_ARRIVAL_KEY_H
#define DPA_EMULATOR_SCHEDULE_ARRIVAL_KEY_H

#include "emulator/schedule/recording.h"

namespace dpa {

/// On the thread of the arrival, once for each.
ArrivalKey keyOf(const Arrival &arrival);

} // namespace dpa

#endif
