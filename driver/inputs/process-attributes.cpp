// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and decodes the file. See process-attributes.h.
#include "driver/inputs/process-attributes.h"

#include "driver/processes/files.h"
#include "image/process-attributes.h"

namespace dpa::driver {

bool readAttributesOrReport(const Options &options,
                            std::optional<Bytes> &attributes) {
  const std::string &path = options.processAttributes;
  if (path.empty())
    return true;
  attributes = readOrReport(path);
  if (!attributes)
    return false;
  auto decoded = image::decodeProcessAttributes(*attributes);
  return decoded || reportIn(path, decoded.error());
}

} // namespace dpa::driver
