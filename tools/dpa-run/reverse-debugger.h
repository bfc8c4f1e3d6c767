// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program under gdb so that its device code can be debugged backwards. dpa-run
// keeps the connection to gdb and passes packets on to the device of the program;
// for a reverse step it starts the program again, which repeats its run (a replay),
// up to an earlier position.
#ifndef DPA_TOOLS_DPA_RUN_REVERSE_DEBUGGER_H
#define DPA_TOOLS_DPA_RUN_REVERSE_DEBUGGER_H

#include "tools/dpa-run/replayed-run.h"

#include <memory>
#include <set>

namespace dpa::run {

class ReverseDebugger {
public:
  explicit ReverseDebugger(char **program) : program_(program) {}

  /// Until the program has ended: its exit status, or why it cannot be started.
  Result<int> run(gdb::Endpoint endpoint);

private:
  struct Finds {
    std::string stop; ///< a stop reply; empty: none
    uint64_t position = 0;
    std::vector<uint64_t> instructions;
  };

  bool waitForInput();
  void acceptDebugger();
  void dropDebugger();
  void takeFromDebugger();
  void takeFromProgram();
  void handlePacket(const std::string &text);
  void noteAnswer(const std::string &text);

  void goBack(bool isStep);
  Result<std::string> goBackTo(bool isStep);
  Result<std::optional<uint64_t>> previousInstruction(uint64_t position);
  Result<Finds> search(uint64_t position, uint64_t notedFrom, bool notes);
  Result<ReplayedRun> runTo(uint64_t position, bool isSilent);
  Result<std::string> ask(ReplayedRun &run, const std::string &request);
  Result<uint64_t> position(ReplayedRun &run);
  Result<void> setPoints(ReplayedRun &run);
  Result<std::string> programCounter(ReplayedRun &run);

  char **program_;
  Descriptor listener_;
  gdb::Endpoint endpoint_;
  std::unique_ptr<ReplayedRun> current_; ///< what the debugger sees
  std::unique_ptr<RspLink> debugger_;

  std::set<std::string> points_; ///< as packets set them: "Z0,1000,2"
  std::string thread_ = "1";     ///< that goes back, in hexadecimal
  bool isAtBegin_ = true;        ///< nothing was resumed yet
  bool hasChanged_ = false;      ///< memory or registers
  /// Positions of instructions of a thread, and the one after them.
  std::vector<uint64_t> known_;
  std::string knownThread_;
};

} // namespace dpa::run

#endif
