// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The processes of this program, of all its devices, by a number that viewers in
// other programs see: the lowest free one. Thread safe.
#ifndef DPA_EMULATOR_STATISTICS_PROGRAM_STATISTICS_H
#define DPA_EMULATOR_STATISTICS_PROGRAM_STATISTICS_H

#include "emulator/statistics/process-statistics.h"

#include <mutex>

namespace dpa {

class ProgramStatistics {
public:
  /// A process for which no number is free is not visible to viewers.
  void add(ProcessStatistics &process);
  void remove(const ProcessStatistics &process);

  /// visit(number, process) for the processes of a device, in the order of their
  /// numbers: for one of them, or for all. They are not removed meanwhile.
  template <typename Visit>
  void forEach(std::string_view device, uint32_t number, Visit visit) {
    const std::lock_guard guard(lock_);
    for (uint32_t each = 0; each < processes_.size(); ++each)
      if ((number == statisticsAll || number == each) && processes_[each] &&
          processes_[each]->device() == device)
        visit(each, *processes_[each]);
  }

private:
  std::mutex lock_;                            ///< of what follows
  std::vector<ProcessStatistics *> processes_; ///< by number; null: free
};

/// That of the program; a child of fork() begins with an empty one.
ProgramStatistics &programStatistics();

} // namespace dpa

#endif
