// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers the requests of viewers: programs of the same user, or of root, on this
// machine. One thread, which sleeps while nobody asks.
#ifndef DPA_EMULATOR_STATISTICS_SERVER_H
#define DPA_EMULATOR_STATISTICS_SERVER_H

namespace dpa {

/// Starts the thread, once for each program. Where the system refuses a socket or
/// a thread, the program has no viewers; it continues.
void serveStatistics() noexcept;

} // namespace dpa

#endif
