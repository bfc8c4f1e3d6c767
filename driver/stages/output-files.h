// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The outputs of a build, all or none: each is written under another name beside its place, and all
// get their names when everything is there. Given bytes or files; what is not committed is removed,
// also when a signal ends the program.
#ifndef DPA_DRIVER_STAGES_OUTPUT_FILES_H
#define DPA_DRIVER_STAGES_OUTPUT_FILES_H

#include "base/bytes.h"

#include "llvm/Support/FileSystem.h"

#include <string>
#include <vector>

namespace dpa::driver {

class OutputFiles {
public:
  OutputFiles() = default;
  ~OutputFiles();
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;

  /// Writes an output under another name; reports and returns false if that fails. The mode is 0666
  /// less the umask, and executable if `isProgram`. Streams such as /dev/null are written at the
  /// commit.
  bool add(const std::string &path, ByteView bytes, bool isProgram = false);

  /// Prints a text to standard output when all is committed.
  void print(const std::string &text);

  /// Gives all outputs their names; reports and returns false if that fails.
  bool commit();

private:
  bool giveNames();

  struct Output {
    std::string path;
    llvm::sys::fs::TempFile file;
  };
  struct Stream {
    std::string path;
    Bytes bytes;
  };
  std::vector<Output> outputs_;
  std::vector<Stream> streams_;
  std::string printed_;
};

} // namespace dpa::driver

#endif
