// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and locks the folder of a kept build. See kept-folder.h.
#include "driver/stages/kept-folder.h"

#include "driver/processes/report.h"

#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;

namespace dpa::driver {

void checkKeptFiles(const Plan &plan, const Options &options) {
  for (const std::string &file : plan.intermediates())
    for (const auto *inputs :
         {&options.sources, &options.objects, &options.archives})
      for (const std::string &input : *inputs)
        if (fs::equivalent(input, file))
          reportErrorIn(input, Problem::KeptFileIsInput);
}

bool KeptFolder::open(const std::string &folder) {
  std::error_code error = fs::create_directories(
      folder, /*IgnoreExisting=*/true, fs::perms::all_all);
  if (!error && !fs::is_directory(folder))
    error = std::make_error_code(std::errc::not_a_directory);
  if (!error) {
    lock_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (lock_ >= 0 && flock(lock_, LOCK_EX) != 0 && errno == EINTR)
      continue;
    if (lock_ < 0)
      error = std::error_code(errno, std::generic_category());
  }
  if (error)
    reportErrorIn(folder, Problem::KeepFolder, error.message());
  return !error;
}

KeptFolder::~KeptFolder() {
  if (lock_ >= 0)
    close(lock_);
}

} // namespace dpa::driver
