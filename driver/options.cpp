// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line with LLVM's option parser. See options.h.
#include "driver/options.h"

#include "driver/option-list.h"
#include "driver/report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm::opt;
using llvm::StringRef;

namespace dpa::driver {

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "driver/options.inc"
#undef OPTTABLE_STR_TABLE_CODE

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "driver/options.inc"
#undef OPTION
};

/// The flag that options.td calls Later; smaller bits belong to LLVM.
constexpr unsigned Later = 1U << 4;

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

const DpaccOptTable &optionTable() {
  static const DpaccOptTable table;
  return table;
}

void reportUnknown(const InputArgList &arguments) {
  for (const Arg *argument : arguments.filtered(OPT_UNKNOWN)) {
    std::string spelling = argument->getAsString(arguments);
    std::string nearest;
    bool isNear = optionTable().findNearest(spelling, nearest) <= 2;
    reportError("unknown option '" + spelling + "'" +
                (isNear ? "; did you mean '" + nearest + "'?" : ""));
  }
}

void reportLater(const InputArgList &arguments) {
  llvm::StringSet<> reported;
  for (const Arg *argument : arguments)
    if (argument->getOption().hasFlag(Later)) {
      const Arg *alias = argument->getAlias();
      std::string spelling =
          (alias ? alias : argument)->getSpelling().rtrim('=').str();
      if (reported.insert(spelling).second)
        reportError("option '" + spelling +
                    "' is not supported by this version of dpacc");
    }
}

/// The items of every use of a list option, in order.
std::vector<std::string> listOf(const InputArgList &arguments,
                                OptSpecifier option) {
  std::vector<std::string> items;
  for (const Arg *argument : arguments.filtered(option)) {
    std::optional<std::vector<std::string>> list =
        splitOptionList(argument->getValue());
    if (!list)
      reportError("option '" + argument->getSpelling().rtrim('=') +
                  "': a quote is not closed in: " + argument->getValue());
    else
      items.insert(items.end(), list->begin(), list->end());
  }
  return items;
}

std::string modelNames() {
  return llvm::join(
      llvm::map_range(allModels(),
                      [](const Model &model) { return model.name.str(); }),
      ", ");
}

/// The models in the order of the table; a name that stands twice counts once.
std::vector<const Model *> modelsOf(const InputArgList &arguments) {
  std::vector<std::string> names = listOf(arguments, OPT_mcpu_EQ);
  for (const std::string &name : names)
    if (!findModel(name))
      reportError("unknown hardware model '" + name + "' (expected one of " +
                  modelNames() + ")");
  if (names.empty()) {
    reportError("no hardware model given");
    reportNote("add -mcpu=<models>, a list of " + modelNames());
  }
  std::vector<const Model *> models;
  for (const Model &model : allModels())
    if (llvm::is_contained(names, model.name))
      models.push_back(&model);
  return models;
}

/// C sources, and C++ ones so that the compiler says where the limits of the
/// language are.
bool isSource(StringRef extension) {
  return llvm::is_contained({".c", ".cc", ".cpp", ".cxx", ".C"}, extension);
}

void sortInputs(const InputArgList &arguments, Options &options) {
  for (const std::string &input : arguments.getAllArgValues(OPT_INPUT)) {
    StringRef extension = llvm::sys::path::extension(input);
    if (isSource(extension))
      options.sources.push_back(input);
    else if (extension == ".a")
      options.archives.push_back(input);
    else
      reportError(input, "this version of dpacc compiles C sources (.c) and "
                         "links device libraries (.a); other inputs, "
                         "such as DPA objects, are not supported yet");
  }
  if (!arguments.hasArg(OPT_INPUT))
    reportError("no input files");
  else if (options.sources.empty() && !hasErrors())
    reportError("no source file among the inputs");
}

bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

void checkAppName(StringRef name) {
  // The host code has a variable of that name.
  static const llvm::StringSet<> keywords = {
      "auto",     "break",    "case",     "char",   "const",   "continue",
      "default",  "do",       "double",   "else",   "enum",    "extern",
      "float",    "for",      "goto",     "if",     "inline",  "int",
      "long",     "register", "restrict", "return", "short",   "signed",
      "sizeof",   "static",   "struct",   "switch", "typedef", "union",
      "unsigned", "void",     "volatile", "while",  "asm",     "typeof"};
  if (!isIdentifier(name) || keywords.contains(name))
    reportError("app name '" + name + "' is no C identifier");
}

void readHostCompiler(const InputArgList &arguments, Options &options) {
  StringRef command = arguments.getLastArgValue(OPT_hostcc_EQ).trim();
  if (command.empty()) {
    reportError("no host compiler given");
    reportNote("add -hostcc=<command>, for example -hostcc=gcc");
    return;
  }
  for (StringRef word : llvm::split(command, ' '))
    if (!word.empty())
      options.hostCompiler.push_back(word.str());
}

/// The model decides what it runs: another architecture would compile and then
/// trap on the device.
void checkDeviceOptions(llvm::ArrayRef<std::string> deviceOptions) {
  for (StringRef option : deviceOptions)
    for (StringRef prefix : {"-march=", "-mcpu=", "--target=", "-target"})
      if (option.starts_with(prefix)) {
        reportError("device option '" + option +
                    "' contradicts the hardware model");
        reportNote("the architecture follows from dpacc's own -mcpu");
      }
}

void readValues(const InputArgList &arguments, Options &options) {
  options.models = modelsOf(arguments);
  readHostCompiler(arguments, options);
  sortInputs(arguments, options);

  options.output = arguments.getLastArgValue(OPT_output_EQ);
  if (options.output.empty())
    reportError("no output file given (-o <file>)");
  options.appName = arguments.getLastArgValue(OPT_app_name_EQ, options.appName);
  checkAppName(options.appName);

  options.includeDirs = arguments.getAllArgValues(OPT_I);
  options.deviceOptions = listOf(arguments, OPT_devicecc_options_EQ);
  checkDeviceOptions(options.deviceOptions);
  options.hostOptions = listOf(arguments, OPT_hostcc_options_EQ);
  options.deviceLinkOptions = listOf(arguments, OPT_devicelink_options_EQ);
  options.deviceLibraries = listOf(arguments, OPT_device_libs_EQ);

  options.dryRun = arguments.hasArg(OPT_dryrun);
  options.verbose = arguments.hasArg(OPT_verbose);
  options.compileCommands =
      arguments.getLastArgValue(OPT_compile_commands_EQ);
  options.keepDir = arguments.getLastArgValue(OPT_keep_dir_EQ);
  if (options.keepDir.empty() && arguments.hasArg(OPT_keep))
    options.keepDir = ".";
}

} // namespace

Options parseOptions(llvm::ArrayRef<const char *> argv) {
  Options options;
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  InputArgList arguments =
      optionTable().ParseArgs(argv, missingIndex, missingCount);

  if (missingCount)
    reportError("option '" + llvm::Twine(arguments.getArgString(missingIndex)) +
                "' needs a value");
  reportUnknown(arguments);
  if (hasErrors())
    return options;
  if (arguments.hasArg(OPT_help))
    options.action = Action::PrintHelp;
  else if (arguments.hasArg(OPT_version))
    options.action = Action::PrintVersion;
  if (options.action != Action::Build)
    return options;

  reportLater(arguments);
  readValues(arguments, options);
  return options;
}

void printHelp() {
  optionTable().printHelp(
      llvm::outs(),
      "dpacc [options] <file.c>... -mcpu=<models> -hostcc=<command> -o <file>",
      "dpacc: compiles DPA device programs into libraries for host programs",
      false);
  llvm::outs() << "\nEvery option also has a two-dash spelling; values follow "
                  "'=' or a blank. Lists are separated by commas "
                  "or blanks.\n";
}

} // namespace dpa::driver
