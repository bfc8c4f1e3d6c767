// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads interface records (tools/objproc/records.h).
#include "tools/objproc/records.h"

#include "clang-plugin/object-interface.h"
#include "image/file.h"

namespace dpa::objproc {

using namespace dpa;
using namespace dpa::image;
using Records = std::vector<InterfaceRecord>;

Result<Records> readRecords(const std::string &file) {
  const Result<Bytes> bytes = readFile(file);
  if (!bytes)
    return bytes.error();
  Result<Records> records = frontend::readInterface(*bytes);
  return records ? records : records.error().in(file);
}

} // namespace dpa::objproc
