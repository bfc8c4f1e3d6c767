// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of the program, and the parser of its command line. Never here: checks
// of arguments of public functions (argp.cpp).
#ifndef DPA_RUNTIME_DOCA_ARGP_COMMAND_LINE_H
#define DPA_RUNTIME_DOCA_ARGP_COMMAND_LINE_H

#include "runtime/doca/argp/parameter.h"

#include <memory>
#include <string>
#include <vector>

namespace dpa::doca {

class CommandLine {
public:
  CommandLine(const char *program, void *configuration);

  /// Null if the name is unknown.
  doca_argp_param *find(const std::string &shortName,
                        const std::string &longName) const;
  void add(std::unique_ptr<doca_argp_param> parameter) {
    parameters_.push_back(std::move(parameter));
  }
  /// Parses the arguments after the program's name, and calls the callbacks.
  doca_error_t read(int argc, char **argv);
  /// Whether read() runs: callbacks of parameters are called by it.
  bool isReading() const { return isReading_; }
  void printUsage() const;

  doca_argp_param_cb_t onVersion = nullptr;
  doca_argp_validation_cb_t onEnd = nullptr;

private:
  /// A name on the command line, with its value if that is in the same word.
  struct Word {
    doca_argp_param *parameter = nullptr;
    std::string value;
    bool hasValue = false;
  };

  Word readWord(const std::string &word) const;
  doca_error_t apply(doca_argp_param &parameter, std::string value);
  doca_error_t readAll(int argc, char **argv);
  doca_error_t finish();
  void addGeneral(doca_argp_param_cb_t callback, doca_argp_type type,
                  const char *shortName, const char *longName,
                  const char *description);

  std::string program_;
  void *configuration_;
  bool isReading_ = false;
  std::vector<std::unique_ptr<doca_argp_param>> parameters_;
  size_t generalCount_ =
      0; ///< number of predefined parameters, which are the first ones
};

/// The command line between doca_argp_init() and doca_argp_destroy(), or null.
std::unique_ptr<CommandLine> &commandLine();

} // namespace dpa::doca

#endif
