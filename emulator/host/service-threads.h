// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread of the emulator that answers other programs. It never wakes a thread of
// this program, so it is ignored when a replay checks whether all threads wait for each
// other.
#ifndef DPA_EMULATOR_HOST_SERVICE_THREADS_H
#define DPA_EMULATOR_HOST_SERVICE_THREADS_H

#include <atomic>
#include <sys/types.h>

namespace dpa {

/// Its kernel id; 0: there is none.
inline std::atomic<pid_t> statisticsThread = 0;
/// The same of the thread that writes the timeline.
inline std::atomic<pid_t> tracingThread = 0;

} // namespace dpa

#endif
