// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the key by which an arrival is known again in another run: what is done
// with which contents. Addresses of buffers do not count, because they depend
// on which host thread was first; a call is known by its arguments, which its
// thread has written just before.
#ifndef DPA_EMULATOR_SCHEDULE_ARRIVAL_KEY_H
#define DPA_EMULATOR_SCHEDULE_ARRIVAL_KEY_H

#include "emulator/schedule/recording.h"

namespace dpa {

/// On the thread that makes the arrival, once for each.
ArrivalKey keyOf(const Arrival &arrival);

} // namespace dpa

#endif
