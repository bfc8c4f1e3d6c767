// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers the requests of viewers: programs of the same user, or of root, on this
// machine. One thread, which sleeps while there are no requests.
#ifndef DPA_EMULATOR_STATISTICS_SERVER_H
#define DPA_EMULATOR_STATISTICS_SERVER_H

namespace dpa {

/// Starts the thread, once for each program. If the system provides no socket or no
/// thread, the program continues without viewers.
void serveStatistics() noexcept;

} // namespace dpa

#endif
