// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source lines of addresses, from the debug information of an object or image (-g). Given the
// bytes, which must outlive it, answers "file.c:12" with the file's name as the compiler was given
// it. Reads nothing before the first question.
#ifndef DPA_DRIVER_CHECKS_SOURCE_LINES_H
#define DPA_DRIVER_CHECKS_SOURCE_LINES_H

#include "base/bytes.h"

#include <memory>
#include <string>

namespace dpa::driver {

class SourceLines {
public:
  explicit SourceLines(ByteView bytes);
  ~SourceLines();

  /// Empty if the debug information does not know or is damaged. `section` is the index of the
  /// section that an address of a relocatable object counts from.
  std::string at(uint64_t address, uint32_t section = 0);

private:
  struct Context;
  ByteView bytes_;
  std::unique_ptr<Context> context_;
  bool isOpen_ = false;
};

} // namespace dpa::driver

#endif
