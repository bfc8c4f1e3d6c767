// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process as a debugger sees it. Its threads are the event handlers and workers,
// including those that wait, and the calls that run; thread n has the thread area
// n - 1. Called by the debugger's thread only.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_DEBUGGER_H
#define DPA_EMULATOR_PROCESS_PROCESS_DEBUGGER_H

#include "emulator/gdb/target.h"
#include "emulator/process/process-core.h"

#include <map>

namespace dpa {

class ProcessDebugger : public gdb::Target {
public:
  /// `core` outlives it. `notify` is called by any thread.
  ProcessDebugger(ProcessCore &core, std::function<void()> notify)
      : core_(core), notify_(std::move(notify)) {}

  void attach() override;
  void detach() override;
  void setAllStop(bool allStop) override { core_.debug().setAllStop(allStop); }
  std::vector<uint32_t> threads() override;
  std::string threadName(uint32_t thread) override;
  void stopAll() override { core_.debug().stopAll(); }
  void requestStop(uint32_t thread) override {
    core_.debug().requestStop(thread - 1);
  }
  void resume(uint32_t thread, const gdb::Resume &how) override;
  void resumeAll(const gdb::Resume &how,
                 std::span<const uint32_t> except) override;
  bool isStopped(uint32_t thread) override {
    return core_.debug().isStopped(thread - 1);
  }
  std::optional<uint64_t> position() override;
  void search(const gdb::Search &search) override;
  gdb::SearchFinds found() override;
  std::optional<gdb::StopEvent> takeEvent() override;
  void dropRepeatableEvents() override { core_.debug().dropRepeatableEvents(); }
  std::optional<uint8_t> exitStatus() override;

  bool readRegister(uint32_t thread, unsigned number, uint64_t &value) override;
  bool writeRegister(uint32_t thread, unsigned number, uint64_t value) override;
  size_t read(uint32_t thread, uint64_t address,
              std::span<std::byte> bytes) override;
  bool write(uint32_t thread, uint64_t address,
             std::span<const std::byte> bytes) override;
  bool setBreakpoint(uint64_t address, bool isSet) override;
  bool setWatchpoint(uint64_t address, uint64_t size, gdb::WatchKind kind,
                     bool isSet) override;
  std::string monitor(std::string_view command) override;

private:
  ExecutionUnit *stoppedUnit(uint32_t thread);
  bool waitingRegister(uint32_t thread, unsigned number, uint64_t &value);
  void applyPoints();

  std::string threadsText();
  std::string windowsText();
  std::string queuesText();
  std::string statisticsText();
  std::string catchText(std::string_view what);

  ProcessCore &core_;
  const std::function<void()> notify_;
  std::map<uint64_t, unsigned> breakpoints_; ///< how often each is set
  std::vector<cpu::Watchpoint> watchpoints_;
};

} // namespace dpa

#endif
