// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads command lines of small commands. See command-line.h.
#include "tools/command-line/command-line.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm::opt;
using dpa::Error;
using dpa::Result;
using llvm::StringRef;

namespace dpa::tools {

/// Option files may name others; more than this many means a cycle.
static constexpr unsigned maxOptionFiles = 1000;

Result<void> CommandLine::appendFile(StringRef file,
                                     llvm::SmallVectorImpl<const char *> &out) {
  auto buffer = llvm::MemoryBuffer::getFile(file, true);
  if (!buffer)
    return Error{"options file '" + file.str() +
                 "': " + buffer.getError().message()};
  llvm::cl::TokenizeGNUCommandLine((*buffer)->getBuffer(), words_, out);
  return {};
}

/// Replaces the options that name option files by the words of these files,
/// until none is left.
Result<void> CommandLine::expandOptionFiles() {
  for (unsigned count = 0; count < maxOptionFiles; ++count) {
    llvm::cl::ExpansionContext context(memory_,
                                       llvm::cl::TokenizeGNUCommandLine);
    if (llvm::Error error = context.expandResponseFiles(line_))
      return Error{llvm::toString(std::move(error))};
    unsigned missingIndex = 0;
    unsigned missingCount = 0;
    InputArgList parsed = table_.ParseArgs(line_, missingIndex, missingCount);
    const Arg *option = nullptr;
    for (const Arg *each : parsed.filtered(common_.optionsFile))
      option = option ? option : each;
    if (!option)
      return {};
    llvm::SmallVector<const char *, 32> fresh;
    for (StringRef file : llvm::split(StringRef(option->getValue()), ','))
      if (!file.trim().empty())
        if (Result<void> done = appendFile(file.trim(), fresh); !done)
          return done.error();
    // "--options-file=f" is one word, "--options-file f" are two.
    auto *begin = line_.begin() + option->getIndex();
    const bool isOneWord = StringRef(*begin).contains('=');
    auto *place = line_.erase(begin, begin + (isOneWord ? 1 : 2));
    line_.insert(place, fresh.begin(), fresh.end());
  }
  return Error{"too many option files: one of them names itself"};
}

bool CommandLine::reportMistakes(unsigned missingIndex,
                                 unsigned missingCount) const {
  if (missingCount)
    fail({"option '" + std::string(arguments_.getArgString(missingIndex)) +
          "' needs a value"});
  bool isWrong = missingCount != 0;
  for (const Arg *argument : arguments_.filtered(common_.unknown)) {
    const std::string spelling = argument->getAsString(arguments_);
    std::string nearest;
    // In a short name one letter may be wrong.
    const unsigned limit = StringRef(spelling).ltrim('-').size() < 4 ? 1 : 2;
    const bool isNear = table_.findNearest(spelling, nearest) <= limit;
    fail({"unknown option '" + spelling + "'" +
          (isNear ? "; did you mean '" + nearest + "'?" : "")});
    isWrong = true;
  }
  return isWrong;
}

/// Words of argv that are options before the first other word, with their
/// values.
int CommandLine::countLeadingOptions(int argc, char **argv) const {
  const InputArgList words(argv + 1, argv + argc);
  const auto count = static_cast<unsigned>(argc - 1);
  unsigned index = 0;
  while (index < count && StringRef(words.getArgString(index)) != "--") {
    unsigned next = index;
    const std::unique_ptr<Arg> word = table_.ParseOneArg(words, next);
    if (!word)
      return argc - 1; // the last option lacks its value
    const bool isWord = word->getOption().getID() == common_.input;
    if (isWord && *word->getValue() != '@')
      break;
    index = next;
  }
  return static_cast<int>(index);
}

std::optional<int> CommandLine::parseUpToProgram(int argc, char **argv,
                                                 char **&program) {
  const int count = countLeadingOptions(argc, argv);
  program = argv + 1 + count;
  if (*program && StringRef(*program) == "--")
    ++program;
  return parse(1 + count, argv);
}

std::optional<int> CommandLine::parse(int argc, char **argv) {
  line_.assign(argv + 1, argv + argc);
  if (Result<void> done = expandOptionFiles(); !done)
    return fail(done.error());
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  arguments_ = table_.ParseArgs(line_, missingIndex, missingCount);
  if (reportMistakes(missingIndex, missingCount))
    return program_.errorStatus;
  if (has(common_.help)) {
    table_.printHelp(llvm::outs(), program_.usage, program_.overview);
    llvm::outs() << "\nEvery option has a one-dash and a two-dash spelling; "
                    "values follow '=' or a blank.\n";
    return 0;
  }
  if (!has(common_.version))
    return std::nullopt;
  llvm::outs() << program_.name << " version " DPACC_VERSION "\n";
  return 0;
}

std::optional<std::string> CommandLine::value(unsigned option) const {
  const Arg *last = arguments_.getLastArg(option);
  return last ? std::optional<std::string>(last->getValue()) : std::nullopt;
}

Result<std::string> CommandLine::onlyInput() const {
  const std::vector<std::string> files = inputs();
  if (files.size() != 1)
    return Error{"expected one input file, got " +
                 std::to_string(files.size())};
  return files.front();
}

std::string CommandLine::spelling(unsigned option) const {
  return "--" + table_.getOptionName(option).rtrim('=').str();
}

int CommandLine::fail(const Error &error) const {
  llvm::errs() << program_.name << ": error: " << error.message << "\n";
  return program_.errorStatus;
}

void CommandLine::note(const std::string &message) const {
  llvm::errs() << program_.name << ": note: " << message << "\n";
}

} // namespace dpa::tools
