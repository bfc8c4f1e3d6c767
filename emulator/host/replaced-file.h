// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that is opened and locked before it is known whether the run can start, and
// loses its older contents only when it starts. Other writers that lock it, also of other programs,
// are excluded from the beginning. Its memory lies apart from that of the program.
#ifndef DPA_EMULATOR_HOST_REPLACED_FILE_H
#define DPA_EMULATOR_HOST_REPLACED_FILE_H

#include "emulator/host/apart-memory.h"

#include <string_view>

namespace dpa {

class ReplacedFile {
public:
  /// `flags`: those of open(), for writing. See problem().
  ReplacedFile(std::string_view name, int flags);
  ~ReplacedFile() { close(); }
  ReplacedFile(const ReplacedFile &) = delete;
  ReplacedFile &operator=(const ReplacedFile &) = delete;

  /// 0, or the errno why the file cannot be written; EWOULDBLOCK: it has another writer.
  int problem() const { return problem_; }
  /// A FIFO or a device can neither be locked nor cut.
  bool isRegular() const { return isRegular_; }
  const char *name() const { return name_.c_str(); }
  /// -1 if it is closed.
  int descriptor() const { return descriptor_; }

  /// The run starts: drops the older contents. 0, or the errno.
  int begin();
  /// Removes a file that was made here and that no run has used.
  void close();
  /// In the child of a fork(), whose file it is not.
  void closeInherited();

private:
  void open(int flags);
  void lock();
  bool hasName() const;

  const ApartString name_;
  int descriptor_ = -1;
  int problem_ = 0;
  bool isRegular_ = false;
  bool isUnused_ = false; ///< made here, and not used yet
};

} // namespace dpa

#endif
