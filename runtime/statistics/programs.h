// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists the programs that have statistics, and sends them requests
// (emulator/interface/statistics.h).
#ifndef DPA_RUNTIME_STATISTICS_PROGRAMS_H
#define DPA_RUNTIME_STATISTICS_PROGRAMS_H

#include "base/result.h"
#include "emulator/interface/statistics.h"

#include <string_view>
#include <sys/types.h>
#include <vector>

namespace dpa::stats {

/// A program: its process id, as its address has it, and the address without the
/// first character, which is 0.
struct Program {
  pid_t pid = 0;
  std::string address;
};

/// Bits of a process id: the kernel's limit on 64-bit machines is 2^22.
constexpr uint32_t pidBits = 22;

/// Programs of this user, or of all users if that is root.
Result<std::vector<Program>> runningPrograms();
/// The same from the text of /proc/net/unix. `user`: their user, 0: any.
std::vector<Program> programsOf(std::string_view table, uid_t user);

/// The bytes of a program's records. Empty: the program has ended, or belongs to
/// another user.
struct RawAnswer {
  std::vector<char> records{};
  pid_t pid = 0; ///< as the kernel says
};
Result<RawAnswer> ask(const Program &program, const StatisticsRequest &request,
                      uint32_t recordSize);

} // namespace dpa::stats

#endif
