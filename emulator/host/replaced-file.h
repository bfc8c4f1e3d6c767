// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An output file that is opened and locked before it is known whether the run can start,
// and keeps its older contents until the run starts. The lock excludes other writers, also
// those of other programs. Its memory is apart from that of the program (apart-memory.h).
#ifndef DPA_EMULATOR_HOST_REPLACED_FILE_H
#define DPA_EMULATOR_HOST_REPLACED_FILE_H

#include "base/bytes.h"
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
  /// Others (FIFOs, devices) are neither locked nor truncated.
  bool isRegular() const { return isRegular_; }
  const char *name() const { return name_.c_str(); }
  /// -1 if it is closed.
  int descriptor() const { return descriptor_; }

  /// The run starts: replaces the older contents by these bytes, of which there is at least
  /// one. 0, or the errno.
  int begin(ByteView head);
  /// Removes the file if this object has created it and begin() has not succeeded.
  void close();
  /// Closes the descriptor only. For the child of a fork(), which does not own the file.
  void closeInherited();

private:
  void open(int flags);
  void lock();
  int failedToBegin(bool isPartial) const;
  bool hasName() const;

  const ApartString name_;
  int descriptor_ = -1;
  int problem_ = 0;
  bool isRegular_ = false;
  bool isUnused_ = false; ///< created here, and not begun
};

} // namespace dpa

#endif
