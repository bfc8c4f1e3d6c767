// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the emulator that never wake a thread of the program: they are ignored
// when a replay checks whether all threads wait for each other.
#ifndef DPA_EMULATOR_HOST_SERVICE_THREADS_H
#define DPA_EMULATOR_HOST_SERVICE_THREADS_H

#include <atomic>
#include <sys/types.h>

namespace dpa {

/// Kernel id of the thread that answers viewers of statistics; 0: there is none.
inline std::atomic<pid_t> statisticsThread = 0;
/// The same for the thread that writes the timeline.
inline std::atomic<pid_t> tracingThread = 0;

} // namespace dpa

#endif
