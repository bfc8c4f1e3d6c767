// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters of an instrumented image (-fprofile-instr-generate) to a raw profile, at
// the end of a process or of the program. Processes of this program with the same
// image and file add up.
#ifndef DPA_RUNTIME_HOST_PROFILE_COVERAGE_H
#define DPA_RUNTIME_HOST_PROFILE_COVERAGE_H

#include "emulator/interface/device.h"
#include "image/raw-profile.h"
#include "runtime/host/apps/app.h"

#include <atomic>

namespace dpa::host {

class Coverage {
public:
  /// Null: the image is not instrumented. `pattern` (base/file-pattern.h): of the
  /// file; empty: the default. Errors go into the log, under `title`.
  static std::unique_ptr<Coverage>
  of(const App &app, const std::string &pattern, const std::string &title);

  /// Reads the counters and writes the file; at the first call only. `process`
  /// runs the app, which still exists.
  void write(Process &process) noexcept;

private:
  Coverage(const App &app, image::ProfileMemory memory, std::string file,
           std::string title)
      : app_(app), memory_(memory), file_(std::move(file)),
        title_(std::move(title)) {}
  image::ProfileCounts read(Process &process) const;
  Result<void> addToFile(const image::ProfileCounts &counts) const;

  const App &app_;
  const image::ProfileMemory memory_;
  const std::string file_;
  const std::string title_;
  std::atomic<bool> isWritten_{false};
};

} // namespace dpa::host

#endif
