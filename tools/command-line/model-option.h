// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hardware model that an option names, for commands that link image/.
#ifndef DPA_TOOLS_COMMAND_LINE_MODEL_OPTION_H
#define DPA_TOOLS_COMMAND_LINE_MODEL_OPTION_H

#include "base/result.h"
#include "image/model-id.h"

namespace dpa::tools {

/// DPA_ID of a model's name; the error lists the names.
inline Result<uint32_t> modelOption(const std::string &name) {
  if (const std::optional<uint32_t> model = image::modelOfName(name))
    return *model;
  return Error{"unknown hardware model '" + name + "' (expected one of " +
               image::listOfModels() + ")"};
}

} // namespace dpa::tools

#endif
