// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that llvm-tblgen made of options.td, and what is nearly in it. See option-table.h.
#include "driver/options/option-table.h"

#include "driver/processes/report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Option.h"

using namespace llvm::opt;
using llvm::StringRef;

namespace dpa::driver {

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "driver/options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "driver/options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "driver/options.inc"
#undef OPTION
};

class DpaccOptTable : public GenericOptTable {
public:
  DpaccOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

/// Options of compilers and linkers stand in the lists.
std::string compilerHint(StringRef spelling) {
  auto startsWith = [&](StringRef prefix) {
    return spelling.starts_with(prefix);
  };
  if (llvm::any_of(llvm::ArrayRef<StringRef>{"-Wl,", "-Xlinker", "-nostdlib"},
                   startsWith))
    return "; options of the device linker stand in -devicelink-options";
  if (llvm::any_of(llvm::ArrayRef<StringRef>{"-l", "-L"}, startsWith))
    return "; device libraries stand in -device-libs";
  if (llvm::any_of(llvm::ArrayRef<StringRef>{"-O", "-D", "-U", "-g", "-W", "-f",
                                             "-m", "-std=", "-isystem",
                                             "-include", "-pedantic", "-w"},
                   startsWith))
    return "; options of the compilers stand in -devicecc-options and "
           "-hostcc-options";
  return "";
}

/// A name that is nearly this one; empty if there is none. In a short name one letter may be wrong.
std::string nearestOption(const std::string &spelling) {
  std::string nearest;
  unsigned limit = StringRef(spelling).ltrim('-').size() < 4 ? 1 : 2;
  bool isNear = optionTable().findNearest(spelling, nearest) <= limit;
  return isNear ? nearest : "";
}

void reportUnknown(const InputArgList &arguments) {
  for (const Arg *argument : arguments.filtered(OPT_UNKNOWN)) {
    std::string spelling = argument->getAsString(arguments);
    std::string nearest = nearestOption(spelling);
    reportError(Problem::UnknownOption, spelling,
                nearest.empty() ? compilerHint(spelling)
                                : "; did you mean '" + nearest + "'?");
  }
}

/// "-oprog.a" names a file, "-output" and "-output_file=x" are slips of a long name.
void checkJoinedOutput(const InputArgList &arguments) {
  for (const Arg *argument : arguments.filtered(OPT_output_EQ)) {
    const Arg *alias = argument->getAlias();
    if (!alias || alias->getOption().getID() != OPT_output_joined)
      continue;
    std::string word = (alias->getSpelling() + alias->getValue()).str();
    bool isBeginning =
        word.size() > 3 && StringRef("-output-file").starts_with(word);
    std::string meant = isBeginning ? "-output-file" : nearestOption(word);
    if (!meant.empty())
      reportError(Problem::UnknownOption, word,
                  "; did you mean '" + meant + "'?");
  }
}

} // namespace

const OptTable &optionTable() {
  static const DpaccOptTable table;
  return table;
}

void reportUnknownOptions(const InputArgList &arguments) {
  reportUnknown(arguments);
  checkJoinedOutput(arguments);
}

} // namespace dpa::driver
