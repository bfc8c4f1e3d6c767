// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The profile of one process (dpa-run --profile): takes its samples, and writes the
// file at its end, or at that of the program. Processes of this program with the same
// file are in it together; those with the same title add up.
#ifndef DPA_RUNTIME_HOST_PROFILE_PROFILE_FILE_H
#define DPA_RUNTIME_HOST_PROFILE_PROFILE_FILE_H

#include "runtime/host/apps/app.h"
#include "runtime/host/profile/sample-collector.h"

#include <atomic>

namespace dpa::host {

class ProfileFile {
public:
  /// Null if a profile is not requested. `app` outlives it.
  static std::unique_ptr<ProfileFile>
  of(const App &app, const ProfileSettings &settings, const std::string &title);

  void add(const ProfileSample &sample) noexcept { collector_.add(sample); }

  /// At the first call only. Errors go into the log.
  void write(const Process &process) noexcept;

private:
  ProfileFile(const App &app, ProfileFormat format, std::string file,
              std::string title)
      : app_(app), format_(format), file_(std::move(file)),
        title_(std::move(title)), collector_(app.image()) {}
  Profile profileOf(const Process &process) const;
  Result<void> addToFile(Profile profile) const;

  const App &app_;
  const ProfileFormat format_;
  const std::string file_;
  const std::string title_;
  SampleCollector collector_;
  std::atomic<bool> isWritten_{false};
};

} // namespace dpa::host

#endif
