// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of a small command: options by LLVM's parser, option files,
// help, version, and errors in one form. Given argv and the command's table;
// returns values, or says with which status to exit. Reads only option files.
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
      : program(program), table(table), common(common), words(memory) {}

  /// Reads argv. An exit status if there is nothing more to do: help or version
  /// was asked for, or the line is wrong and that has been reported.
  std::optional<int> parse(int argc, char **argv);
  /// The same for a command that starts a program: reads the words before the
  /// program, which is the first word that is neither an option nor "@file", or
  /// the one behind "--".
  /// `program` is its place in argv; the null at the end if there is none.
  std::optional<int> parseUpToProgram(int argc, char **argv, char **&program);

  bool has(unsigned option) const { return arguments.hasArg(option); }
  /// Of the last use; nothing if it is not used.
  std::optional<std::string> value(unsigned option) const;
  /// Of all uses, in order.
  std::vector<std::string> values(unsigned option) const {
    return arguments.getAllArgValues(option);
  }
  std::vector<std::string> inputs() const { return values(common.input); }
  /// The only input; an error if there is none or several.
  Result<std::string> onlyInput() const;

  /// "name: error: message" on standard error; returns the exit status.
  int fail(const Error &error) const;
  void note(const std::string &message) const;
  /// The exit status of a finished command.
  int finish(const Result<void> &done) const {
    return done ? 0 : fail(done.error());
  }

private:
  int countLeadingOptions(int argc, char **argv) const;
  Result<void> expandOptionFiles();
  Result<void> appendFile(llvm::StringRef file,
                          llvm::SmallVectorImpl<const char *> &out);
  bool reportMistakes(unsigned missingIndex, unsigned missingCount) const;

  const Program &program;
  const llvm::opt::OptTable &table;
  CommonOptions common;
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver words;
  llvm::SmallVector<const char *, 32> line; ///< argv with option files put in
  llvm::opt::InputArgList arguments;
};

} // namespace dpa::tools

#endif
