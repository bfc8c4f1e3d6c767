// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands of dpa-config.
#ifndef DPA_TOOLS_DPA_CONFIG_ACTIONS_H
#define DPA_TOOLS_DPA_CONFIG_ACTIONS_H

#include "tools/dpa-config/options.h"

namespace dpa::config {

using Action = Result<void>(const tools::CommandLine &line,
                            const Options &options);

Action listTlvs;
Action makeXmlTemplate;
Action createFile;
Action applyFile;
Action query;
Action setValues;
Action resetValues;

} // namespace dpa::config

#endif
