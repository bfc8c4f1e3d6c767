// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells whether a file of a state directory is still the one that was read, without
// reading it. Programs that change a store replace its files, which no lock is
// needed to notice.
#ifndef DPA_EMULATOR_AUTHENTICATION_FILE_VERSION_H
#define DPA_EMULATOR_AUTHENTICATION_FILE_VERSION_H

#include "base/descriptor.h"
#include "base/result.h"

#include <sys/stat.h>

namespace dpa::auth {

class FileVersion {
public:
  /// The file that has this name now; to be taken before the file is read. Error: it
  /// cannot be opened.
  static Result<FileVersion> of(const std::string &path);

  /// Whether the name has the same file, which has not been written to.
  bool isCurrent() const;

private:
  FileVersion(std::string path, Descriptor file, const struct stat &status)
      : path_(std::move(path)), file_(std::move(file)), status_(status) {}

  std::string path_;
  Descriptor file_; ///< open, so that no other file gets its inode
  struct stat status_;
};

} // namespace dpa::auth

#endif
