// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process sends to its host while it runs: messages go to its streams,
// its end, faults and warnings into the log. Also knows what has been reported
// already. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_PROCESS_REPORTS_H
#define DPA_RUNTIME_HOST_PROCESS_PROCESS_REPORTS_H

#include "emulator/interface/device.h"
#include "runtime/host/apps/app.h"
#include "runtime/host/messages/stream-table.h"
#include "runtime/host/process/automatic-dump.h"
#include "runtime/host/profile/profile-file.h"
#include "runtime/host/support/event-fd.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace dpa::host {

/// Did a process of that status fail? It may also finish by itself.
bool isError(uint8_t status);

class ProcessReports final : public ProcessObserver {
public:
  /// App and device live longer.
  ProcessReports(const std::string &processName, const App &app,
                 const Device &device);

  const std::string &title() const { return title_; }
  StreamTable &streams() { return streams_; }
  int errorFd() const { return failed_.fd(); }
  void raiseError() const noexcept { failed_.raise(); }

  /// While a call waits, the end of the process is not reported here: the call
  /// reports it, with the name of its function.
  class ActiveCall {
  public:
    explicit ActiveCall(ProcessReports &reports) : reports_(reports) {
      ++reports_.activeCalls_;
    }
    ~ActiveCall() { --reports_.activeCalls_; }
    ActiveCall(const ActiveCall &) = delete;
    ActiveCall &operator=(const ActiveCall &) = delete;

  private:
    ProcessReports &reports_;
  };
  bool hasActiveCalls() const { return activeCalls_ != 0; }
  /// Begins when the process ends with an error; outlives the device's process.
  /// Set before the first activation; null if core dumps are not requested.
  void setDump(AutomaticDump *dump) { dump_ = dump; }
  /// Takes the samples; null: there are none. Set before the device's process is
  /// created, which it outlives.
  void setProfile(ProfileFile *profile) { profile_ = profile; }
  /// Returns when a dump that has begun is over.
  void waitForDump() {
    if (AutomaticDump *dump = dump_)
      dump->wait();
  }

  /// The caller reports the end: reportEnd() does nothing from now on.
  void claimEnd() { isEndReported_ = true; }
  void reportEnd(uint8_t status, const std::optional<Crash> &crash) noexcept;

  void message(uint32_t stream, uint32_t eu,
               std::string_view text) noexcept override;
  void messageRecords(uint32_t stream, uint64_t position,
                      std::string_view records) noexcept override;
  void ended(uint8_t status, const Crash *crash) noexcept override;
  void recovered(const Crash &crash) noexcept override;
  void refused(const Crash &at, std::string_view why) noexcept override;
  std::string callersText(const Crash &at) override;
  void note(std::string_view text) noexcept override;
  void warn(std::string_view text) noexcept override;
  void translated(const HostCode &code) noexcept override;
  void sampled(const ProfileSample &sample) noexcept override;
  void violation(const MemoryViolation &violation) noexcept override;
  void misaligned(const MisalignedAccess &access) noexcept override;
  void heapViolation(const HeapViolation &violation) noexcept override;
  /// Number of places that were reported.
  size_t heapPlaces();

private:
  bool carriesMessages() noexcept;
  void reportMissingStream() noexcept;
  void traceEndOf(uint8_t status, const Crash *crash) noexcept;

  const std::string title_;
  const App &app_;
  const Device &device_;
  EventFd failed_;
  std::atomic<AutomaticDump *> dump_{nullptr};
  ProfileFile *profile_ = nullptr;
  std::atomic<bool> isEndReported_{false};
  std::atomic<bool> isPortReported_{false};
  std::atomic<bool> isMissingStreamReported_{false};
  std::atomic<unsigned> activeCalls_{0};
  StreamTable streams_;
  std::mutex heapLock_;
  std::set<std::string> heapPlaces_; ///< under heapLock_
};

} // namespace dpa::host

#endif
