// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line with LLVM's option parser. See options.h.
#include "driver/options/options.h"

#include "clang-plugin/host-names.h"
#include "driver/options/make-rule.h"
#include "driver/options/option-files.h"
#include "driver/options/option-list.h"
#include "driver/options/option-table.h"
#include "driver/options/source-language.h"
#include "driver/processes/report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm::opt;
using llvm::StringRef;

namespace dpa::driver {

namespace {

/// As the user wrote it.
std::string spellingOf(const Arg &argument) {
  const Arg *alias = argument.getAlias();
  return (alias ? *alias : argument).getSpelling().rtrim('=').str();
}

/// An empty name is a variable that a script has not set.
void checkEmptyValues(const InputArgList &arguments) {
  for (const Arg *argument :
       arguments.filtered(OPT_I, OPT_MF, OPT_keep_dir_EQ,
                          OPT_compile_commands_EQ, OPT_dpa_proc_attr_EQ,
                          OPT_gen_header_EQ, OPT_sign_key_EQ, OPT_sign_cert_EQ))
    if (StringRef(argument->getValue()).trim().empty())
      reportError(Problem::NeedsValue, spellingOf(*argument));
}

/// The items of every use of a list option, in order.
std::vector<std::string> listOf(const InputArgList &arguments,
                                OptSpecifier option) {
  std::vector<std::string> items;
  for (const Arg *argument : arguments.filtered(option)) {
    std::optional<std::vector<std::string>> list =
        splitOptionList(argument->getValue());
    if (!list)
      reportError(Problem::OpenQuote, spellingOf(*argument),
                  argument->getValue());
    else
      items.insert(items.end(), list->begin(), list->end());
  }
  return items;
}

/// What the oldest programs were built for, which name no model.
constexpr const char *defaultModel = "nv-dpa-bf3";

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
      reportError(Problem::UnknownModel, name, modelNames());
  if (!arguments.hasArg(OPT_mcpu_EQ))
    names.emplace_back(defaultModel);
  else if (names.empty())
    reportError(Problem::NoModel, modelNames());
  std::vector<const Model *> models;
  for (const Model &model : allModels())
    if (llvm::is_contained(names, model.name) ||
        llvm::is_contained(names, model.shortName))
      models.push_back(&model);
  return models;
}

void sortInputs(const InputArgList &arguments, Options &options) {
  for (const std::string &input : arguments.getAllArgValues(OPT_INPUT)) {
    if (isSourceName(input))
      options.sources.push_back(input);
    else if (llvm::sys::path::extension(input) == ".a")
      options.archives.push_back(input);
    else
      options.objects.push_back(input);
  }
}

Mode modeOf(const InputArgList &arguments) {
  const std::pair<OptSpecifier, Mode> modes[] = {{OPT_compile, Mode::Compile},
                                                 {OPT_gen_libs, Mode::GenLibs},
                                                 {OPT_shared, Mode::Shared}};
  const Arg *first = nullptr;
  Mode mode = Mode::Link;
  for (const auto &[option, itsMode] : modes) {
    const Arg *argument = arguments.getLastArg(option);
    if (!argument)
      continue;
    if (first)
      reportError(Problem::ModesExclude, spellingOf(*first),
                  spellingOf(*argument));
    first = argument;
    mode = itsMode;
  }
  return mode;
}

/// What the mode makes of the inputs.
void checkInputs(const Options &options) {
  if (options.sources.empty() && options.objects.empty() &&
      options.archives.empty())
    reportError(Problem::NoInput);
  else if (options.mode == Mode::Compile) {
    for (const auto *inputs : {&options.objects, &options.archives})
      for (const std::string &input : *inputs)
        reportErrorIn(input, Problem::NoSourceToCompile);
  } else if (options.sources.empty() && options.objects.empty())
    reportError(Problem::NoSourceOrObject);
  if (options.mode == Mode::GenLibs)
    for (const std::string &archive : options.archives)
      reportErrorIn(archive, Problem::LibraryInLibrary);
}

void checkOutputName(const Options &options) {
  if (options.mode != Mode::Compile && options.output.empty())
    reportError(Problem::NoOutput);
  if (options.mode == Mode::Compile && options.sources.size() > 1 &&
      !options.output.empty())
    reportError(Problem::OneNameForObjects, options.sources.size());
}

bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// _Bool, _Generic and what C will have later.
bool isReservedForC(StringRef name) {
  return name.size() > 1 && name[0] == '_' && llvm::isUpper(name[1]);
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
    reportError(Problem::AppNameNoIdentifier, name);
  else if (frontend::isReservedHostName(name) || isReservedForC(name))
    reportError(Problem::AppNameReserved, name);
}

/// The words of a command, quoted as in a shell; one word if a program has the
/// whole as its name.
std::vector<std::string> wordsOf(StringRef command) {
  if (llvm::sys::fs::can_execute(command) && command.contains(' '))
    return {command.str()};
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

void readHostCompiler(const InputArgList &arguments, Options &options) {
  options.hostCompiler = wordsOf(arguments.getLastArgValue(OPT_hostcc_EQ));
  if (!options.hostCompiler.empty())
    return;
  reportError(Problem::NoHostCompiler);
  reportNote("add -hostcc=<command>, for example -hostcc=gcc");
}

/// Scripts name it for tool chains that start one.
void noteDeviceCompiler(const InputArgList &arguments) {
  if (const Arg *argument = arguments.getLastArg(OPT_devicecc_EQ))
    reportNote(llvm::Twine("option '") + spellingOf(*argument) +
               "' has no effect: the device compiler is built in");
}

/// The model decides what it runs: another architecture would compile and then
/// trap on the device.
void checkDeviceOptions(llvm::ArrayRef<std::string> deviceOptions) {
  if (llvm::is_contained(deviceOptions, "-o"))
    reportError(Problem::DeviceOptionOutput);
  for (StringRef option : deviceOptions)
    for (StringRef prefix : {"-march=", "-mcpu=", "--target=", "-target"})
      if (option.starts_with(prefix)) {
        reportError(Problem::DeviceOptionOfModel, option);
        reportNote("the architecture follows from dpacc's own -mcpu");
      }
}

bool isLtoWanted(const InputArgList &arguments, const Options &options) {
  bool isWanted = arguments.hasArg(OPT_flto);
  if (const Arg *kind = arguments.getLastArg(OPT_flto_EQ)) {
    if (StringRef(kind->getValue()) != "full")
      reportError(Problem::LtoKind, kind->getAsString(arguments));
    isWanted = true;
  }
  for (StringRef option : options.deviceOptions)
    if (option.starts_with("-flto=") && option != "-flto=full")
      reportError(Problem::LtoKind, option);
  return isWanted || llvm::is_contained(options.deviceOptions, "-flto") ||
         llvm::is_contained(options.deviceOptions, "-flto=full");
}

unsigned jobsOf(const InputArgList &arguments) {
  StringRef text = arguments.getLastArgValue(OPT_j, "0");
  unsigned jobs = 0;
  constexpr unsigned most = 1024;
  if (text.getAsInteger(10, jobs) || jobs > most ||
      (jobs == 0 && arguments.hasArg(OPT_j)))
    reportError(Problem::JobsNumber, most, text);
  return jobs;
}

DependencyOptions dependenciesOf(const InputArgList &arguments) {
  DependencyOptions dependencies;
  dependencies.isWanted = arguments.hasArg(OPT_MD, OPT_MMD);
  dependencies.hasSystemHeaders = !arguments.hasArg(OPT_MMD);
  dependencies.hasPhonyTargets = arguments.hasArg(OPT_MP);
  dependencies.file = arguments.getLastArgValue(OPT_MF);
  for (const Arg *target : arguments.filtered(OPT_MT, OPT_MQ))
    dependencies.targets.push_back(target->getOption().matches(OPT_MQ)
                                       ? quotedForMake(target->getValue())
                                       : target->getValue());
  if (!dependencies.isWanted)
    for (const Arg *argument :
         arguments.filtered(OPT_MF, OPT_MT, OPT_MQ, OPT_MP))
      reportError(Problem::NeedsDependencies, argument->getSpelling());
  return dependencies;
}

void readInputs(const InputArgList &arguments, Options &options) {
  options.mode = modeOf(arguments);
  sortInputs(arguments, options);
  checkInputs(options);
  options.output = arguments.getLastArgValue(OPT_output_EQ);
  checkOutputName(options);
  options.appName = arguments.getLastArgValue(OPT_app_name_EQ, options.appName);
  checkAppName(options.appName);
}

void readCompilation(const InputArgList &arguments, Options &options) {
  noteDeviceCompiler(arguments);
  options.includeDirs = arguments.getAllArgValues(OPT_I);
  options.deviceOptions = listOf(arguments, OPT_devicecc_options_EQ);
  checkDeviceOptions(options.deviceOptions);
  options.isLto = isLtoWanted(arguments, options);
  options.checksAssembly = !arguments.hasArg(OPT_disable_asm_checks);
  options.jobs = jobsOf(arguments);
  options.deviceLauncher =
      wordsOf(arguments.getLastArgValue(OPT_devicecc_launcher_EQ));
  options.dependencies = dependenciesOf(arguments);
  options.hostOptions = listOf(arguments, OPT_hostcc_options_EQ);
}

void readSigning(const InputArgList &arguments, Options &options) {
  options.signKey = arguments.getLastArgValue(OPT_sign_key_EQ);
  options.signCertificates = arguments.getLastArgValue(OPT_sign_cert_EQ);
  if (options.signKey.empty() != options.signCertificates.empty())
    reportError(Problem::SignKeyAndCertificate);
}

void readValues(const InputArgList &arguments, Options &options) {
  options.models = modelsOf(arguments);
  options.isModelDefault = !arguments.hasArg(OPT_mcpu_EQ);
  readHostCompiler(arguments, options);
  readInputs(arguments, options);
  readCompilation(arguments, options);

  options.deviceLinkOptions = listOf(arguments, OPT_devicelink_options_EQ);
  options.deviceLibraries = listOf(arguments, OPT_device_libs_EQ);
  options.linksDocaDpa = arguments.hasArg(OPT_ldpa);
  if (options.linksDocaDpa)
    for (const char *library : {"-ldoca_dpa_dev", "-ldoca_dpa_dev_comm"})
      options.deviceLibraries.emplace_back(library);
  options.processAttributes = arguments.getLastArgValue(OPT_dpa_proc_attr_EQ);
  readSigning(arguments, options);

  options.typedHeader = arguments.getLastArgValue(OPT_gen_header_EQ);
  options.dryRun = arguments.hasArg(OPT_dryrun);
  options.verbose = arguments.hasArg(OPT_verbose);
  options.compileCommands = arguments.getLastArgValue(OPT_compile_commands_EQ);
  options.keepDir = arguments.getLastArgValue(OPT_keep_dir_EQ);
  if (options.keepDir.empty() && arguments.hasArg(OPT_keep))
    options.keepDir = ".";
}

} // namespace

Options parseOptions(llvm::ArrayRef<const char *> argv) {
  Options options;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  std::vector<const char *> words = expandOptionFiles(argv, saver);
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  InputArgList arguments =
      optionTable().ParseArgs(words, missingIndex, missingCount);

  if (missingCount)
    reportError(Problem::NeedsValue, arguments.getArgString(missingIndex));
  reportUnknownOptions(arguments);
  checkEmptyValues(arguments);
  if (hasErrors())
    return options;
  if (arguments.hasArg(OPT_help))
    options.action = Action::PrintHelp;
  else if (arguments.hasArg(OPT_version))
    options.action = Action::PrintVersion;
  else
    readValues(arguments, options);
  return options;
}

std::vector<std::string> linkOptionFiles(const Options &options) {
  std::vector<std::string> files;
  for (const std::string &file :
       {options.processAttributes, options.signKey, options.signCertificates})
    if (!file.empty() && !StringRef(file).starts_with("pkcs11:"))
      files.push_back(file);
  return files;
}

bool isDistributing(const Options &options) {
  return llvm::any_of(options.deviceLauncher, [](const std::string &word) {
    StringRef name = llvm::sys::path::filename(word);
    return name == "distcc" || name == "icecc";
  });
}

void printHelp() {
  optionTable().printHelp(
      llvm::outs(),
      "dpacc [options] <file>... -mcpu=<models> -hostcc=<command> -o <file>",
      "dpacc: compiles DPA device programs into libraries for host programs",
      false);
  llvm::outs()
      << "\nInputs are sources (.c .i .ll .bc .S), device libraries (.a), and "
         "DPA or device objects (any other\nextension). Every option but -o, "
         "-I, -j and -M... also has a two-dash spelling; values follow '=' or "
         "a\nblank. Lists are separated by commas or blanks.\n";
}

} // namespace dpa::driver
