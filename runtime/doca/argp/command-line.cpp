// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the command line: see command-line.h.
#include "runtime/doca/argp/command-line.h"

#include "base/fork-generation.h"
#include "runtime/include/doca/doca_version.h"

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace dpa::doca {

namespace {

doca_error_t rejected(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
doca_error_t rejected(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("argp: error: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return DOCA_ERROR_INVALID_VALUE;
}

/// Whether `text` is a whole number that fits.
bool readInt(const std::string &text, int &number) {
  char *end = nullptr;
  errno = 0;
  long value = strtol(text.c_str(), &end, 0);
  number = static_cast<int>(value);
  return !text.empty() && *end == '\0' && errno == 0 && value >= INT_MIN &&
         value <= INT_MAX;
}

doca_error_t printHelp(void *, void *) {
  doca_argp_usage();
  return DOCA_SUCCESS;
}

doca_error_t printVersion(void *, void *configuration) {
  if (doca_argp_param_cb_t callback = commandLine()->onVersion)
    callback(nullptr, configuration);
  else
    printf("DOCA SDK version: %s\n", doca_version_runtime());
  exit(0);
}

doca_error_t setLevel(const char *parameter, doca_error_t (*set)(uint32_t),
                      const void *value) {
  const int level = *static_cast<const int *>(value);
  if (set(level) == DOCA_SUCCESS)
    return DOCA_SUCCESS;
  return rejected("%s: %d is not a level (expected 10, 20, 30, 40, 50, 60 or "
                  "70)",
                  parameter, level);
}

doca_error_t setLogLevel(void *value, void *) {
  return setLevel("--log-level", doca_log_level_set_global_lower_limit, value);
}

doca_error_t setSdkLogLevel(void *value, void *) {
  return setLevel("--sdk-log-level", doca_log_level_set_global_sdk_limit,
                  value);
}

/// A line of the usage.
void printParameter(const doca_argp_param &parameter) {
  std::string names;
  if (!parameter.shortName.empty())
    names = "-" + parameter.shortName;
  if (!parameter.longName.empty())
    names += (names.empty() ? "--" : ", --") + parameter.longName;
  if (!parameter.arguments.empty())
    names += " " + parameter.arguments;
  printf("  %-34s %s\n", names.c_str(), parameter.description.c_str());
}

} // namespace

std::unique_ptr<CommandLine> &commandLine() {
  return perProgram<std::unique_ptr<CommandLine>>();
}

CommandLine::CommandLine(const char *program, void *configuration)
    : program_(program), configuration_(configuration) {
  const std::string levels = " <DISABLE=10, CRITICAL=20, ERROR=30, WARNING=40, "
                             "INFO=50, DEBUG=60, TRACE=70>";
  addGeneral(printHelp, DOCA_ARGP_TYPE_BOOLEAN, "h", "help",
             "Print a help synopsis");
  addGeneral(printVersion, DOCA_ARGP_TYPE_BOOLEAN, "v", "version",
             "Print program version information");
  addGeneral(setLogLevel, DOCA_ARGP_TYPE_INT, "l", "log-level",
             ("Set the log level for the program" + levels).c_str());
  addGeneral(setSdkLogLevel, DOCA_ARGP_TYPE_INT, "", "sdk-log-level",
             ("Set the log level for the libraries" + levels).c_str());
  generalCount_ = parameters_.size();
}

void CommandLine::addGeneral(doca_argp_param_cb_t callback, doca_argp_type type,
                             const char *shortName, const char *longName,
                             const char *description) {
  auto parameter = std::make_unique<doca_argp_param>();
  parameter->callback = callback;
  parameter->type = type;
  parameter->shortName = shortName;
  parameter->longName = longName;
  parameter->description = description;
  add(std::move(parameter));
}

doca_argp_param *CommandLine::find(const std::string &shortName,
                                   const std::string &longName) const {
  for (const auto &parameter : parameters_)
    if ((!shortName.empty() && parameter->shortName == shortName) ||
        (!longName.empty() && parameter->longName == longName))
      return parameter.get();
  return nullptr;
}

CommandLine::Word CommandLine::readWord(const std::string &word) const {
  Word found;
  if (word.size() < 2 || word[0] != '-')
    return found;
  if (word[1] != '-') {
    found.parameter = find(word.substr(1), "");
    return found;
  }
  size_t equals = word.find('=');
  found.hasValue = equals != std::string::npos;
  if (found.hasValue)
    found.value = word.substr(equals + 1);
  found.parameter = find("", word.substr(2, equals - 2));
  return found;
}

doca_error_t CommandLine::apply(doca_argp_param &parameter, std::string value) {
  if (parameter.timesSeen++ && !parameter.mayRepeat)
    return rejected("parameter %s is given more than once",
                    parameter.spelling().c_str());
  if (parameter.type == DOCA_ARGP_TYPE_STRING)
    return parameter.callback(value.data(), configuration_);
  if (parameter.type == DOCA_ARGP_TYPE_BOOLEAN) {
    bool isSet = true;
    return parameter.callback(&isSet, configuration_);
  }
  int number = 0;
  if (!readInt(value, number))
    return rejected("%s: '%s' is not a number (expected an integer)",
                    parameter.spelling().c_str(), value.c_str());
  return parameter.callback(&number, configuration_);
}

doca_error_t CommandLine::finish() {
  for (const auto &parameter : parameters_)
    if (parameter->isMandatory && !parameter->timesSeen)
      return rejected("mandatory parameter %s is missing",
                      parameter->spelling().c_str());
  return onEnd ? onEnd(configuration_) : DOCA_SUCCESS;
}

doca_error_t CommandLine::read(int argc, char **argv) {
  struct Reading { // callbacks may throw
    bool &isReading;
    ~Reading() { isReading = false; }
  } reading{isReading_};
  isReading_ = true;
  return readAll(argc, argv);
}

doca_error_t CommandLine::readAll(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    Word word = readWord(argv[i]);
    if (!word.parameter)
      return rejected("unknown parameter '%s' (--help lists them)", argv[i]);
    bool isFlag = word.parameter->type == DOCA_ARGP_TYPE_BOOLEAN;
    if (isFlag && word.hasValue)
      return rejected("parameter %s does not take a value",
                      word.parameter->spelling().c_str());
    if (!isFlag && !word.hasValue) {
      if (++i == argc)
        return rejected("parameter %s requires a value",
                        word.parameter->spelling().c_str());
      word.value = argv[i];
    }
    if (doca_error_t status = apply(*word.parameter, std::move(word.value)))
      return status;
  }
  return finish();
}

void CommandLine::printUsage() const {
  bool hasOwn = parameters_.size() > generalCount_;
  printf("Usage: %s [DOCA Flags]%s\n\nDOCA Flags:\n", program_.c_str(),
         hasOwn ? " [Program Flags]" : "");
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (i == generalCount_)
      printf("\nProgram Flags:\n");
    printParameter(*parameters_[i]);
  }
}

} // namespace dpa::doca
