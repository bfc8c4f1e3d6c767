// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of options.td for LLVM's parser, and what is said about words that are none. Knows
// names, no meanings.
#ifndef DPA_DRIVER_OPTIONS_OPTION_TABLE_H
#define DPA_DRIVER_OPTIONS_OPTION_TABLE_H

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace dpa::driver {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "driver/options.inc"
#undef OPTION
};

const llvm::opt::OptTable &optionTable();

/// Reports words that look like options, with the nearest one or with the place where others stand.
void reportUnknownOptions(const llvm::opt::InputArgList &arguments);

} // namespace dpa::driver

#endif
