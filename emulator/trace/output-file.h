// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that is written piece by piece beside its name, and gets its name when it
// is complete. Devices, FIFOs and descriptors are written to as they are. After an error
// nothing more is written.
#ifndef DPA_EMULATOR_TRACE_OUTPUT_FILE_H
#define DPA_EMULATOR_TRACE_OUTPUT_FILE_H

#include "emulator/trace/json-text.h"

namespace dpa::trace {

class OutputFile {
public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  /// False, with a message in `error`.
  bool open(const std::string &name, std::string &error);

  template <typename Piece> JsonText &operator<<(const Piece &piece) {
    return buffer_ << piece;
  }
  void quote(std::string_view text) { buffer_.quote(text); }

  /// Writes when much is buffered.
  void flushSometimes() {
    constexpr size_t much = size_t(256) << 10;
    if (buffer_.view().size() >= much)
      flush();
  }
  void flush();
  bool finish(std::string &error);

private:
  std::string name_;
  std::string partName_; ///< that it has until it is complete
  bool isDirect_ = false;
  JsonText buffer_;
  int descriptor_ = -1;
  int failure_ = 0; ///< errno of the first error
};

} // namespace dpa::trace

#endif
