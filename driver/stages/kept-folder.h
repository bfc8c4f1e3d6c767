// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The folder of a kept build: made if it is not there, used by one run of dpacc at a time, because
// all of them have the same names for their files, and no file of the user is overwritten.
// Reports what fails.
#ifndef DPA_DRIVER_STAGES_KEPT_FOLDER_H
#define DPA_DRIVER_STAGES_KEPT_FOLDER_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// Reports every input that is also a file of the plan.
void checkKeptFiles(const Plan &plan, const Options &options);

class KeptFolder {
public:
  KeptFolder() = default;
  ~KeptFolder();
  KeptFolder(const KeptFolder &) = delete;
  KeptFolder &operator=(const KeptFolder &) = delete;

  /// Makes the folder and waits until no other run uses it.
  bool open(const std::string &folder);

private:
  int lock_ = -1;
};

} // namespace dpa::driver

#endif
