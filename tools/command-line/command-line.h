// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of a small command: options by LLVM's parser, option files,
// help, version, and errors in one form. Given argv and the command's table,
// returns values, or the status to exit with. Reads only option files.
#ifndef DPA_TOOLS_COMMAND_LINE_COMMAND_LINE_H
#define DPA_TOOLS_COMMAND_LINE_COMMAND_LINE_H

#include "base/result.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Support/Allocator.h"

#include <optional>
#include <string>
#include <vector>

namespace dpa::tools {

/// What --help and messages say about a command.
struct Program {
  const char *name;
  const char *overview;
  const char *usage; ///< without "USAGE: "
  int errorStatus = 1;
};

/// Numbers of the options that every command has.
struct CommonOptions {
  unsigned input;
  unsigned unknown;
  unsigned help;
  unsigned version;
  unsigned optionsFile;
};

class CommandLine {
public:
  CommandLine(const Program &program, const llvm::opt::OptTable &table,
              const CommonOptions &common)
      : program_(program), table_(table), common_(common), words_(memory_) {}

  /// Parses argv. Returns a status if the command has to exit: after help or the
  /// version was printed, or an error in the command line was reported.
  std::optional<int> parse(int argc, char **argv);
  /// The same for a command that starts a program: parses the words before the
  /// program, which is the first word that is neither an option nor "@file", or
  /// the one after "--". `program` is its place in argv, or that of the
  /// terminating null if no program is given.
  std::optional<int> parseUpToProgram(int argc, char **argv, char **&program);

  bool has(unsigned option) const { return arguments_.hasArg(option); }
  /// Value of the last occurrence; nothing if the option is not given.
  std::optional<std::string> value(unsigned option) const;
  /// Values of all occurrences, in order.
  std::vector<std::string> values(unsigned option) const {
    return arguments_.getAllArgValues(option);
  }
  std::vector<std::string> inputs() const { return values(common_.input); }
  /// The only input; an error if the number of inputs is not one.
  Result<std::string> onlyInput() const;

  /// The spelling of an option with its dashes: "--list".
  std::string spelling(unsigned option) const;

  /// "name: error: message" on standard error; returns the exit status.
  int fail(const Error &error) const;
  void note(const std::string &message) const;
  /// The exit status of a finished command: its output has to be written, too.
  int finish(const Result<void> &done) const {
    return finishOutput(done ? 0 : fail(done.error()));
  }
  int finishOutput(int status) const;

private:
  int countLeadingOptions(int argc, char **argv) const;
  Result<void> expandOptionFiles();
  std::optional<std::string> flagWithValue(llvm::StringRef spelling) const;
  bool reportMistakes(unsigned missingIndex, unsigned missingCount) const;

  const Program &program_;
  const llvm::opt::OptTable &table_;
  CommonOptions common_;
  llvm::BumpPtrAllocator memory_;
  llvm::StringSaver words_;
  llvm::SmallVector<const char *, 32> line_; ///< argv with option files put in
  llvm::opt::InputArgList arguments_;
};

/// Replaces "@file" by the words in the file, which are quoted as in a shell. As in compilers, the
/// word is kept if the file does not exist.
Result<void> expandResponseFiles(llvm::SmallVectorImpl<const char *> &line,
                                 llvm::StringSaver &saver);

/// "program: error: message" on standard error, with control characters escaped; returns `status`.
int printError(const char *program, const Error &error, int status);

/// Flushes standard output, of stdio and of LLVM. Returns `status`; if writing fails, reports that
/// and returns `errorStatus`.
int finishStandardOutput(const char *program, int status, int errorStatus);

/// An option that selects the action of a command.
template <typename Action> struct ActionOption {
  unsigned option;
  Action action;
};

/// The action whose option is given, else `otherwise`. Error if several are given,
/// or none and `otherwise` is empty.
template <typename Action>
Result<Action> readAction(const CommandLine &line,
                          std::initializer_list<ActionOption<Action>> actions,
                          std::optional<Action> otherwise = std::nullopt) {
  const ActionOption<Action> *used = nullptr;
  std::string expected;
  for (const ActionOption<Action> &each : actions) {
    expected += (expected.empty() ? "" : ", ") + line.spelling(each.option);
    if (!line.has(each.option))
      continue;
    if (used)
      return Error{"options '" + line.spelling(used->option) + "' and '" +
                   line.spelling(each.option) + "' exclude each other"};
    used = &each;
  }
  if (used)
    return used->action;
  if (otherwise)
    return *otherwise;
  return Error{"nothing to do (expected one of " + expected + ")"};
}

/// The main function of a command that succeeds or fails.
template <typename Options>
int runCommand(CommandLine line, int argc, char **argv,
               Result<Options> (*readOptions)(const CommandLine &),
               Result<void> (*run)(const Options &)) {
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  const Result<Options> options = readOptions(line);
  return line.finish(options ? run(*options) : options.error());
}

} // namespace dpa::tools

#endif
