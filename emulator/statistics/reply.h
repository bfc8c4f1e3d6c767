// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reply to a request of a viewer (emulator/interface/statistics.h). Any bytes
// may be given as a request.
#ifndef DPA_EMULATOR_STATISTICS_REPLY_H
#define DPA_EMULATOR_STATISTICS_REPLY_H

#include "emulator/statistics/program-statistics.h"

#include <cstddef>
#include <span>

namespace dpa {

/// The bytes of the reply. Throws std::bad_alloc.
std::vector<std::byte> statisticsReply(std::span<const std::byte> request,
                                       ProgramStatistics &program);

/// A reply without records.
StatisticsReply emptyReply(StatisticsAnswer answer);

} // namespace dpa

#endif
