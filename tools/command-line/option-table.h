// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command's options.td as C++: option numbers OPT_*, the table, and the
// numbers of the common options. Has no guard on purpose: it is for exactly one
// source of each command.
#include "tools/command-line/command-line.h"

#include "llvm/Option/OptTable.h"

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "option-table.inc"
#undef OPTTABLE_STR_TABLE_CODE

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "option-table.inc"
#undef OPTION
};

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "option-table.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

using llvm::opt::DefaultVis;
using llvm::opt::HelpHidden;

constexpr llvm::opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "option-table.inc"
#undef OPTION
};

class CommandOptTable : public llvm::opt::GenericOptTable {
public:
  CommandOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

const llvm::opt::OptTable &optionTable() {
  static const CommandOptTable table;
  return table;
}

constexpr dpa::tools::CommonOptions commonOptions = {
    OPT_INPUT, OPT_UNKNOWN, OPT_help, OPT_version, OPT_options_file_EQ};

} // namespace
